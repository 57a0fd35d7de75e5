"""``kotorlevel merge``: two versions of an area in one; with ``--git``, of one file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import Target, any_target_options, refusing
from kotorlevel.cli.ask.levels import Given, level_options, load_given_area
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.show.layout.merge import (
    echo_document,
    list_conflicts,
    merge_to_json,
    show_file_merge,
    show_merge,
    tell_refused,
)
from kotorlevel.core.targets import choose_file
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.merge.merge import AreaMerge

_EXAMPLES = """
\b
Examples:
  kotorlevel merge my_mod other_mod --base original -o both
  kotorlevel merge my_mod other_mod --base original --dry-run --map conflicts.svg
  kotorlevel merge my_mod other_mod --base original --prefer a --link -o both
  git config merge.kotorlevel.driver "kotorlevel merge --git %O %A %B %P"

\b
Exit code: 0 done, 1 there are conflicts and nothing was merged, 2 something could not be read.
"""

_ENDINGS = (".svg", ".png")
Side = Literal["a", "b"]


@dataclass(frozen=True)
class Sides:
    """Two versions of an area and their base, as they were given and as they were read."""

    subject: Subject
    other: Path
    base_path: Path | None
    a: Area
    b: Area
    base: Area | None

    @classmethod
    def load(cls, subject: Subject, other: Path, base: Path | None, target: Target) -> Sides:
        """Read all of them; what one lacks is completed from the same game and module."""
        a, b = subject.load(target), _load_other(subject, other)
        old = None if base is None else _load_other(subject, base)
        return cls(subject, other, base, a, b, old)

    def merge(self, prefer: Side | None, *, link: bool) -> tuple[AreaMerge, bool]:
        """The merge, and whether it could be made: else it has the conflicts alone."""
        from kotorlevel.area.edit.merge.merge import AreaMerge, merge_areas
        from kotorlevel.area.edit.merge.three_way import ConflictError

        with refusing():
            try:
                return merge_areas(self.a, self.b, self.base, prefer, link=link), True
            except ConflictError as error:
                return AreaMerge(self.a, conflicts=error.conflicts), False


def merge_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--base``, ``--prefer`` and ``--link``, as all ways to merge areas have them."""
    base = click.option(
        "--base",
        metavar="C",
        type=click.Path(path_type=Path),
        help="What both were made from: then what only one side changed is taken.",
    )
    prefer = click.option(
        "--prefer", type=click.Choice(["a", "b"]), help="Whose change counts where both changed."
    )
    link = click.option("--link", is_flag=True, help="Link rooms of B to all that they meet.")
    return base(prefer(link(command)))


