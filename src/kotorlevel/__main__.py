"""``python -m kotorlevel``: the command line."""

from kotorlevel.cli.main import main

main()
