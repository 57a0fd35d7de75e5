"""What ``kotorlevel doors`` prints, for people and as JSON."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import wrap
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.nav.doors.words import describe_fit, describe_stand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.area import Area
    from kotorlevel.nav.doors.choose import DoorChoice, DoorwayChoices
    from kotorlevel.nav.doors.values import DoorFit, DoorFits, DoorStand

_MARGIN = " " * 7
_EXACT = 0.005
"""Metres; less is no figure."""
_STYLES = {"fits": "good", "faulty": "warning", "scenery": "dim", "unknown": "dim"}


def show_fits(area: Area, fits: DoorFits) -> None:
    """A line for each door, below it the verdict and where it belongs.

    What keeps several from being judged is said once, before them.
    """
    faulty = len(fits.faulty)
    told = f"{count_of(faulty, 'door')} that {'does' if faulty == 1 else 'do'} not fit"
    head = f"{count_of(len(fits), 'door')}, {told if faulty else 'none at fault'}"
    click.echo(f"{paint(printable(area.name), 'file')}  {head}")
    reasons = Counter(fit.reason for fit in fits if fit.verdict == "unknown")
    shared = {reason for reason, count in reasons.items() if count > 1}
    for reason in sorted(shared):
        which = "all" if reasons[reason] == len(fits) else str(reasons[reason])
        hint = "" if area.is_complete else "; the game may have it: --game DIR"
        text = f"{which} could not be judged: {printable(reason, 200)}{hint}"
        for line in wrap(text, _MARGIN, _MARGIN):
            click.echo(paint(line, "warning"))
    for fit in fits:
        door = fit.door
        words = [f"{door.index:4}  {_tag(fit)}", printable(door.template, 40)]
        words += [printable(door.model, 40)] if door.model else []
        click.echo("  ".join([*words, _place(door.position), _sizes(fit)]))
        for line in wrap(describe_fit(fit), _MARGIN, _MARGIN) if fit.reason not in shared else ():
            click.echo(paint(line, _STYLES[fit.verdict]))
        if fit.faults and fit.belongs is not None:
            click.echo(f"{_MARGIN}it belongs {describe_stand(fit)}")
    if not fits.complete:
        click.echo("There are more doors than are looked at.")


def show_choices(area: Area, found: Sequence[DoorwayChoices], most: int) -> None:
    """Each doorway, and below it the doors for it."""
    click.echo(f"{paint(printable(area.name), 'file')}  {count_of(len(found), 'doorway')}")
    for each in found:
        click.echo(f"{_whose(area, each)}  {_place(each.place)}  {each.width:.2f} m wide")
        shown = [choice for choice in each.choices[:most] if choice.fits]
        for choice in shown:
            click.echo(f"{_MARGIN}{_choice(choice)}")
        if not shown:
            best = max(each.choices, key=lambda choice: choice.door.leaf.width)
            text = f"none is wide enough; the widest: {_choice(best)}"
            click.echo(paint(f"{_MARGIN}{text}", "warning"))


def _choice(choice: DoorChoice) -> str:
    door = choice.door
    gap = f"{choice.gap:.2f} m open on each side" if choice.gap >= _EXACT else ""
    into = (
        f"{choice.overlap:.2f} m into the wall on each side"
        if choice.overlap >= _EXACT
        else "exactly"
    )
    lacking = [f"{door.model}{state}.dwk" for state in (0, 1, 2) if state not in door.states]
    note = f"; {' and '.join(lacking)} missing" if lacking else ""
    size = f"{door.leaf.width:.2f} x {door.leaf.height:.2f} m"
    return f"row {door.row:3}  {printable(door.model, 40):12}  {size}  {gap or into}{note}"


def _whose(area: Area, each: DoorwayChoices) -> str:
    if each.fit is not None:
        model = printable(each.fit.door.model, 40) or "model not known"
        return f"door {each.fit.door.index} {_tag(each.fit)} ({model})"
    assert each.opening is not None
    rooms = [printable(area.rooms[i].name) for i in (each.opening.room, each.opening.other)]
    return f"free, {' to '.join(rooms)}"


def _tag(fit: DoorFit) -> str:
    return printable(fit.door.tag or fit.door.template, 40)


def _place(at: Sequence[float]) -> str:
    return f"({', '.join(f'{value + 0.0:.2f}' for value in at)})"


def _sizes(fit: DoorFit) -> str:
    leaf = "leaf not known" if fit.leaf is None else f"leaf {fit.leaf.width:.2f} m"
    doorway = "no doorway" if fit.width is None else f"doorway {fit.width:.2f} m"
    return f"{leaf}, {doorway}"


# JSON


def fits_to_json(fits: DoorFits) -> dict[str, Any]:
    """The part of `docs/schema/doors.schema.json` that ``show`` gives."""
    return {"complete": fits.complete, "doors": [_fit_to_json(fit) for fit in fits]}


def _fit_to_json(fit: DoorFit) -> dict[str, Any]:
    door, leaf = fit.door, fit.leaf
    return {
        "index": door.index,
        "tag": door.tag,
        "template": door.template,
        "model": door.model,
        "at": [_finite(value) for value in door.position],
        "bearing": _finite(math.degrees(door.bearing)),
        "leaf": leaf and {"width": leaf.width, "thickness": leaf.thickness, "height": leaf.height},
        "doorway": fit.width,
        "gaps": fit.gaps and [_finite(gap) for gap in fit.gaps],
        "floor_behind_before": list(fit.sides),
        "door_hook": fit.hook if fit.hook >= 0 else None,
        "verdict": fit.verdict,
        "text": describe_fit(fit),
        "belongs": fit.belongs and _stand_to_json(fit.belongs),
        "faults": [
            {
                "kind": fault.kind,
                "degrees": fault.degrees,
                "metres": _finite(fault.metres),
                "aside": fault.aside,
                "states": list(fault.states),
                "sides": list(fault.sides),
            }
            for fault in fit.faults
        ],
    }


def _stand_to_json(stand: DoorStand) -> dict[str, Any]:
    bearing = math.degrees(math.remainder(stand.bearing, math.tau))
    return {"at": list(stand.place), "bearing": bearing, "evidence": stand.evidence}


def choices_to_json(area: Area, found: Sequence[DoorwayChoices]) -> dict[str, Any]:
    """The part of `docs/schema/doors.schema.json` that ``fit`` gives."""
    return {
        "doorways": [
            {
                "at": list(each.place),
                "width": each.width,
                "door": each.fit and each.fit.door.index,
                "rooms": each.opening
                and [area.rooms[i].name for i in (each.opening.room, each.opening.other)],
                "choices": [_choice_to_json(choice) for choice in each.choices],
            }
            for each in found
        ]
    }


def _choice_to_json(choice: DoorChoice) -> dict[str, Any]:
    leaf = choice.door.leaf
    return {
        "row": choice.door.row,
        "model": choice.door.model,
        "width": leaf.width,
        "thickness": leaf.thickness,
        "height": leaf.height,
        "states": list(choice.door.states),
        "gap": choice.gap,
        "overlap": choice.overlap,
        "fits": choice.fits,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
