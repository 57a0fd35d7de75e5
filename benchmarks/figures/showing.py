"""Figures as a table for people, as JSON, and as a chart."""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

from figures.tasks import OURS
from figures.timing import Time, growth


@dataclass(frozen=True)
class Figure:
    """One contender at one task: ``size`` in faces or rooms, 0 for a real file or a command."""

    task: str
    size: int
    contender: str
    time: Time


def machine() -> str:
    """What it was measured on, in a line."""
    python = f"Python {platform.python_version()}"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, {python}"


def as_table(figures: Sequence[Figure]) -> str:
    """Markdown: a line for each task and size; others as "times as long as ours"."""
    lines = [
        "| task | size | ours (wall) | ours (CPU) | others, times ours |",
        "|---|---|---|---|---|",
    ]
    for task, size in dict.fromkeys((each.task, each.size) for each in figures):
        here = {f.contender: f.time for f in figures if (f.task, f.size) == (task, size)}
        ours = here.pop(OURS)
        others = [
            f"{name} {_times(time.cpu / ours.cpu)}" for name, time in here.items() if ours.cpu
        ]
        told = f"{size:,}" if size else ""
        cells = (task, told, seconds(ours.wall), seconds(ours.cpu), ", ".join(others))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def as_growth(figures: Sequence[Figure]) -> str:
    """How time grows with size: 1 is linear, 2 is the square."""
    lines = ["| task | contender | time grows as size to the |", "|---|---|---|"]
    for task, contender in dict.fromkeys((f.task, f.contender) for f in figures if f.size):
        rows = [f for f in figures if (f.task, f.contender) == (task, contender)]
        exponent = growth([f.size for f in rows], [f.time.cpu for f in rows])
        if exponent is not None:
            lines.append(f"| {task} | {contender} | {exponent:.2f} |")
    return "\n".join(lines)


def write_json(figures: Sequence[Figure], target: Path, date: str) -> None:
    """All figures, for programs."""
    content = {"date": date, "machine": machine(), "figures": [asdict(each) for each in figures]}
    target.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def _times(ratio: float) -> str:
    return f"× {ratio:,.0f}" if ratio >= 100 else f"× {ratio:.2g}"


_WIDTH, _ROW, _LEFT, _RIGHT = 860, 22, 250, 120


def write_chart(figures: Sequence[Figure], target: Path, size: int, date: str) -> None:
    """An SVG: how many times as long as ours the others take at ``size``, on a scale of tens."""
    rows = [
        (each.task, each.contender, each.time.cpu / ours)
        for each in figures
        if each.size in (size, 0) and each.contender != OURS
        for ours in [_ours(figures, each)]
        if ours and each.time.cpu
    ]
    high = max((abs(math.log10(ratio)) for *_, ratio in rows), default=1.0) or 1.0
    span = (_WIDTH - _LEFT - _RIGHT) / (2 * high)
    zero = _LEFT + (_WIDTH - _LEFT - _RIGHT) / 2
    height = 70 + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="22" font-size="15" font-weight="bold">Times as long as KotorLevel '
        f"(processor time, {size:,} faces)</text>",
        f'<text x="12" y="42" fill="#555">{escape(machine())}, {date}. Right of the line: '
        "the other one takes longer; left: KotorLevel does.</text>",
        f'<line x1="{zero}" x2="{zero}" y1="52" y2="{height - 8}" stroke="#333"/>',
    ]
    for number, (task, contender, ratio) in enumerate(rows):
        top = 56 + number * _ROW
        length = math.log10(ratio) * span
        colour = "#2b6cb0" if ratio >= 1 else "#c05621"
        begin = zero + min(0.0, length)
        parts.append(
            f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(task)}: '
            f"{escape(contender)}</text>"
            f'<rect x="{begin:.1f}" y="{top + 3}" width="{abs(length):.1f}" height="14" '
            f'fill="{colour}"/><text x="{max(zero, zero + length) + 6:.1f}" y="{top + 14}">'
            f"{escape(_times(ratio))}</text>"
        )
    target.write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def _ours(figures: Sequence[Figure], other: Figure) -> float:
    return next(
        (
            each.time.cpu
            for each in figures
            if (each.task, each.size, each.contender) == (other.task, other.size, OURS)
        ),
        0.0,
    )