@click.command("merge", epilog=_EXAMPLES)
@click.argument("paths", metavar="A B", nargs=-1, type=click.Path(path_type=Path))
@merge_options
@click.option(
    "--map",
    "picture",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Draw the conflicts, both sides of each: a name that ends in .svg or .png.",
)
@click.option(
    "--git",
    "is_driver",
    is_flag=True,
    help="Merge one file, given as git does: base, ours, theirs and its name; ours is replaced.",
)
@any_target_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/merge.schema.json).")
@materials_option
@level_options
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    base: Path | None,
    prefer: Side | None,
    link: bool,
    picture: Path | None,
    is_driver: bool,
    target: Target,
    as_json: bool,
    materials_table: str | None,
    given: Given,
) -> None:
    """Merge two versions of one area: what only one of them changed is taken.

    A and B are layouts, folders, archives, or folders of a game with --module; --base is what both
    were made from. Layout, visibility, walkmeshes, links, door hooks, all that the GIT places, path
    points, the ARE, the IFO and templates are merged. Other files that only B added or changed come
    along. A renamed room has its new name everywhere, and what stands in a room that one side moved
    goes along. What both changed differently is a
    conflict: it is listed, and nothing is written unless --prefer settles it. What is written are
    the files that differ from A's.
    """
    if is_driver:
        _refuse_beside_git(base=base, link=link, map=picture, json=as_json, target=target)
        ctx.exit(_merge_file(paths, prefer))
    if len(paths) != 2:
        counted = {0: "none was given", 1: "only A was given"}
        given_paths = counted.get(len(paths), f"{len(paths)} were given")
        raise click.UsageError(f"two versions of an area are needed, A and B; {given_paths}")
    target.check()
    drawn = None if picture is None else choose_file(
        picture, _ENDINGS, "conflicts.svg", force=target.force
    )  # fmt: skip
    sides = Sides.load(Subject(paths[0], given, materials_table), paths[1], base, target)
    merged, is_merged = sides.merge(prefer, link=link)
    drawn = _draw(sides, merged, drawn)
    files = target.write(merged.area) if is_merged else []
    named = (paths[0], paths[1], base)
    if as_json:
        echo_document(
            merged, files, named, dry_run=target.dry_run, is_merged=is_merged, picture=drawn
        )
    elif is_merged:
        details = {"dry_run": target.dry_run, "merge": merge_to_json(merged, paths[1], base)}
        show_merge(merged, files, paths[0], details, as_json=False)
    else:
        list_conflicts(merged.area.name, merged.conflicts)
    if not is_merged:
        tell_refused(has_base=base is not None)
        ctx.exit(1)


def _draw(sides: Sides, merged: AreaMerge, picture: Path | None) -> Path | None:
    """Write the map of the conflicts, and where it is; None where there is nothing to draw."""
    import kotorlevel as kl

    if picture is None:
        return None
    if not merged.conflicts:
        click.echo("No conflicts, so no map of them was drawn.", err=True)
        return None
    names = str(sides.subject.path), str(sides.other)
    drawn = kl.draw_conflicts(
        merged.conflicts,
        sides.a,
        sides.b,
        format="png" if picture.suffix.lower() == ".png" else "svg",
        names=names,
    )
    write_output(picture, drawn if isinstance(drawn, bytes) else drawn.encode(), err=True)
    return picture


def _load_other(subject: Subject, path: Path) -> Area:
    """Another version of the area, completed from the same game and module."""
    from kotorlevel.area.install.game import find_game

    game = subject.given.find(subject.path).game
    is_game = path.is_dir() and find_game(path) is not None
    folder = None if is_game or game is None else game.root
    given = replace(subject.given, game=folder)
    return load_given_area(path, given, subject.materials_table)


# One file


def _refuse_beside_git(*, target: Target, **given: object) -> None:
    """Raise `UsageError` for options that have no meaning for one file."""
    if target.folder is not None or target.in_place or target.dry_run:
        raise click.UsageError("--git writes to the second file: no -o, --in-place or --dry-run")
    for name, value in given.items():
        if value:
            raise click.UsageError(f"--git and --{name} exclude each other")


def _merge_file(paths: tuple[Path, ...], prefer: Side | None) -> int:
    """Merge base, ours and theirs into ours; the exit code."""
    from kotorlevel.area.edit.merge.single import FileMerge, merge_files
    from kotorlevel.area.edit.merge.three_way import ConflictError
    from kotorlevel.core.atomic import write_atomic

    if len(paths) not in (3, 4):
        raise click.UsageError("--git takes what git gives a merge driver: %O %A %B %P")
    base, ours, theirs = paths[:3]
    name = paths[-1].name if len(paths) == 4 else ours.name
    with refusing():
        try:
            merged = merge_files(ours, theirs, base, name=name, prefer=prefer)
        except ConflictError as error:
            show_file_merge(FileMerge(b"", error.conflicts), name)
            text = "A is ours, B is theirs; ours was left as it is"
            click.echo(f"{printable(name)}: {text}.", err=True)
            return 1
    if merged.data != ours.read_bytes():
        write_atomic(ours, merged.data)
    show_file_merge(merged, name)
    return 0
