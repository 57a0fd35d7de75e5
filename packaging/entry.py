"""Where the one-file program begins."""

from multiprocessing import freeze_support

if __name__ == "__main__":
    # Before all else: processes that check and scan start are this very program.
    freeze_support()
    from kotorlevel.cli.main import main

    main()
