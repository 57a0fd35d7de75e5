"""``kotorlevel rebuild``: all derived tables of a walkmesh anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from kotorlevel.cli.info_text import count
from kotorlevel.cli.options import force_option, game_option, load_materials, materials_option
from kotorlevel.cli.outputs import choose_output, write_output

if TYPE_CHECKING:
    from kotorlevel.formats.bwm import Bwm


@click.command("rebuild", short_help="Compute all derived tables of a walkmesh anew.")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, metavar="OUT", type=click.Path(path_type=Path))
@materials_option
@game_option
@force_option
def command(
    file: Path,
    output: Path,
    materials_table: str | None,
    game: Literal["k1", "k2"],
    force: bool,
) -> None:
    r"""Compute all derived tables of a walkmesh anew and write it to OUT.

    Puts walkable faces first, then makes normals, distances, box tree, adjacency, boundary edges
    and loops by the rules of the games' own tool. Vertices, surfaces, links to rooms and use
    hooks stay as they are. Use it on a walkmesh that another tool has damaged.

    \b
    Examples:
      kotorlevel rebuild room.wok -o fixed.wok
      kotorlevel rebuild room.wok -o room.wok --force
      kotorlevel rebuild room.wok -o fixed.wok --materials surfacemat.2da
    """
    from kotorlevel.mesh.io import read_walkmesh

    before = read_walkmesh(file, load_materials(materials_table))
    target = choose_output(output, file, force=force)
    after = before.rebuilt(game=game)
    data = after.to_bytes()
    if before.stored is None:
        click.echo("read as ASCII text; every table is new")
    else:
        for line in compare_tables(before.stored, after.to_bwm()) or ["nothing had to change"]:
            click.echo(f"  {line}")
    for line in warnings(after.derived.crowded.tolist(), after.lost_transitions.tolist()):
        click.secho(f"  {line}", fg="yellow", err=True)
    write_output(target, data)


def compare_tables(before: Bwm, after: Bwm) -> list[str]:
    """What differs between two walkmeshes, one line a table; nothing where they are equal."""
    lines = []
    for name in ("faces", "normals", "distances", "nodes", "adjacency", "edges", "loops"):
        old, new = getattr(before, name), getattr(after, name)
        if old.tobytes() == new.tobytes():
            continue
        if len(old) != len(new):
            lines.append(f"{name:<10} {len(old):,} rows before, {len(new):,} now")
        else:
            rows = sum(a.tobytes() != b.tobytes() for a, b in zip(old, new, strict=True))
            lines.append(f"{name:<10} {rows:,} of {count(len(new), 'row')} changed")
    return lines


def warnings(crowded: list[int], lost: list[int]) -> list[str]:
    """What a person should look at after a rebuild."""
    lines = []
    if crowded:
        lines.append(
            f"{count(len(crowded), 'edge')} shared by more than two faces, joined first come, "
            f"first served: {_some(crowded)}"
        )
    if lost:
        lines.append(
            f"{count(len(lost), 'link')} to a room not written, because the edge has a neighbour "
            f"or its face is not walkable: {_some(lost)}"
        )
    return lines


def _some(edges: list[int]) -> str:
    places = [f"face {edge // 3} side {edge % 3}" for edge in edges[:5]]
    return ", ".join(places) + (", ..." if len(edges) > len(places) else "")
