"""Descriptions of archives, KEYs, GFFs, path points and models as text for people."""

from __future__ import annotations

import datetime
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kotorlevel.cli.show.info.files import LONGEST_LIST, Row, bounds_rows, more_rows
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.view.describe import Description

_MOST_TYPES = 40
_MOST_ROWS = 80
_DEEPEST = 2
_SHOWN_STRUCTS = 3
_LINE = 90


def data_title(d: Description) -> str:
    """What the file is, in a few words."""
    if d["format"] == "gff":
        return f"GFF ({printable(d['kind']) or 'without a kind'})"
    if d["format"] == "mdl":
        return f"model of the {'first' if d['game'] == 'k1' else 'second'} game"
    titles = {"key": "KEY, the index of a game's BIFs", "pth": "path points (PTH)"}
    return titles.get(d["format"]) or f"{d['kind']} archive"


# Archives


def _archive_summary(d: Description) -> str:
    return count_of(d["entries"], "resource")


def _archive_rows(d: Description) -> Iterator[Row]:
    yield "resources", f"{d['entries']:,}" if d["entries"] else "none: the archive is empty"
    label = "types"
    for each in d["types"][:_MOST_TYPES]:
        yield (
            label,
            f"{each['type']:<6} {each['entries']:>6,}  {count_of(each['bytes'], 'byte'):>18}",
        )
        label = ""
    if len(d["types"]) > _MOST_TYPES:
        yield "", f"and {len(d['types']) - _MOST_TYPES:,} more (--json lists all)"
    for each in d["descriptions"][:LONGEST_LIST]:
        yield "about it", f"language {each['language']}: {printable(each['text'], 200)}"
    yield from _built_row(d)


def _built_row(d: Description) -> Iterator[Row]:
    if d["built"] is None:
        return
    year, day = d["built"]["year"], d["built"]["day"]
    try:
        built = (datetime.date(year, 1, 1) + datetime.timedelta(day - 1)).isoformat()
    except (ValueError, OverflowError):
        built = f"{year}, day {day}"
    yield "built", built


# KEY


def _key_summary(d: Description) -> str:
    return f"{count_of(d['entries'], 'resource')} in {count_of(len(d['bifs']), 'BIF')}"


def _type_counts(types: list[Description]) -> str:
    """``12 wok, 3 lyt, 1 vis``, the most frequent first."""
    return ", ".join(f"{each['entries']:,} {each['type']}" for each in types)


def _key_rows(d: Description) -> Iterator[Row]:
    yield "resources", _key_summary(d)
    label = "types"
    for line in textwrap.wrap(_type_counts(d["types"][:_MOST_TYPES]), _LINE):
        yield label, line
        label = ""
    label = "BIFs"
    width = max((len(printable(bif["path"])) for bif in d["bifs"]), default=0)
    for bif in d["bifs"]:
        size = count_of(bif["bytes"], "byte")
        path = f"{printable(bif['path']):<{width}}"
        yield label, f"{path}  {count_of(bif['entries'], 'resource'):>16}  {size:>19}"
        label = ""
    yield from _built_row(d)


# GFF


def _gff_summary(d: Description) -> str:
    return f"{count_of(d['structs'], 'struct')}, {count_of(d['fields'], 'field')}"


def _gff_rows(d: Description) -> Iterator[Row]:
    yield "holds", _gff_summary(d)
    for number, row in enumerate(_outline(d["tree"], 1)):
        if number == _MOST_ROWS:
            yield "", "and more (--json has all)"
            break
        yield row


def _outline(tree: dict[str, Any], depth: int) -> Iterator[Row]:
    """The fields of a struct; those of structs in it are indented, of lists the first structs."""
    indent = "  " * (depth - 1)
    for label, value in tree.items():
        name = indent + printable(label)
        if _is_struct(value):
            yield name, count_of(len(value), "field")
            if depth < _DEEPEST:
                yield from _outline(value, depth + 1)
        elif _is_list(value):
            yield name, count_of(len(value), "struct") if value else "empty list"
            for number, struct in enumerate(value[:_SHOWN_STRUCTS]):
                yield f"{indent}  [{number}]", _in_one_line(struct)
            if len(value) > _SHOWN_STRUCTS:
                yield f"{indent}  ...", f"and {len(value) - _SHOWN_STRUCTS:,} more"
        else:
            yield name, _value_text(value)


def _in_one_line(struct: dict[str, Any]) -> str:
    """As many fields as there is room for."""
    line = ""
    for number, (label, value) in enumerate(struct.items()):
        part = f"{', ' if number else ''}{printable(label)} {_value_text(value, 30)}"
        if len(line) + len(part) > _LINE:
            return f"{line}, and {len(struct) - number} more"
        line += part
    return line or "no fields"


