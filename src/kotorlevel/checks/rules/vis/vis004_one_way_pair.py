"""VIS004: sight that is not returned."""

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list
from kotorlevel.formats.vis import Visibility

_NAMED = 3


@rule("VIS004", "one-way-pair", Severity.INFO, VisibilitySubject, fix="unsafe")
def one_way_pair(subject: VisibilitySubject, _: Options) -> Findings:
    """A room sees another that does not see it.

    Why it matters: from one side the other room is drawn, from the other it is not. The shipped
    games have 666 such pairs; where it is a mistake, a room vanishes when the player looks back.

    How to fix: list the room under the other one as well (`kotorlevel fix --unsafe` does it for
    all pairs), or leave it.
    """
    pairs = subject.visibility.one_way_pairs()
    if not pairs:
        return
    shown = [f"{printable(a)} sees {printable(b)}" for a, b in pairs]
    yield Finding(
        f"{count_of(len(pairs), 'pair')} one way only: {short_list(shown, _NAMED)}",
        line=_first_line(subject.visibility, pairs[0]),
        fix=subject.fix,
    )


def _first_line(visibility: Visibility, pair: tuple[str, str]) -> int | None:
    """The line that lists the pair."""
    a, b = pair
    for entry, place in zip(visibility.entries, visibility_lines(visibility), strict=True):
        if same_name(entry.name, a):
            for name, line in zip(entry.sees, place.children, strict=True):
                if same_name(name, b):
                    return line
    return None
