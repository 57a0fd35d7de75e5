"""``kotorlevel extract``: files out of an archive or a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.options import module_option, override_option, parse_types, type_option
from kotorlevel.cli.ask.out_folder import plan_targets
from kotorlevel.cli.show.info.files import LONGEST_LIST, count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import with_progress
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.install.place import Place
    from kotorlevel.area.install.resources import Resource

_EXAMPLES = """
\b
Examples:
  kotorlevel extract tar_m10aa.mod -o my_mod                       everything
  kotorlevel extract tar_m10aa.mod m10aa.git "*.utd" -o my_mod     a file and a pattern
  kotorlevel extract swkotor m10aa_01a.wok -o my_mod               the copy that the game takes
  kotorlevel extract swkotor --module tar_m10aa --level -o my_mod  all files of a level

\b
Exit code: 0 done, 2 something could not be read or written.
"""

_MOST_SHARED = 4
"""How many times its own size an archive may give, entries that overlap being given twice."""


@dataclass
class _Result:
    """What was written, and what was not."""

    written: list[tuple[Resource, Path, int]] = field(default_factory=list)
    refused: list[Resource] = field(default_factory=list)
    repeated: list[Resource] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    errors: list[FormatError] = field(default_factory=list)


@click.command("extract", epilog=_EXAMPLES)
@click.argument("path", metavar="ARCHIVE|GAME", type=click.Path(path_type=Path))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder for the files; made if it is missing.",
)
@module_option
@click.option("--level", is_flag=True, help="With --module: the files of its level, from anywhere.")
@type_option
@override_option
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/extract.schema.json)."
)
def command(
    path: Path,
    names: tuple[str, ...],
    output: Path,
    module: str | None,
    level: bool,
    types: tuple[str, ...],
    override: tuple[Path, ...],
    force: bool,
    as_json: bool,
) -> None:
    """Take files out of an archive or a game, and write them to a folder.

    NAME is a file name, a name without an ending for all types of it, or a pattern. Of a game the
    copy is taken that the game itself would take. Without NAME an archive is taken out whole, and
    of a game's module everything that its files name.
    """
    from kotorlevel.area.install.place import open_place

    if level and (module is None or names):
        raise click.UsageError("--level goes with --module, and not with names")
    wanted = parse_types(types)
    place = open_place(path, module, override)
    _check_place(place, names)
    result = _Result()
    chosen = _choose(place, names, wanted, result, level=level)
    _write(chosen, place.path, output, result, force=force)
    if as_json:
        import json

        click.echo(json.dumps(_document(path, output, result), indent=2))
    else:
        _show(result, output, with_place=place.what != "archive")
    _show_faults(result)
    if result.errors or result.refused:
        raise click.exceptions.Exit(2)


def _check_place(place: Place, names: Sequence[str]) -> None:
    if place.what == "folder":
        raise CommandError(f"{place.path}: neither an archive nor the folder of a game")
    if place.game is not None and place.module is None and not names:
        raise CommandError(
            "say what to take out of the game: a name, a pattern such as '*.lyt', or --module"
        )


def _choose(
    place: Place,
    names: Sequence[str],
    types: frozenset[int] | None,
    result: _Result,
    *,
    level: bool,
) -> list[Resource]:
    """The resources to write, sorted; what is missing, or there twice, goes to ``result``."""
    from kotorlevel.cli.ask.choosing import choose_resources, nothing_found
    from kotorlevel.cli.show.listing import list_level, list_module_winners, sort_key, walk

    if level:
        found = list_level(place, types)
        result.missing, result.errors = found.missing, found.errors
        chosen = [each.resource for each in found.listed]
    elif place.module is not None and not names:
        chosen = [each.resource for each in list_module_winners(place, types)]
    else:
        known = [
            (met.resource, met.winner is met.resource)
            for met in walk(place.lookup.sources)
            if types is None or met.resource.type in types
        ]
        chosen, unknown = choose_resources(names, (each for each, is_first in known if is_first))
        if unknown:
            raise nothing_found(unknown, place, (each.filename for each, _ in known))
        if place.archive is not None:
            others = [each for each, is_first in known if not is_first]
            result.repeated = choose_resources(names, others)[0]
            _check_size(place, chosen)
    if not chosen and not result.errors:
        empty = place.archive is not None and not len(place.archive)
        raise CommandError(f"{place.path}: {'is empty' if empty else 'holds nothing of the kind'}")
    return sorted(chosen, key=sort_key)


def _check_size(place: Place, chosen: Sequence[Resource]) -> None:
    """Refuse an archive whose entries lie over each other to become far more than the file is."""
    size = place.archive.image.size if place.archive else 0
    total = sum(each.size for each in chosen if each.size <= size)
    if total > _MOST_SHARED * size:
        raise CommandError(
            f"{place.path}: the entries overlap: {count(total, 'byte')} out of a file of {size:,}. "
            "Name those that you need."
        )


def _write(
    chosen: Sequence[Resource], source: Path, output: Path, result: _Result, *, force: bool
) -> None:
    """Write everything that can be read and has a name for a file; the rest goes to ``result``."""
    safe = [(each, name) for each in chosen if (name := each.safe_filename) is not None]
    result.refused = [each for each in chosen if each.safe_filename is None]
    targets = plan_targets(output, (name for _, name in safe), force=force)
    if any(target.exists() and target.samefile(source) for target in targets):
        raise CommandError(f"{source}: holds a file of its own name, which would replace it")
    jobs = list(zip((each for each, _ in safe), targets, strict=True))
    for resource, target in with_progress(jobs, "Extracting"):
        try:
            data = resource.read()
        except FormatError as error:
            result.errors.append(error)
            continue
        output.mkdir(parents=True, exist_ok=True)
        write_atomic(target, data)
        result.written.append((resource, target, len(data)))


def _show(result: _Result, output: Path, *, with_place: bool) -> None:
    written = result.written
    names = [printable(target.name) for _, target, _ in written]
    width = max(map(len, names), default=0)
    if len(written) <= LONGEST_LIST:
        for (resource, _, size), name in zip(written, names, strict=True):
            place = f"  from {printable(resource.place, 200)}" if with_place else ""
            click.echo(f"  {name:<{width}}  {count(size, 'byte'):>15}{place}")
    elif with_place:
        places = Counter(_holder(resource) for resource, *_ in written)
        for place, number in places.most_common():
            click.echo(f"  {count(number, 'file'):>12} from {printable(place, 200)}")
    total = sum(size for *_, size in written)
    folder = printable(str(output), 200)
    click.echo(f"wrote {count(len(written), 'file')} ({count(total, 'byte')}) to {folder}")


def _holder(resource: Resource) -> str:
    """The archive that a resource is in; of a file its folder."""
    place, slash, filename = resource.place.rpartition("/")
    return place if slash and same_name(filename, resource.filename) else resource.place


def _show_faults(result: _Result) -> None:
    for resource in result.repeated[:LONGEST_LIST]:
        name = printable(resource.filename)
        click.secho(f"{name}: there more than once; the first was taken", fg="yellow", err=True)
    if len(result.repeated) > LONGEST_LIST:
        more = len(result.repeated) - LONGEST_LIST
        click.secho(f"and {more:,} more that are there more than once", fg="yellow", err=True)
    if result.missing:
        names = ", ".join(map(printable, result.missing))
        click.secho(f"not there: {names}", fg="yellow", err=True)
    for resource in result.refused:
        text = f"'{printable(resource.filename)}' is no name for a file; not written"
        click.secho(text, fg="red", err=True)
    for error in result.errors:
        click.secho(f"cannot read {printable(str(error), 2000)}", fg="red", err=True)


def _document(path: Path, output: Path, result: _Result) -> dict[str, Any]:
    return {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "output": output.as_posix(),
        "files": [
            {"name": target.name, "size": size, "place": resource.place}
            for resource, target, size in result.written
        ],
        "refused": [resource.filename for resource in result.refused],
        "repeated": [resource.filename for resource in result.repeated],
        "missing": result.missing,
        "errors": [{"path": error.source, "message": error.message} for error in result.errors],
    }
