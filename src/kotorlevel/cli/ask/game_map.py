"""``kotorlevel map --game-map``: what is asked of it, and what is written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, load_given_area, quoted
from kotorlevel.cli.ask.shown import tell
from kotorlevel.cli.show.game_map import map_to_json, show_game_map
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.targets import choose_file
from kotorlevel.core.text import printable

_ENDINGS = (".tga", ".png")


@dataclass(frozen=True)
class GameMapAsked:
    """What the options say: which way is up, what becomes of the fields, and how it is told."""

    north: str
    set_fields: bool
    keep_fields: bool
    as_json: bool
    force: bool


def draw_game_map(
    path: Path, given: Given, materials_table: str | None, output: Path, asked: GameMapAsked
) -> None:
    """Draw the map, write it, and set or tell the fields that belong to it."""
    _refuse_both(asked)
    area = load_given_area(path, given, materials_table, to_edit=asked.set_fields)
    if output.is_dir():
        output = output / f"lbl_map{area.name}.tga".lower()
    target = choose_file(output, _ENDINGS, "lbl_map.tga", force=asked.force)
    drawn = kl.redraw_map(area, north=asked.north, keep=asked.keep_fields)
    if asked.set_fields and "are" not in area.files:
        where = printable(str(path), 200)
        raise CommandError(f"{where}: there is no {printable(area.name)}.are to set the fields in")
    tell(_notes(drawn, target))
    # First the picture: without its fields it does no harm, as they would without it.
    _write_picture(drawn, target, asked.as_json)
    written = kl.write_area_in_place(drawn.area) if asked.set_fields else []
    if asked.as_json:
        document = map_to_json(drawn, path, target, written)
        click.echo(json.dumps(document, indent=2))
        return
    again = f"kotorlevel map {quoted(path)} --game-map -o {quoted(target)} --force --set-fields"
    show_game_map(drawn, written, again if "are" in area.files else "")


def _refuse_both(asked: GameMapAsked) -> None:
    if asked.keep_fields and (asked.set_fields or asked.north):
        other = "--set-fields" if asked.set_fields else "--north"
        raise click.UsageError(f"--keep-fields and {other} exclude each other")


def _write_picture(drawn: kl.GameMap, target: Path, quiet: bool) -> None:
    kl.write_image(drawn.image, target)
    about = f"{drawn.image.width} x {drawn.image.height} pixels"
    size = target.stat().st_size
    click.echo(f"wrote {printable(str(target), 2000)}: {about} ({size:,} bytes)", err=quiet)


def _notes(drawn: kl.GameMap, target: Path) -> list[str]:
    notes = [*drawn.notes]
    if (
        not drawn.notes
        and target.suffix.lower() == ".tga"
        and (target.name.lower() != drawn.filename)
    ):
        notes.append(f"the game looks for {drawn.filename}: give the picture that name there")
    return notes
