"""``kotorlevel demo``: see what KotorLevel does, on files that it makes itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from kotorlevel.cli.describe import describe_file
from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.info_text import count, show_list
from kotorlevel.cli.station import STORAGE, make_station
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.lyt import Layout, LayoutRoom, read_layout
from kotorlevel.formats.vis import Visibility, read_visibility
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh

_READERS: dict[str, Callable[[Path], Layout | Visibility | Walkmesh]] = {
    ".wok": read_walkmesh,
    ".lyt": read_layout,
    ".vis": read_visibility,
}


_EXAMPLES = """
\b
Examples:
  kotorlevel demo
  kotorlevel demo my_station
"""


@click.command("demo", epilog=_EXAMPLES)
@click.argument(
    "folder", default="kotorlevel-demo", metavar="[DIR]", type=click.Path(path_type=Path)
)
def command(folder: Path) -> None:
    """Make a small sample area in DIR (default: kotorlevel-demo) and look into it.

    No game files are needed, and nothing outside DIR is touched.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder}: is a file; give the name of a folder")
    files = make_station()
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        write_atomic(folder / name, data)

    _step(1, f"A station of three rooms, made in {folder}. What is in it:")
    show_list([describe_file((folder / name).read_bytes(), name) for name in files])

    _step(2, "Read each file and write it again. What is not edited comes back byte for byte:")
    for name in files:
        before = (folder / name).read_bytes()
        same = _READERS[Path(name).suffix](folder / name).to_bytes() == before
        click.echo(
            f"  {name:<20} {'identical' if same else 'DIFFERENT'}, {count(len(before), 'byte')}"
        )

    _step(3, "Move the store in the layout. Only its line changes:")
    _show_edit(folder / "station.lyt")

    _step(4, "Cut a walkmesh in half. The error says where it ends and what is missing:")
    cut = (folder / f"{STORAGE}.wok").read_bytes()
    try:
        read_walkmesh(cut[: len(cut) // 2])
    except FormatError as error:
        click.secho(f"  {STORAGE}.wok: {error}", fg="red")

    click.secho("\nTry next:", bold=True)
    program = click.get_current_context().find_root().command_path
    click.echo(f"  {program} info {folder / (STORAGE + '.wok')}")
    click.echo(f"  {program} info {folder} --json")
    click.echo(f"  {program} info PATH-TO-YOUR-MOD")


def _step(number: int, text: str) -> None:
    click.secho(f"\n{number}. {text}", bold=True)


def _show_edit(path: Path) -> None:
    layout = read_layout(path)
    moved = layout.moved(LayoutRoom, STORAGE, (0.0, 2.5, 0.0))
    for old, new in zip(layout.to_bytes().splitlines(), moved.to_bytes().splitlines(), strict=True):
        if old != new:
            click.secho(f"  - {old.decode().strip()}", fg="red")
            click.secho(f"  + {new.decode().strip()}", fg="green")
