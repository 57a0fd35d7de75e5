"""Findings that a team knows and lives with: told once, kept in a file, and not told again.

A finding is known again by its rule, its file and its place. Files are named from the folder of
the baseline, so that it serves on every machine, and numbers of faces may change: then the point
in the level counts, or without one the text but for its numbers.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.rule import find_rule
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.checks.options import Options

_NEAR = 0.05
"""Metres within which two findings of a rule are at one place."""
_NUMBER = re.compile(r"[0-9][0-9.,]*")
_FOLDERS = re.compile(r"(?:[A-Za-z]:)?[^\s'\"(),;]*[/\\]")
_MOST = 4


@dataclass(frozen=True)
class KnownFinding:
    """A finding of a baseline; ``file`` is named from the folder of that."""

    rule: str
    file: str
    text: str
    place: str = ""
    numbers: tuple[int, ...] = ()
    at: tuple[float, ...] | None = None
    more: int = 0

    def __str__(self) -> str:
        return f"{self.rule} in {self.file}"


@dataclass(frozen=True)
class Baseline:
    """Known findings, and the ``path`` of the file that they were read from."""

    path: Path
    entries: tuple[KnownFinding, ...] = ()

    def without_known(self, report: Report, options: Options) -> Report:
        """The report without what is known, which is in its ``known``; its notes tell of both.

        What a known cause explains is known, too. Entries that were looked for and are gone are
        named, so that somebody can take them out.
        """
        folder = self.path.parent.resolve()
        matched, left = _match(report.findings, self.entries, folder)
        known = [
            each for each in report if id(each) in matched or id(report.cause_of(each)) in matched
        ]
        # Files that findings only name, such as a neighbour's, were not looked at.
        checked = {_portable(file, folder) for file in report.files}
        gone = [each for each in left if _is_gone(each, report, options, checked, folder)]
        is_known = set(map(id, known))
        return replace(
            report,
            findings=tuple(each for each in report if id(each) not in is_known),
            known=tuple(known),
            notes=(*report.notes, *self._notes(known, gone)),
        )

    def _notes(self, known: Sequence[Finding], gone: Sequence[KnownFinding]) -> list[InputError]:
        notes = []
        if known:
            verb = "is" if len(known) == 1 else "are"
            text = f"{count_of(len(known), 'finding')} {verb} known, and not told again"
            notes.append(InputError(text, source=str(self.path)))
        if gone:
            verb = "is" if len(gone) == 1 else "are"
            listed = short_list([*dict.fromkeys(map(str, gone))], _MOST)
            text = f"{len(gone):,} of its findings {verb} gone: {listed}"
            notes.append(InputError(text, source=str(self.path), needs="write-baseline"))
        return notes


def write_baseline(report: Report, path: str | Path) -> int:
    """Write all findings of a report, also the known ones, as a baseline; how many they are.

    Paths that do not exist are left out. Raises `InputError` where another kind of file is there::

        report = kl.check("my_mod")
        kl.write_baseline(report, "my_mod/known.json")
        kl.check("my_mod", kl.load_options("my_mod", baseline="my_mod/known.json"))
    """
    path = Path(path)
    if path.exists():
        read_baseline(path)
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent}", source=str(path))
    folder = path.parent.resolve()
    missing = {error.source for error in report.missing}
    found = [each for each in (*report.findings, *report.known) if each.file not in missing]
    entries = sorted((_entry(each, folder) for each in found), key=repr)
    # A line each, so that a version control shows what came and went.
    rows = ",\n".join(json.dumps(_to_json(each), ensure_ascii=False) for each in entries)
    write_atomic(path, f'{{"kotorlevel": "{__version__}", "known": [\n{rows}\n]}}\n'.encode())
    return len(entries)


def read_baseline(path: str | Path) -> Baseline:
    """The known findings of a file. Raises `FormatError` for what is none."""
    data, name = load_source(Path(path))
    try:
        document = json.loads(data)
        entries = tuple(map(_from_json, document["known"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FormatError("is no baseline of known findings", source=name) from None
    return Baseline(Path(path), entries)


# Names and places


def _entry(finding: Finding, folder: Path) -> KnownFinding:
    at = None
    if finding.at is not None and all(map(math.isfinite, finding.at)):
        at = tuple(round(value, 3) for value in finding.at)
    return KnownFinding(
        finding.rule,
        _portable(finding.file, folder),
        _FOLDERS.sub("", finding.text),
        finding.place,
        finding.numbers,
        at,
        finding.more,
    )


def _portable(file: str, folder: Path) -> str:
    """What a file is called from ``folder``, also one in an archive (``a.mod: hall.wok``)."""
    path, colon, inside = (file, "", "") if Path(file).exists() else file.rpartition(": ")
    try:
        name = Path(os.path.relpath(Path(path or file).resolve(), folder)).as_posix()
    except ValueError:  # another drive
        name = Path(path or file).name
    return f"{name}{colon}{inside}" if path else name


def _to_json(entry: KnownFinding) -> dict[str, Any]:
    document: dict[str, Any] = {"rule": entry.rule, "file": entry.file, "text": entry.text}
    if entry.place:
        document |= {"place": entry.place, "numbers": list(entry.numbers)}
    document |= {"at": list(entry.at)} if entry.at is not None else {}
    return document | ({"more": entry.more} if entry.more else {})


def _from_json(row: dict[str, Any]) -> KnownFinding:
    at = row.get("at")
    return KnownFinding(
        str(row["rule"]),
        str(row["file"]),
        str(row["text"]),
        str(row.get("place", "")),
        tuple(int(number) for number in row.get("numbers", ())),
        None if at is None else tuple(float(value) for value in at),
        int(row.get("more", 0)),
    )


# Matching


def _match(
    findings: Iterable[Finding], entries: Iterable[KnownFinding], folder: Path
) -> tuple[set[int], list[KnownFinding]]:
    """The ids of the findings that are known, one for each entry, and the entries that are left."""
    found: dict[tuple[str, str], list[tuple[Finding, KnownFinding]]] = defaultdict(list)
    known: dict[tuple[str, str], list[KnownFinding]] = defaultdict(list)
    for finding in findings:
        entry = _entry(finding, folder)
        found[entry.rule, entry.file].append((finding, entry))
    for entry in entries:
        known[entry.rule, entry.file].append(entry)
    matched: set[int] = set()
    left: list[KnownFinding] = []
    for key, wanted in known.items():
        for is_same in (_is_equal, _is_near, _is_alike):
            wanted = _pair_off(found[key], wanted, is_same, matched)
        left += wanted
    return matched, left


def _pair_off(
    found: Sequence[tuple[Finding, KnownFinding]],
    known: Sequence[KnownFinding],
    is_same: Callable[[KnownFinding, KnownFinding], bool],
    matched: set[int],
) -> list[KnownFinding]:
    """Match each entry with one finding; the entries without one."""
    left = []
    free = [pair for pair in found if id(pair[0]) not in matched]
    for entry in known:
        place = next((n for n, (_, other) in enumerate(free) if is_same(other, entry)), None)
        if place is None:
            left.append(entry)
        else:
            matched.add(id(free.pop(place)[0]))
    return left


def _is_equal(found: KnownFinding, known: KnownFinding) -> bool:
    return found == known


def _is_near(found: KnownFinding, known: KnownFinding) -> bool:
    if found.at is None or known.at is None or len(known.at) != 3:
        return False
    return math.dist(found.at, known.at) <= _NEAR and not _is_more(found, known)


def _is_alike(found: KnownFinding, known: KnownFinding) -> bool:
    """The same but for numbers."""
    if found.at is not None or known.at is not None or _is_more(found, known):
        return False
    return _NUMBER.sub("#", found.text) == _NUMBER.sub("#", known.text)


def _is_more(found: KnownFinding, known: KnownFinding) -> bool:
    """Whether more faces, edges and so on have the fault than before: then it is new."""
    return found.more > known.more or len(found.numbers) > len(known.numbers)


def _is_gone(
    entry: KnownFinding, report: Report, options: Options, checked: set[str], folder: Path
) -> bool:
    """Whether an entry was looked for, and is not there; rules that did not run say nothing."""
    rule = find_rule(entry.rule)
    if rule is None:
        return True
    if not options.wants(entry.rule, str(folder / entry.file)):
        return False
    if rule.on_request and not options.asks_for(entry.rule):
        return False
    if entry.file not in checked:
        return not (folder / (entry.file.rpartition(": ")[0] or entry.file)).exists()
    inputs = report.inputs
    has_area = inputs is None or bool(inputs.layouts or inputs.areas or inputs.levels)
    return has_area or rule.subject is not AreaSubject
