"""``kotorlevel ls``: what is in an archive, a game, a module or a folder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.options import module_option, override_option, parse_types, type_option
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.cli.show.listing import Listed, ListedModule, Listing

_EXAMPLES = """
\b
Examples:
  kotorlevel ls tar_m10aa.mod                          all resources of an archive
  kotorlevel ls tar_m10aa.mod --type wok --type lyt    only these types
  kotorlevel ls C:\\Games\\swkotor                       the modules of a game
  kotorlevel ls swkotor --module tar_m10aa             what is in a module, and what shadows it
  kotorlevel ls swkotor --module tar_m10aa --level     its walkmeshes, layout, GIT and the rest
  kotorlevel ls swkotor --type lyt                     everything of a type in the whole game

\b
Exit code: 0 done, 2 something could not be read.
"""


@click.command("ls", epilog=_EXAMPLES)
@click.argument("path", metavar="ARCHIVE|GAME|FOLDER", type=click.Path(path_type=Path))
@module_option
@click.option("--level", is_flag=True, help="With --module: the files of its level, from anywhere.")
@click.option("--all", "everything", is_flag=True, help="Everything that the game would find.")
@type_option
@override_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/ls.schema.json).")
def command(
    path: Path,
    module: str | None,
    level: bool,
    everything: bool,
    types: tuple[str, ...],
    override: tuple[Path, ...],
    as_json: bool,
) -> None:
    """List what is in an archive, a game, a module of a game, or a folder.

    Archives are ERF, MOD, SAV, HAK, RIM, BIF and chitin.key, whatever they are called. A GAME is
    the folder of an installation: without --module its modules are listed.
    """
    from kotorlevel.area.install.place import open_place
    from kotorlevel.cli.show.listing import make_listing

    if level and (module is None or everything):
        raise click.UsageError("--level goes with --module, and not with --all")
    wanted = parse_types(types)
    place = open_place(path, module, override)
    listing = make_listing(place, wanted, level=level, everything=everything)
    if as_json:
        import json

        click.echo(json.dumps({"kotorlevel": __version__, **listing.to_json()}, indent=2))
    else:
        _show(listing)
    for error in listing.errors:
        click.secho(f"cannot read {printable(str(error), 2000)}", fg="red", err=True)
    if listing.errors:
        raise click.exceptions.Exit(2)


def _show(listing: Listing) -> None:
    place = listing.place
    if listing.modules is not None:
        _show_modules(listing, listing.modules)
        return
    if place.game is not None and place.module is not None:
        _show_module_head(listing)
    _show_resources(listing.resources, with_place=place.what != "archive")
    for name in listing.missing:
        click.echo(paint(f"{printable(name)}  is not there", "warning"))
    click.secho(_summary(listing), bold=True)
    if place.archive is not None and place.archive.problems:
        problems = count(len(place.archive.problems), "problem")
        click.echo(f"{problems} in this archive; see: kotorlevel info {place.path}", err=True)


# Modules


def _show_modules(listing: Listing, modules: Sequence[ListedModule]) -> None:
    place = listing.place
    root = place.game.root if place.game else place.path
    title = f"{paint(printable(str(root), 200), 'file')}  {place.title}"
    click.echo(f"{title}\n" if modules else title)
    names = [printable(each.module.name) for each in modules]
    areas = [printable(each.info.area) if each.info else "-" for each in modules]
    name_width, area_width = (max(map(len, texts), default=0) for texts in (names, areas))
    for each, name, area in zip(modules, names, areas, strict=True):
        files = ", ".join(map(_bare, each.files))
        unused = f"  (not read: {', '.join(map(_bare, each.replaced))})" if each.replaced else ""
        click.echo(
            f"{name:<{name_width}}  area {area:<{area_width}}  {files}{paint(unused, 'dim')}"
        )
    total = count(len(modules), "module")
    by_mod = sum(bool(each.replaced) for each in modules)
    if by_mod:
        total += f", {by_mod:,} with a .mod instead of the game's own files"
    click.secho(f"\n{total}" if modules else total, bold=True)
    if modules:
        hint = f"Inside one: kotorlevel ls {_quoted(place.path)} --module {names[0]}"
        click.echo(hint, err=True)


def _bare(place: str) -> str:
    """A file of the modules folder without that folder."""
    return printable(place.rpartition("/")[2])


def _quoted(path: Path) -> str:
    text = printable(str(path), 200)
    return f'"{text}"' if " " in text else text


def _show_module_head(listing: Listing) -> None:
    head = listing.head
    if head is None:
        return
    area = f"area {printable(head.info.area)}" if head.info else "no module.ifo"
    entry = ""
    if head.info:
        entry = f", entry at ({', '.join(f'{value:.2f}' for value in head.info.entry)})"
    click.echo(f"{paint(printable(head.module.name), 'file')}  {area}{entry}")
    click.echo(f"  read      {', '.join(map(printable, head.files))}")
    if head.replaced:
        click.echo(f"  not read  {', '.join(map(printable, head.replaced))}: there is a .mod")
    click.echo()


# Resources


def _show_resources(listed: Sequence[Listed], *, with_place: bool) -> None:
    names = [printable(each.resource.filename) for each in listed]
    sizes = ["?" if each.size is None else f"{each.size:,}" for each in listed]
    name_width, size_width = (max(map(len, texts), default=0) for texts in (names, sizes))
    for each, name, size in zip(listed, names, sizes, strict=True):
        at = each.resource.place
        is_name = same_name(at, each.resource.filename)
        place = f"  {printable(at, 200)}" if with_place and not is_name else ""
        click.echo(f"{name:<{name_width}}  {size:>{size_width}}{place}{_note(each)}")


def _note(each: Listed) -> str:
    if each.shadowed_by:
        same = each.shadowed_by == each.resource.place
        text = "the first one counts" if same else f"shadowed by {printable(each.shadowed_by, 200)}"
        return paint(f"  ({text})", "warning")
    if each.shadows:
        return paint(f"  (shadows {', '.join(printable(p, 200) for p in each.shadows)})", "dim")
    return ""


def _summary(listing: Listing) -> str:
    """How many there are, of which types, and how many of them are shadowed or missing."""
    listed = listing.resources
    types = Counter(each.resource.extension for each in listed)
    parts = [f"{number:,} {kind}" for kind, number in sorted(types.items(), key=_by_count)]
    text = count(len(listed), "resource") + (f": {', '.join(parts)}" if parts else "")
    known = sum(each.size for each in listed if each.size is not None)
    if listed:
        text += f"; {count(known, 'byte')}"
    shadowed = sum(bool(each.shadowed_by) for each in listed)
    if shadowed:
        text += f"; {shadowed:,} shadowed"
    if listing.missing:
        text += f"; {len(listing.missing):,} missing"
    return text


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]