def _value_text(value: Any, longest: int = 80) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return f'"{printable(value, longest)}"'
    if _is_struct(value):
        return f"({count_of(len(value), 'field')})"
    if _is_list(value):
        return f"({count_of(len(value), 'struct')})"
    if isinstance(value, dict):
        return _localized_text(value, longest)
    if isinstance(value, list):
        return "(" + ", ".join(_value_text(number) for number in value) + ")"
    return str(value)


def _localized_text(value: dict[str, Any], longest: int) -> str:
    """The first text of its own, and its line in the talk table."""
    texts = [f'"{printable(text, longest)}"' for text in value["strings"].values()]
    more = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
    line = f"line {value['strref']:,} of dialog.tlk" if value["strref"] != -1 else ""
    if texts:
        return f"{texts[0]}{more}{f' ({line})' if line else ''}"
    return line or "no text"


def _is_struct(value: Any) -> bool:
    """Not so a localized text, which plain values have as a dictionary of these two keys."""
    return isinstance(value, dict) and value.keys() != {"strref", "strings"}


def _is_list(value: Any) -> bool:
    """Not so a vector, which is a list of numbers."""
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


# Path points


def _path_summary(d: Description) -> str:
    points, links = len(d["points"]), len(d["connections"])
    return f"{count_of(points, 'point')}, {count_of(links, 'connection')}"


def _path_rows(d: Description) -> Iterator[Row]:
    yield "points", f"{len(d['points']):,}"
    if d["bounds"]:
        sides = zip("xy", d["bounds"]["min"], d["bounds"]["max"], strict=True)
        yield "bounds", "   ".join(f"{axis} {low:.2f} to {high:.2f}" for axis, low, high in sides)
    one_way = f", {len(d['one_way']):,} of them one way only" if d["one_way"] else ""
    yield "connections", f"{len(d['connections']):,}{one_way}"
    for a, b in d["one_way"][:LONGEST_LIST]:
        yield "one way", f"from point {a} to {b}, not back"
    yield from more_rows(d["one_way"])
    if d["alone"]:
        numbers = ", ".join(map(str, d["alone"][:LONGEST_LIST]))
        dots = ", ..." if len(d["alone"]) > LONGEST_LIST else ""
        yield "alone", f"{count_of(len(d['alone']), 'point')} without a connection: {numbers}{dots}"


# Models


def _model_summary(d: Description) -> str:
    walkmesh = d["walkmesh"]
    floor = f"walkmesh of {count_of(walkmesh['faces'], 'face')}" if walkmesh else "no walkmesh"
    drawn = count_of(d["drawn_faces"], "drawn face")
    return f"{count_of(len(d['nodes']), 'node')}, {drawn}, {floor}"


def _model_rows(d: Description) -> Iterator[Row]:
    yield "name", printable(d["name"]) or "none"
    kinds = Counter(node["kind"] for node in d["nodes"])
    counted = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    yield "nodes", f"{len(d['nodes']):,}: {counted}"
    lit = sum(bool(node["mesh"] and node["mesh"]["lightmap"]) for node in d["nodes"])
    yield "drawn", f"{count_of(d['drawn_faces'], 'face')}; {count_of(lit, 'mesh')} with a lightmap"
    yield from bounds_rows(d["bounds"])
    label = "textures"
    for each in d["textures"][:LONGEST_LIST]:
        name = printable(each["name"]) or "(none)"
        yield label, f"{name:<20} {count_of(each['faces'], 'face')}"
        label = ""
    yield from more_rows(d["textures"])
    if d["animations"]:
        shown = [printable(name) for name in d["animations"][:LONGEST_LIST]]
        yield "animations", ", ".join(shown)
        yield from more_rows(d["animations"])
    if d["mdx_size"] is None:
        yield "MDX", "not beside it: no normals and texture coordinates"
    yield from _model_floor_rows(d["walkmesh"])


def _model_floor_rows(walkmesh: Description | None) -> Iterator[Row]:
    if walkmesh is None:
        yield "walkmesh", "none"
        return
    yield (
        "walkmesh",
        f"{printable(walkmesh['node'])}: {count_of(walkmesh['faces'], 'face')}, "
        f"{walkmesh['walkable_faces']:,} of them walkable; "
        f"{count_of(walkmesh['vertices'], 'vertex')}, tree of {walkmesh['boxes']:,}",
    )
    for surface in walkmesh["surfaces"][:LONGEST_LIST]:
        walkable = "walkable" if surface["walkable"] else "not walkable"
        yield "", f"{surface['label']:<16} {count_of(surface['faces'], 'face')}, {walkable}"
    yield from more_rows(walkmesh["surfaces"])


DATA_ROWS: dict[str, Callable[[Description], Iterator[Row]]] = {
    "archive": _archive_rows,
    "key": _key_rows,
    "gff": _gff_rows,
    "pth": _path_rows,
    "mdl": _model_rows,
}
DATA_SUMMARIES: dict[str, Callable[[Description], str]] = {
    "archive": _archive_summary,
    "key": _key_summary,
    "gff": _gff_summary,
    "pth": _path_summary,
    "mdl": _model_summary,
}
