"""Write what is made from the code: formats, rules, commands, api, schemas, a picture, the stub.

    python docs/generate.py

A test fails when one is not what this would write.
"""

from __future__ import annotations

import inspect
import runpy
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

import kotorlevel
from kotorlevel.build.describe import describe_module
from kotorlevel.checks.reports.pages import rule_page, rules_index
from kotorlevel.checks.rule import all_rules
from kotorlevel.cli.commands.faults.demo import command as demo
from kotorlevel.core.glossary import TERMS
from kotorlevel.core.table import Table
from kotorlevel.formats.bwm.tables import HEADER, SLOTS
from kotorlevel.formats.gff import tables as gff_tables
from kotorlevel.formats.mdl import tables as model_tables
from kotorlevel.mesh.jsonform.schema import make_schemas
from kotorlevel.mesh.jsonform.text import format_json
from kotorlevel.repair.edits import OPERATIONS

DOCS = Path(__file__).resolve().parent
STUB = DOCS.parent / "src" / "kotorlevel" / "__init__.pyi"
_STUB_NOTE = "Made by docs/generate.py from `__init__.py`; edit that instead."
_NOTE = "<!-- Made by docs/generate.py from the code; edit the code instead. -->"
_TYPES = {"u1": "u8", "<u2": "u16", "<u4": "u32", "<i4": "i32", "<f4": "f32"}
_TEXT_PAGES = {
    "ascii": "ASCII walkmesh",
    "lyt": "Layout (LYT)",
    "vis": "Visibility (VIS)",
    "twoda": "2DA tables",
    "archives": "Archives (ERF, MOD, RIM, BIF, KEY)",
    "pth": "Path points (PTH)",
    "images": "Pictures (TGA, TPC)",
    "obj": "Wavefront OBJ and MTL",
    "gltf": "glTF and GLB",
}


def make_pages() -> dict[str, str]:
    """Path below docs/ → text of every generated page."""
    pages = {
        "formats/bwm.md": _binary_walkmesh_page(),
        "formats/gff.md": _gff_page(),
        "formats/mdl.md": _model_page(),
        "formats/module.md": _page("A new module: level.toml and its files", describe_module()),
    }
    for package, title in _TEXT_PAGES.items():
        module = import_module(f"kotorlevel.formats.{package}")
        pages[f"formats/{package}.md"] = _page(title, inspect.getdoc(module) or "")
    for name, schema in make_schemas().items():
        pages[f"schema/files/{name}.schema.json"] = format_json(schema)
    json_form = import_module("kotorlevel.mesh.jsonform")
    pages["json.md"] = _page("Files as JSON and CSV", inspect.getdoc(json_form) or "")
    pages["glossary.md"] = _glossary_page()
    pages["edits.md"] = _edits_page()
    pages |= runpy.run_path(str(DOCS / "reference.py"))["make_pages"]()
    pages["rules/README.md"] = _page("Rules", rules_index())
    for rule in all_rules().values():
        title, _, body = rule_page(rule).partition("\n")
        pages[f"rules/{rule.id}.md"] = _page(title.removeprefix("# "), body)
    # Not a part of this file, and beside it also where it is run from elsewhere.
    made: dict[str, str] = runpy.run_path(str(DOCS / "command_pages.py"))["make_command_pages"]()
    return pages | made


def _edits_page() -> str:
    rows = []
    for name, kind in OPERATIONS.items():
        first = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
        arguments = [
            f"`{each.name}`" if each.default is MISSING else f"`{each.name}` ({each.default!r})"
            for each in fields(kind)
        ]
        rows.append(f"| `{name}` | {first} | {', '.join(arguments)} |")
    intro = (
        "An edit of a level is a value: a named operation with its arguments. A list of them is a "
        "file that can be read, kept in git, and done again: `kotorlevel apply edits.json my_mod`. "
        "In Python they are `kl.edits.Paint(...)` and so on, `kl.read_edits`, `kl.apply_edits`, "
        "and `kl.EditSession` for editing with undo."
    )
    example = (
        "```json\n{\n"
        '  "format": "kotorlevel-edits",\n  "version": 1,\n  "edits": [\n'
        '    {"op": "paint", "room": "m55aa_02", "faces": [3, 4], "surface": "Metal"},\n'
        '    {"op": "move-room", "room": "m55aa_03", "offset": [0, 0, 0.5]}\n  ]\n}\n```'
    )
    numbers = (
        "Rooms and surfaces are names or numbers. Numbers of faces, edges (3 · face + side), "
        "vertices and path points are those of the level at that moment: painting a wall as floor "
        "changes the order of faces, and the edits behind it count with the new one. All edits of "
        "a file are done, or none."
    )
    table = "\n".join(["| op | what it does | arguments (default) |", "|---|---|---|", *rows])
    return _page("Edits", f"{intro}\n\n{example}\n\n{numbers}\n\n{table}")


