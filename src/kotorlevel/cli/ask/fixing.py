"""Which findings of a check `fix` would repair, and how to get at the others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from kotorlevel.area.install.folders import find_path
from kotorlevel.checks.levels import check_layout_file
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.cli.ask.levels import quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from kotorlevel.checks.finding import Finding, Report
    from kotorlevel.checks.options import Options
    from kotorlevel.cli.ask.check_inputs import CheckInputs
    from kotorlevel.cli.ask.levels import Given

_MOST_PATHS = 8
"""More of them nobody pastes."""


@dataclass(frozen=True)
class Fixing:
    """What `fix` would be given as ``path``, and the ``findings`` that it can repair there.

    ``lines`` say how to get at those in other files.
    """

    path: str
    findings: tuple[Finding, ...]
    lines: tuple[str, ...] = ()


def plan_fixing(
    report: Report, paths: Sequence[str], inputs: CheckInputs, given: Given, options: Options
) -> Fixing:
    """What can be done about the findings of a check of ``paths``."""
    fixable = [finding for finding in report.findings if finding.fix]
    own = _own_names(inputs)
    here = [finding for finding in fixable if finding.file in own]
    if any(_is_of_area(finding) for finding in here):
        here = _seen_by_fix(here, inputs, options)
    known = set(here)
    others = [finding for finding in fixable if finding not in known]
    first = "Take the files out first: {}"
    if not here and (lines := _taking_out(others, paths, inputs, given, first)):
        return Fixing("DIR", tuple(others), lines)
    lines = _other_lines(others, paths, inputs, given)
    return Fixing(_as_typed(paths, here), tuple(here), lines)


def _own_names(inputs: CheckInputs) -> set[str]:
    """What reports call the files that `fix` would write: also path points beside a layout."""
    points = (find_path(path.parent, f"{path.stem}.pth") for path in inputs.layouts)
    return {path.as_posix() for path in (*inputs.files, *filter(None, points))}


def _is_of_area(finding: Finding) -> bool:
    return all_rules()[finding.rule].subject is AreaSubject


def _seen_by_fix(
    findings: Sequence[Finding], inputs: CheckInputs, options: Options
) -> list[Finding]:
    """The findings but those about areas that take a game to be seen: `fix` knows none."""
    if inputs.game is None and not inputs.areas:
        return [*findings]
    known = {
        (finding.rule, finding.file, finding.numbers)
        for layout in inputs.layouts.values()
        for finding in check_layout_file(layout, options)[1]
    }
    return [
        finding
        for finding in findings
        if not _is_of_area(finding) or (finding.rule, finding.file, finding.numbers) in known
    ]


def _as_typed(paths: Sequence[str], findings: Collection[Finding]) -> str:
    """The paths that have something to fix, as they are typed: ``a.wok "my mod"``."""
    files = {finding.file for finding in findings}
    kept = [path for path in paths if _stands_for(path, files)] or [*paths]
    return " ".join(map(quoted, kept)) if len(kept) <= _MOST_PATHS else "PATH..."


def _stands_for(path: str, files: Collection[str]) -> bool:
    """True where a path is one of the files, or beside or above some of them."""
    posix = PurePath(path).as_posix()
    folder = PurePath(path).parent.as_posix() if posix.lower().endswith(".lyt") else posix
    inside = "" if folder == "." else f"{folder}/"
    return posix in files or any(file.startswith(inside) for file in files)


def _other_lines(
    others: Collection[Finding], paths: Sequence[str], inputs: CheckInputs, given: Given
) -> tuple[str, ...]:
    """How to repair what is in other files than those that were given."""
    if not others:
        return ()
    more = f"{len(others):,} more can be fixed"
    mine = ", copy yours over them" if inputs.files else ""
    text = f"{more} once the files are taken out: {{}}{mine}, then kotorlevel fix DIR"
    return _taking_out(others, paths, inputs, given, text) or (
        f"{more} where the rest of the area is: its files are not among those that were given",
    )


def _taking_out(
    others: Collection[Finding],
    paths: Sequence[str],
    inputs: CheckInputs,
    given: Given,
    text: str,
) -> tuple[str, ...]:
    """The commands that take out the files of ``others``, each in ``text``."""
    files = {finding.file for finding in others}
    archives = [path for path in inputs.archives if _holds(path, files)]
    commands = [f"kotorlevel extract {quoted(path)} -o DIR" for path in archives]
    game = given.game if given.game is not None else paths[0]
    rest = [file for file in files if not any(_holds(path, {file}) for path in archives)]
    if rest and given.module and not inputs.archives:
        commands.append(f"kotorlevel extract {quoted(game)} --module {given.module} --level -o DIR")
    return tuple(text.format(command) for command in commands)


def _holds(archive: Path, files: Collection[str]) -> bool:
    """True where one of the files is in an archive, as reports name it."""
    names = (f"{archive.as_posix()}: ", f"{archive}: ")
    return any(file.startswith(names) for file in files)
