"""CAU005: stored tables as a tool writes them that does not follow the games."""

from collections.abc import Iterator

from kotorlevel.checks.causes import SuspectTables
from kotorlevel.checks.causes.explain import finding_key
from kotorlevel.checks.finding import severity_of
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, rule
from kotorlevel.core.distinct import distinct
from kotorlevel.core.words import join_words

_TABLES = ("BWM004", "BWM005", "BWM006", "BWM007", "BWM008", "BWM009", "BWM01", "DRV")
"""Rules about tables that follow from the mesh, and come out right when it is rebuilt."""

_AXIS_NUMBER = 3
"""The plane of z where planes are axis numbers; the games have flags, and no 3."""


@rule("CAU005", "written-by-tool", Severity.ERROR, SuspectTables, fix="safe")
def written_by_tool(suspect: SuspectTables, _: Options) -> Findings:
    """The file was written by a tool that derives the tables of a walkmesh in its own way.

    Why it matters: the floor is all there, but the tables by which the game finds it are wrong: the
    player may fall through, freeze or stop at invisible walls. Most such files were only opened
    and saved.

    How to fix: let `kotorlevel fix` derive the tables anew from the floor, or `kotorlevel rebuild`;
    do so after every export with that tool.
    """
    wrong = [f for f in suspect.findings if f.rule.startswith(_TABLES)]
    signs = [*_signs(suspect)]
    if len(signs) < 2 or not any(severity_of(f) > Severity.INFO for f in wrong):
        return  # one thing alone may have any reason, and has a rule of its own
    tool = _tool(suspect, signs)
    is_safe = all(f.fix == "safe" for f in wrong if severity_of(f) > Severity.INFO)
    yield Finding(
        f"the tables are as {tool} writes them: {join_words(signs)}",
        section="nodes",
        severity=max(map(severity_of, wrong)),
        fix="safe" if is_safe else "unsafe",
        explains=tuple(map(finding_key, wrong)),
    )


def _signs(suspect: SuspectTables) -> Iterator[str]:
    """What tells the tool, in words."""
    bwm, found = suspect.subject.bwm, {finding.rule for finding in suspect.findings}
    nodes = bwm.nodes
    if (nodes["plane"] == _AXIS_NUMBER).any():
        yield "planes are axis numbers"
    if (nodes["box_min"][:, 2] > nodes["box_max"][:, 2]).any():
        yield "boxes are upside down"
    if "BWM004" in found:
        yield "the nodes of the tree are counted from 1"
    if len(bwm.edges) and not len(bwm.loops):
        yield "there are no loops"
    if "DRV006" in found:
        yield "neighbours were found by their place"


def _tool(suspect: SuspectTables, signs: list[str]) -> str:
    """The tool's name, where the signs are its own; the facts are in FACTS 4."""
    planes = distinct(suspect.subject.bwm.nodes["plane"])
    is_pykotor = _AXIS_NUMBER in planes or (
        "boxes are upside down" in signs and "there are no loops" in signs
    )
    return "PyKotor" if is_pykotor else "an old tool"
