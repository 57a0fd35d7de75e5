"""The pictures of ``kotorlevel demo``: a map of the broken station, and a page for browsers."""

import textwrap
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.demo.folder import write_files
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import line_width
from kotorlevel.core.errors import FormatError

PICTURES = ("station.svg", "station.html")
"""The files that are written beside the folders of the demo."""


def show_pictures(folder: Path, broken: Path, report: kl.Report) -> list[tuple[Path, Path]]:
    """Write the broken station's map and, if the viewer was built, its page; say where they are.

    Returns the old and the new name of what was moved aside for them.
    """
    scene = kl.build_scene(kl.load_area(broken / "station.lyt"), report=report)
    files = {"station.svg": kl.draw_map(scene).encode()}
    missing = ""
    try:
        files["station.html"] = kl.render_page(scene).encode()
    except FormatError as error:
        missing = str(error)
    own = {name: (data, *_earlier(folder / name)) for name, data in files.items()}
    moved = write_files(folder, files, own)
    about = ("the broken station from above, its findings numbered", "the same in 3-D: open it")
    width = max(len(str(folder / name)) for name in files)
    for name, text in zip(files, about, strict=False):
        click.echo(f"  {folder / name!s:<{width}}  {paint(text, 'dim')}")
    for line in textwrap.wrap(missing, line_width() - 2):
        click.echo(f"  {line}")
    return moved


def _earlier(path: Path) -> list[bytes]:
    """What is at ``path``, if an earlier demo has drawn it."""
    if path.is_symlink() or not path.is_file():
        return []
    data = path.read_bytes()
    is_map = data.startswith(b"<svg xmlns=") and b"<title>station</title>" in data[:1000]
    is_page = b'<meta name="generator" content="KotorLevel">' in data[:2000]
    return [data] if is_map or is_page else []
