"""Several mods in a game, for people: what breaks, by whom, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import kotorlevel as kl
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import wrap
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words, short_list

_MARGIN = " " * 11
_MOST = 6
"""Findings of one pair of mods in one area that are shown before the rest is counted."""
_MOST_CONFLICTS = 4


def mods_lines(
    report: kl.ModsReport, game: Path, least: kl.Severity = kl.Severity.WARNING
) -> Iterator[str]:
    """The lines of the report; findings from the severity ``least`` on."""
    order = " then ".join(printable(name, 200) for name in report.mods)
    yield paint(f"{printable(str(game), 200)} with {order}", "file")
    quiet = []
    for area in report:
        lines = list(_area_lines(area, game, least))
        if lines:
            shown = f"{printable(area.module)}" + (
                f" ({printable(area.area)})" if area.area else ""
            )
            yield ""
            yield f"{paint(shown, 'file')}  changed by {join_words(_names(area.mods))}"
            yield from lines
        else:
            quiet.append(printable(area.module))
    yield ""
    if quiet:
        yield from wrap(f"Nothing to say of {short_list(quiet)}.")
    yield from wrap(_summary(report, least))


def _area_lines(area: kl.ModdedArea, game: Path, least: kl.Severity) -> Iterator[str]:
    if area.error:
        yield from _said("error", printable(area.error, 600))
        return
    for clash in sorted(area.clashes, key=lambda each: -each.severity):
        if clash.severity >= least:
            yield from _said(clash.severity.label, clash.text)
    yield from _win_lines(area.wins)
    for findings, words in ((area.together, "only together"), (area.alone, "by itself")):
        groups: dict[tuple[str, ...], list[kl.Finding]] = {}
        for each in findings:
            if (each.finding.severity or 0) >= least:
                groups.setdefault(each.mods, []).append(each.finding)
        for mods, found in groups.items():
            head = f"{join_words(_names(mods))}, {words}: {count_of(len(found), 'finding')}"
            yield from wrap(head, "  ", "    ")
            yield from _finding_lines(found)
    for merge in area.merges:
        yield from _merge_lines(merge, area, game)


def _said(label: str, text: str) -> Iterator[str]:
    first, *rest = wrap(text, f"  {label:<7}  ", _MARGIN)
    yield first.replace(label, paint(label, label), 1)
    yield from rest


def _win_lines(wins: Sequence[kl.FileWin]) -> Iterator[str]:
    pairs: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for win in wins:
        pairs.setdefault((win.winner, win.losers), []).append(printable(win.filename))
    for (winner, losers), files in pairs.items():
        who = printable(winner, 200) or "the game"
        text = f"{who} wins over {join_words(_names(losers))}: {short_list(files)}"
        yield from _said("info", text)


def _finding_lines(findings: Sequence[kl.Finding]) -> Iterator[str]:
    explained = {key for each in findings for key in each.explains}
    told = [each for each in findings if each.key not in explained]
    ordered = sorted(told, key=lambda each: (not each.is_cause, -(each.severity or 0)))
    for each in ordered[:_MOST]:
        label = each.severity.label if each.severity else ""
        name = printable(each.file, 300)
        first, *rest = wrap(f"{each.rule}  {name}: {each.text}", f"    {label:<7}  ", " " * 13)
        yield first.replace(label, paint(label, label), 1)
        yield from rest
    more = len(findings) - min(len(ordered), _MOST)
    if more:
        yield f"    and {more:,} more; --json has all"


def _merge_lines(merge: kl.PairMerge, area: kl.ModdedArea, game: Path) -> Iterator[str]:
    both = f"{printable(merge.a, 200)} and {printable(merge.b, 200)}"
    command = merge_command(merge, area.module, game)
    if merge.error:
        yield from wrap(f"{both} cannot be merged: {printable(merge.error, 400)}", "  ", "    ")
    elif merge.is_clean:
        yield from wrap(f"{both} merge without a conflict: {command}", "  ", "    ")
    else:
        titles = [printable(each.title, 100) for each in merge.conflicts]
        number = count_of(len(titles), "conflict")
        text = f"{both} merge with {number} to decide ({short_list(titles, _MOST_CONFLICTS)})"
        yield from wrap(f"{text}: {command} --prefer b", "  ", "    ")
    if not merge.error:
        yield from wrap("Then install what is in DIR after both.", "    ", "    ")


def merge_command(merge: kl.PairMerge, module: str, game: Path) -> str:
    """What to type to merge two mods' versions of a module."""
    a, b = (quoted(path) for path in merge.paths)
    base = f" --base {quoted(game)}" if merge.has_base else ""
    where = f" --game {quoted(game)}" + (f" --module {quoted(module)}" if merge.has_base else "")
    return f"kotorlevel merge {a} {b}{base}{where} -o DIR"


def _names(mods: Sequence[str]) -> list[str]:
    return [printable(name, 200) for name in mods]


def _summary(report: kl.ModsReport, least: kl.Severity) -> str:
    mods = count_of(len(report.mods), "mod")
    if not len(report):
        return f"None of the game's areas is touched by {'it' if mods == '1 mod' else 'them'}."
    clashes = sum(len(each.clashes) for each in report)
    shown = [
        each for area in report for each in area.findings if (each.finding.severity or 0) >= least
    ]
    together = sum(len(each.mods) > 1 for each in shown)
    alone = len(shown) - together
    merges = [merge for each in report for merge in each.merges]
    clean = sum(merge.is_clean for merge in merges)
    areas = count_of(len(report), "area")
    text = f"{mods} in {areas}: {clashes:,} {'clash' if clashes == 1 else 'clashes'}, "
    text += f"{count_of(together, 'finding')} that no mod has alone, {alone:,} of single mods"
    if merges:
        text += f"; {clean:,} of {count_of(len(merges), 'pair')} would merge without a conflict"
    return f"{text}."
