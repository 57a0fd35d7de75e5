"""Descriptions of files as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.core.errors import describe_place
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.view.describe import Description

Row = tuple[str, str]
"""A label and the text beside it; the label is empty in lines that go on."""

LONGEST_LIST = 12
"""How many of a long list are shown."""


def show_found(found: Description, *, full: bool, listed: bool) -> None:
    """Files and areas; ``listed`` with one line each."""
    files, areas = found["files"], found["areas"]
    (show_list if listed else show_each)(files)
    if files and areas:
        click.echo()
    if areas:
        from kotorlevel.cli.show.info.area import show_area_list, show_areas

        if len(areas) > 1 and listed:
            show_area_list(areas)
        else:
            show_areas(areas, full=full)


def show_errors(errors: Sequence[Description]) -> None:
    """What cannot be read, on stderr."""
    for error in errors:
        place = describe_place(error["section"], error["offset"], error["line"])
        text = ": ".join(part for part in (error["path"], place, error["message"]) if part)
        click.secho(f"cannot read {printable(text, 2000)}", fg="red", err=True)


def show_each(described: Sequence[Description]) -> None:
    """Every file in full."""
    for index, description in enumerate(described):
        if index:
            click.echo()
        title = click.style(printable(description["path"], 200), bold=True)
        click.echo(f"{title}  {_title(description)}, {count_of(description['size'], 'byte')}")
        rows = list(_rows(description))
        width = max((len(label) for label, _ in rows), default=0)
        for label, text in rows:
            _echo_row(label, text, width, dim=True)
        for problem in description["problems"]:
            _echo_row("problem", _problem(problem), width, fg="yellow")


def _echo_row(label: str, text: str, width: int, **style: Any) -> None:
    click.echo(f"  {click.style(f'{label:<{max(width, 10)}}', **style)}  {text}".rstrip())


def show_list(described: Sequence[Description]) -> None:
    """One line a file, then the sum."""
    width = max((len(d["path"]) for d in described), default=0)
    for d in described:
        problems = len(d["problems"])
        mark = click.style(f"  ({count_of(problems, 'problem')})", fg="yellow") if problems else ""
        click.echo(f"{printable(d['path'], 200):<{width}}  {_title(d)}: {_summary(d)}{mark}")
    if not described:
        return
    broken = sum(bool(d["problems"]) for d in described)
    total = f"{count_of(len(described), 'file')} read"
    if broken:
        total += f", {broken} with problems (add --full to see them)"
    click.secho(total, bold=True)


def _title(d: Description) -> str:
    if d["format"] == "bwm":
        return f"{d['kind']} walkmesh"
    if d["format"] == "ascii":
        kind = f"{d['meshes'][0]['kind']} walkmesh" if d["meshes"] else "model without a walkmesh"
        return f"{kind}, ASCII ({d['dialect']} text)"
    if d["format"] in _SUMMARIES:
        return {"lyt": "layout", "vis": "visibility", "2da": "2DA table"}[d["format"]]
    from kotorlevel.cli.show.info.data import data_title

    return data_title(d)


def _rows(d: Description) -> Iterator[Row]:
    if d["format"] in _ROWS:
        return _ROWS[d["format"]](d)
    from kotorlevel.cli.show.info.data import DATA_ROWS

    return DATA_ROWS[d["format"]](d)


def _summary(d: Description) -> str:
    if d["format"] in _SUMMARIES:
        return _SUMMARIES[d["format"]](d)
    from kotorlevel.cli.show.info.data import DATA_SUMMARIES

    return DATA_SUMMARIES[d["format"]](d)


def _problem(problem: dict[str, Any]) -> str:
    place = describe_place(problem["section"], problem["offset"], problem["line"])
    return f"{place}: {problem['text']}" if place else str(problem["text"])


# Walkmesh


def _walkmesh_summary(d: Description) -> str:
    rooms = len(d["transitions"])
    links = f", links to {count_of(rooms, 'room')}" if rooms else ""
    walkable = f" ({d['walkable_faces']:,} walkable)" if d["kind"] == "area" else ""
    return f"{count_of(d['faces'], 'face')}{walkable}{links}"


def _walkmesh_rows(d: Description) -> Iterator[Row]:
    area = d["kind"] == "area" and d["faces"]
    walkable = f", {d['walkable_faces']:,} of them walkable" if area else ""
    yield (
        "mesh",
        f"{count_of(d['faces'], 'face')}{walkable}; {count_of(d['vertices'], 'vertex')}",
    )
    yield from bounds_rows(d["bounds"])
    if any(d["position"]):
        yield "position", _vector(d["position"])
    for kind in ("relative", "absolute"):
        for number, hook in enumerate(d["use_hooks"][kind], 1):
            if any(hook):
                yield "use hook", f"{number}, {kind}: {_vector(hook)}"
    label = "surfaces"
    for surface in d["surfaces"][:LONGEST_LIST]:
        walk = "walkable" if surface["walkable"] else ""
        faces = count_of(surface["faces"], "face")
        yield label, f"{surface['id']:>3} {printable(surface['label']):<14} {faces:<12} {walk}"
        label = ""
    yield from more_rows(d["surfaces"])
    if d["kind"] == "area":
        yield from _area_rows(d)


def _area_rows(d: Description) -> Iterator[Row]:
    if d["adjacency_domain"] != d["walkable_faces"]:
        yield "adjacency", f"of the first {count_of(d['adjacency_domain'], 'face')}"
    loops = len(d["loops"])
    yield "boundary", f"{count_of(d['boundary_edges'], 'edge')} in {count_of(loops, 'loop')}"
    label = "links"
    for link in d["transitions"][:LONGEST_LIST]:
        yield label, f"{count_of(link['edges'], 'edge')} to room {link['room']}"
        label = ""
    yield from more_rows(d["transitions"])
    depth = d["tree"]["depth"]
    shape = "not a tree: a node is reached twice" if depth is None else f"depth {depth}"
    yield "tree", f"{count_of(d['tree']['nodes'], 'node')}, {shape}"


def bounds_rows(bounds: dict[str, Any] | None) -> Iterator[Row]:
    """The box about a mesh, and how many vertices it leaves out."""
    if bounds is None:
        yield "bounds", "none"
        return
    sides = zip("xyz", bounds["min"], bounds["max"], strict=True)
    yield "bounds", "   ".join(f"{axis} {low:.2f} to {high:.2f}" for axis, low, high in sides)
    if bounds["not_finite"]:
        yield (
            "",
            f"{count_of(bounds['not_finite'], 'vertex')} with NaN or infinite coordinates",
        )


def _vector(values: Sequence[float | str]) -> str:
    """Numbers in parentheses; NaN and infinities come as text."""
    return "(" + ", ".join(f"{v:.3f}" if isinstance(v, float) else str(v) for v in values) + ")"


# ASCII walkmesh


def _ascii_summary(d: Description) -> str:
    return "; ".join(map(_walkmesh_summary, d["meshes"])) or "nothing to walk on"


def _ascii_rows(d: Description) -> Iterator[Row]:
    for mesh in d["meshes"]:
        state = f", {mesh['state']}" if mesh["state"] else ""
        yield "node", f"{printable(mesh['name']) or 'without a name'}{state}"
        if mesh["welded"]:
            yield "welded", f"{count_of(mesh['welded'], 'vertex')} at the place of another"
        yield from _walkmesh_rows(mesh)


# Layout


def _layout_summary(d: Description) -> str:
    return f"{count_of(len(d['rooms']), 'room')}, {count_of(len(d['door_hooks']), 'door hook')}"


def _layout_rows(d: Description) -> Iterator[Row]:
    for label, key in (("room", "rooms"), ("track", "tracks"), ("obstacle", "obstacles")):
        for entry in d[key]:
            yield (
                f"{label} {entry['index']}",
                f"{printable(entry['name']):<16} {_vector(entry['position'])}",
            )
    for hook in d["door_hooks"]:
        place = f"in {printable(hook['room'])} at {_vector(hook['position'])}"
        yield f"door hook {hook['index']}", f"{printable(hook['door'])} {place}"
    if d["others"]:
        yield (
            "",
            f"{count_of(len(d['others']), 'line')} in othercount, which the game does not read",
        )
    if d["empty_rooms"]:
        yield "", f"{count_of(d['empty_rooms'], 'empty room slot')} (****)"


# Visibility


def _visibility_summary(d: Description) -> str:
    one_way = len(d["one_way_pairs"])
    return f"{count_of(len(d['rooms']), 'room')}, {count_of(d['pairs'], 'pair')}, {one_way} one-way"


def _visibility_rows(d: Description) -> Iterator[Row]:
    yield "pairs", f"{d['pairs']:,}, of which {len(d['one_way_pairs']):,} one way only"
    for room in d["rooms"]:
        names = [printable(name) for name in room["sees"]]
        shown = ", ".join(names[:LONGEST_LIST]) or "nothing else"
        more = f" and {len(names) - LONGEST_LIST} more" if len(names) > LONGEST_LIST else ""
        yield printable(room["name"]), f"sees {shown}{more}"
    for a, b in d["one_way_pairs"][:LONGEST_LIST]:
        yield "one way", f"{printable(a)} sees {printable(b)}, not back"
    yield from more_rows(d["one_way_pairs"])


# 2DA


def _2da_summary(d: Description) -> str:
    return f"{count_of(d['rows'], 'row')}, {count_of(len(d['columns']), 'column')}"


def _2da_rows(d: Description) -> Iterator[Row]:
    yield "form", {"binary": "binary (V2.b)", "text": "text (V2.0)"}[d["form"]]
    yield "rows", f"{d['rows']:,}"
    yield "columns", ", ".join(map(printable, d["columns"])) or "none"


def more_rows(entries: Sequence[object]) -> Iterator[Row]:
    """A row for what a list has beyond the shown ones."""
    if len(entries) > LONGEST_LIST:
        yield "", f"and {len(entries) - LONGEST_LIST:,} more (--json lists all)"


_ROWS: dict[str, Callable[[Description], Iterator[Row]]] = {
    "bwm": _walkmesh_rows,
    "ascii": _ascii_rows,
    "lyt": _layout_rows,
    "vis": _visibility_rows,
    "2da": _2da_rows,
}
_SUMMARIES: dict[str, Callable[[Description], str]] = {
    "bwm": _walkmesh_summary,
    "ascii": _ascii_summary,
    "lyt": _layout_summary,
    "vis": _visibility_summary,
    "2da": _2da_summary,
}
