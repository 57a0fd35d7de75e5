"""ARE015: walkmeshes that are no room."""

from kotorlevel.checks.facts.area.names import list_unused
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list


@rule("ARE015", "unused-walkmesh", Severity.WARNING, AreaSubject)
def unused_walkmesh(subject: AreaSubject, _: Options) -> Findings:
    """A walkmesh lies beside the layout and is no room of it.

    Why it matters: the game never loads it for this area. Mostly the room is missing in the
    layout, or its name is spelt differently there; sometimes it is an old copy.

    How to fix: add the room (`kotorlevel layout AREA add`), correct its name, or take the file
    away.
    """
    unused = list_unused(subject.area)
    if unused:
        names = short_list([printable(each.filename) for each in unused])
        files = counted(len(unused), "walkmesh is", "walkmeshes are")
        yield Finding(f"{files} no room of the layout: {names}")
