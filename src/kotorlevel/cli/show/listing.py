"""What is in archives, games and folders, as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.install.listing import Listed, ListedModule, Listing


def show_listing(listing: Listing) -> None:
    """The modules of a game, or resources with their sizes and what shadows them."""
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
        problems = count_of(len(place.archive.problems), "problem")
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
    total = count_of(len(modules), "module")
    by_mod = sum(bool(each.replaced) for each in modules)
    if by_mod:
        total += f", {by_mod:,} with a .mod instead of the game's own files"
    click.secho(f"\n{total}" if modules else total, bold=True)
    if modules:
        hint = f"Inside one: kotorlevel ls {quoted(place.path)} --module {names[0]}"
        click.echo(hint, err=True)


def _bare(place: str) -> str:
    """A file of the modules folder without that folder."""
    return printable(place.rpartition("/")[2])


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
    lines = []
    for each, name, size in zip(listed, names, sizes, strict=True):
        at = each.resource.place
        is_name = same_name(at, each.resource.filename)
        place = f"  {printable(at, 200)}" if with_place and not is_name else ""
        lines.append(f"{name:<{name_width}}  {size:>{size_width}}{place}{_note(each)}")
    if lines:
        click.echo("\n".join(lines))  # at once: an archive may have 200,000 of them


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
    text = count_types(each.resource.extension for each in listed)
    known = sum(each.size for each in listed if each.size is not None)
    if listed:
        text += f"; {count_of(known, 'byte')}"
    shadowed = sum(bool(each.shadowed_by) for each in listed)
    if shadowed:
        text += f"; {shadowed:,} shadowed"
    if listing.missing:
        text += f"; {len(listing.missing):,} missing"
    return text


def count_types(extensions: Iterable[str]) -> str:
    """``5 resources: 3 wok, 2 lyt``, the most frequent first."""
    types = Counter(extensions)
    by_count = sorted(types.items(), key=lambda item: (-item[1], item[0]))
    parts = ", ".join(f"{number:,} {kind}" for kind, number in by_count)
    return count_of(types.total(), "resource") + (f": {parts}" if parts else "")


def show_unreadable(errors: Iterable[FormatError]) -> None:
    """What could not be read, on stderr."""
    for error in errors:
        click.secho(f"cannot read {printable(str(error), 2000)}", fg="red", err=True)
