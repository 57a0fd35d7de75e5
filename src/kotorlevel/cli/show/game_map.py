"""What ``kotorlevel map --game-map`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import kotorlevel as kl
from kotorlevel.cli.show.written import show_written, written_to_json

if TYPE_CHECKING:
    from kotorlevel.area.write import Written


def show_game_map(drawn: kl.GameMap, written: Sequence[Written], again: str) -> None:
    """The fields that belong to the picture, and whether the ARE has them; ``again`` sets them."""
    if written:
        show_written(written)
    if drawn.fields == drawn.before:
        click.echo("The ARE has the fields that belong to it.")
        return
    click.echo("Fields of the ARE, in the struct Map, that belong to it:")
    for label, text in _list_fields(drawn.fields):
        click.echo(f"  {label:<10} {text}")
    if not written and again:
        click.echo(f"Set them: {again}")


def _list_fields(fields: kl.MapFields) -> list[tuple[str, str]]:
    rows = [(each.label, each.value) for each in fields.list_fields()]
    return [
        (label, f"{value:.6f}" if isinstance(value, float) else f"{value}{_north(label, value)}")
        for label, value in rows
    ]


def _north(label: str, value: int) -> str:
    is_known = label == "NorthAxis" and 0 <= value < len(kl.MAP_NORTH)
    return f" ({kl.MAP_NORTH[value]} is up)" if is_known else ""


def map_to_json(
    drawn: kl.GameMap, path: Path, target: Path, written: Sequence[Written]
) -> dict[str, Any]:
    """As in docs/schema/map.schema.json."""
    return {
        "kotorlevel": kl.__version__,
        "path": path.as_posix(),
        "area": drawn.area.name,
        "picture": {
            "path": target.as_posix(),
            "name": drawn.filename,
            "width": drawn.image.width,
            "height": drawn.image.height,
        },
        "fields": _fields_to_json(drawn.fields),
        "before": None if drawn.before is None else _fields_to_json(drawn.before),
        "notes": list(drawn.notes),
        "files": written_to_json(written),
    }


def _fields_to_json(fields: kl.MapFields) -> dict[str, Any]:
    values = {each.label: each.value for each in fields.list_fields()}
    return {
        label: value if not isinstance(value, float) or isfinite(value) else None
        for label, value in values.items()
    }