def _glossary_page() -> str:
    rows = [
        f"| {term.word} | {term.meaning} | {', '.join(term.elsewhere) or '–'} |" for term in TERMS
    ]
    body = "Our words, and what others call the same. In the terminal: `kotorlevel help WORD`.\n"
    table = "\n".join(["| here | meaning | elsewhere |", "|---|---|---|", *rows])
    last = "Coming from PyKotor or another tool? See [migrating](migrating.md)."
    return _page("Glossary", f"{body}\n{table}\n\n{last}")


def make_picture() -> str:
    """The map that the demo draws of its broken station (SVG)."""
    with TemporaryDirectory() as folder:
        CliRunner().invoke(demo, [folder], catch_exceptions=False)
        return (Path(folder) / "station.svg").read_text(encoding="utf-8")


def make_stub() -> str:
    """`kotorlevel/__init__.pyi`: the public names for type checkers and editors."""
    places = []
    for name, module in vars(kotorlevel)["_MODULES"].items():
        parent, _, last = f"kotorlevel.{module}".rpartition(".")
        places.append((parent, last, name))
    for module, names in vars(kotorlevel)["_HOMES"].items():
        places += [(f"kotorlevel.{module}", name, name) for name in names.split()]
    lines = [f'"""{_STUB_NOTE}"""', "", "from typing import Final", ""]
    for parent, last, name in sorted(places, key=_in_order):
        lines.append(f"from {parent} import {last} as {name}")
    lines += ["", "__version__: Final[str]", "__all__: Final[list[str]]", ""]
    return "\n".join(lines)


def _in_order(place: tuple[str, str, str]) -> tuple[str, bool, bool, str]:
    """What ruff sorts imports by: the module, constants, classes, functions, names in any case."""
    name = place[1]
    return place[0], name[0].islower(), not name.isupper(), name.lower()


def _page(title: str, body: str) -> str:
    return f"# {title}\n\n{_NOTE}\n\n{body.strip()}\n"


def _binary_walkmesh_page() -> str:
    module = import_module("kotorlevel.formats.bwm")
    parts = [inspect.getdoc(module) or "", _header_section(HEADER)]
    for slot in SLOTS:
        size = slot.table.record.itemsize
        place = f"`{slot.count}` rows of {size} bytes at `{slot.offset}`."
        parts.append(_table_section(slot.table, place))
    return _page("Binary walkmesh (WOK, PWK, DWK)", "\n\n".join(parts))


def _gff_page() -> str:
    module = import_module("kotorlevel.formats.gff")
    parts = [inspect.getdoc(module) or "", _header_section(gff_tables.HEADER)]
    for slot in gff_tables.SLOTS:
        unit = "bytes" if slot.in_bytes else f"rows of {slot.table.record.itemsize} bytes"
        parts.append(_table_section(slot.table, f"`{slot.length}` {unit} at `{slot.offset}`."))
    return _page("GFF", "\n\n".join(parts))


def _model_page() -> str:
    module = import_module("kotorlevel.formats.mdl")
    parts = [inspect.getdoc(module) or ""]
    parts += [_table_section(t, f"{t.record.itemsize} bytes a row.") for t in model_tables.TABLES]
    return _page("Models (MDL, MDX)", "\n\n".join(parts))


def _header_section(header: Table) -> str:
    return f"## Header\n\n{header.meaning}\n\n{_fields(header)}"


def _table_section(table: Table, place: str) -> str:
    return f"## {table.name.capitalize()}\n\n{table.meaning} {place}\n\n{_fields(table)}"


def _fields(table: Table) -> str:
    lines = ["| offset | type | field | meaning |", "|---|---|---|---|"]
    for field in table.fields:
        offset = table.record.fields[field.name][1] if table.record.fields else 0
        kind = _TYPES.get(field.type, field.type)
        if field.type.startswith("S"):
            kind = f"{field.type[1:]} bytes"
        shape = "".join(f"{n} × " for n in field.shape)
        lines.append(f"| 0x{offset:02X} | {shape}{kind} | `{field.name}` | {field.meaning} |")
    return "\n".join(lines)


def main() -> None:
    """Write every page, the picture and the stub."""
    STUB.write_text(make_stub(), encoding="utf-8", newline="\n")
    for name, text in (make_pages() | {"station.svg": make_picture()}).items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
