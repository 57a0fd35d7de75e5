"""``kotorlevel layout``: the rooms of an area, shown and edited; links and visibility follow."""

from kotorlevel.cli.commands.level.layout.add import add
from kotorlevel.cli.commands.level.layout.group import command
from kotorlevel.cli.commands.level.layout.merge import merge
from kotorlevel.cli.commands.level.layout.new import new
from kotorlevel.cli.commands.level.layout.recover import recover
from kotorlevel.cli.commands.level.layout.rooms import (
    empty,
    move,
    remove,
    rename,
    reorder,
    show,
)

for _action in (show, new, add, remove, empty, rename, reorder, move, merge, recover):
    command.add_command(_action)

__all__ = ["command"]
