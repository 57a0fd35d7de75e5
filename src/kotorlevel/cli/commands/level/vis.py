"""``kotorlevel vis``: who sees whom, what is wrong with it, and how it should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import area_argument, level_options, load_given_area
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.query.visibility.build import VisibilityResult

ACTIONS = ("show", "audit", "build")

_LISTED = {
    True: "The VIS lists it.",
    False: "The VIS does not list it.",
    None: "There is no VIS.",
}

_EXAMPLES = """
\b
Examples:
  kotorlevel vis my_mod                        who sees whom
  kotorlevel vis my_mod audit --geometry       what is wrong, and what should be listed and is not
  kotorlevel vis my_mod build --dry-run        what would be added and removed
  kotorlevel vis my_mod build -o fixed         write the new VIS to another folder
  kotorlevel vis my_mod --explain m55aa_02 m55aa_05

\b
Exit code: 0 done; 1 audit found a warning or an error; 2 something cannot be read or written.
"""


@click.command("vis", epilog=_EXAMPLES)
@area_argument
@click.argument("action", metavar="[show|audit|build]", default="show")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/vis.schema.json).")
@click.option("--geometry", is_flag=True, help="audit: also pairs that can be seen, but are not.")
@click.option("--keep", is_flag=True, help="build: only add pairs; what is listed stays.")
@click.option("--dry-run", is_flag=True, help="build: show what would change; write nothing.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="build: write the VIS into this folder.",
)
@click.option("--in-place", is_flag=True, help="build: replace the VIS; the old one stays as .bak.")
@force_option
@click.option(
    "--explain", nargs=2, metavar="ROOM ROOM", help="Why two rooms see each other, or not."
)
@click.option(
    "--depth", type=click.IntRange(1), metavar="N", help="See no farther than N rooms away."
)
@click.option(
    "--samples",
    type=click.IntRange(1, 4096),
    default=128,
    show_default=True,
    metavar="N",
    help="Try up to N times N lines for each pair of rooms.",
)
@click.option("--doors-closed", is_flag=True, help="Doors block sight, but to the room behind.")
@click.option("--one-way", is_flag=True, help="A room sees only what its own eyes find.")
@materials_option
@level_options
def command(
    path: Path,
    action: str,
    as_json: bool,
    geometry: bool,
    keep: bool,
    dry_run: bool,
    output: Path | None,
    in_place: bool,
    force: bool,
    explain: tuple[str, str] | None,
    depth: int | None,
    samples: int,
    doors_closed: bool,
    one_way: bool,
    given: Given,
    materials_table: str | None,
) -> None:
    """Show which rooms are drawn from which, find what is wrong with it, or compute it anew.

    AREA is a layout (LYT), a folder, an archive, or a game's folder with --module. Sight is
    computed from the walkmeshes: along lines that no wall, ceiling or floor blocks. Linked rooms
    always see each other. Rooms without a walkmesh keep what the VIS says of them.
    """
    _check_action(path, action)
    targets = {"-o": output is not None, "--in-place": in_place, "--dry-run": dry_run}
    _check_options(action, targets, geometry=geometry, keep=keep, explains=explain is not None)
    area = load_given_area(path, given, materials_table)
    result = None
    if action == "build" or geometry or explain:
        result = _compute(
            area,
            depth=depth,
            samples=samples,
            doors_closed=doors_closed,
            symmetric=not one_way,
            keep=keep,
        )
    document: dict[str, Any] = {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "area": area.name,
        "action": "explain" if explain else action,
    }
    code = 0
    if explain:
        assert result is not None
        document |= _explain(area, result, explain, as_json)
    elif action == "show":
        document |= _show(area, as_json)
    elif action == "audit":
        found, code = _audit(area, result, path, as_json)
        document |= found
    else:
        assert result is not None
        place = None if dry_run else (output, force)
        document |= _build(area, result, place, as_json)
    if as_json:
        import json

        click.echo(json.dumps(document, indent=2))
    raise click.exceptions.Exit(code)


def _show(area: Area, as_json: bool) -> dict[str, Any]:
    from kotorlevel.cli.show.vis import rooms_to_json, show_rooms

    if not as_json:
        show_rooms(area)
    return rooms_to_json(area)


def _audit(
    area: Area, result: VisibilityResult | None, path: Path, as_json: bool
) -> tuple[dict[str, Any], int]:
    from kotorlevel.cli.show.vis_audit import audit_area, show_audit

    audit = audit_area(area, result)
    if not as_json:
        show_audit(audit, printable(str(path), 200))
    return audit.to_json(), int(audit.is_bad)


def _build(
    area: Area, result: VisibilityResult, place: tuple[Path | None, bool] | None, as_json: bool
) -> dict[str, Any]:
    from kotorlevel.cli.ask.vis_build import plan_build, show_build, write_build

    plan = plan_build(area, result)
    written = None if place is None else write_build(area, result, *place)
    if not as_json:
        show_build(plan, written, dry_run=place is None)
    return plan.to_json(written)


def _explain(
    area: Area, result: VisibilityResult, rooms: tuple[str, str], as_json: bool
) -> dict[str, Any]:
    a, b = (_find_room(area, name) for name in rooms)
    ways = [(a, b), (b, a)] if a != b else [(a, b)]
    texts = [printable(result.explain(*way), 2000) for way in ways]
    listed = [_is_listed(area, *way) for way in ways]
    if not as_json:
        for text, is_listed in zip(texts, listed, strict=True):
            click.echo(f"{text}. {_LISTED[is_listed]}")
    return {
        "explanations": [
            {
                "room": area.rooms[x].name,
                "other": area.rooms[y].name,
                "text": text,
                "listed": is_listed,
            }
            for (x, y), text, is_listed in zip(ways, texts, listed, strict=True)
        ]
    }


def _is_listed(area: Area, room: int, other: int) -> bool | None:
    """Whether the VIS lists one room under another; None without a VIS."""
    from kotorlevel.cli.show.vis import sees

    if area.visibility is None:
        return None
    return sees(area.visibility, area.rooms[room].name, area.rooms[other].name)


def _find_room(area: Area, name: str) -> int:
    """The room of that name or number. Raises `CommandError` where there is none."""
    room = area.find_room(name)
    if room is None and name.isdecimal() and len(name) < 10 and int(name) < len(area.rooms):
        room = area.rooms[int(name)]
    if room is None or room.is_empty_slot:
        from kotorlevel.core.words import did_you_mean

        hint = did_you_mean(name, [each.name for each in area.rooms])
        raise CommandError(f"{area.name} has no room '{printable(name)}'. {hint}".rstrip())
    return room.index


def _compute(area: Area, **options: Any) -> VisibilityResult:
    from kotorlevel.cli.terminal.progress import progress_bar
    from kotorlevel.query.visibility.build import build_visibility

    try:
        with progress_bar("Looking from room to room") as progress:
            result = build_visibility(area, progress=progress, **options)
    except ValueError as error:  # more rooms than can be computed
        raise CommandError(str(error)) from None
    if result.unknown:
        from kotorlevel.core.words import some_of

        names = some_of([area.rooms[number].name for number in result.unknown])
        text = f"without a walkable floor, what the VIS says of them is kept: {names}"
        click.secho(text, fg="yellow", err=True)
    return result


def _check_action(path: Path, action: str) -> None:
    if action in ACTIONS:
        return
    if str(path) in ACTIONS:
        raise click.UsageError(f"AREA comes before the action: kotorlevel vis {action} {path}")
    from difflib import get_close_matches

    close = get_close_matches(action.lower(), ACTIONS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(ACTIONS)}."
    raise click.UsageError(f"There is no action {printable(action)!r}. {hint}")


def _check_options(
    action: str, targets: dict[str, bool], *, geometry: bool, keep: bool, explains: bool
) -> None:
    """Refuse options that the action cannot heed, and a build that has nowhere to go."""
    given = [name for name, is_given in targets.items() if is_given]
    if geometry and action != "audit":
        raise click.UsageError("--geometry goes with audit")
    for_build = [*given, *(["--keep"] if keep else [])]
    if for_build and (action != "build" or explains):
        raise click.UsageError(f"{for_build[0]} goes with build")
    if len(given) > 1:
        raise click.UsageError(f"give {given[0]} or {given[1]}, not both")
    if action == "build" and not given and not explains:
        raise click.UsageError("say where to write: -o DIR or --in-place; or --dry-run")
