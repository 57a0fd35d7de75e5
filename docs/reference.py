"""Pages for every public name, from signatures and docstrings in the source: docs/api.

    python docs/reference.py        which public names have no page (docs/generate.py writes them)

Signatures are taken as they are written, not as Python evaluates them: `Game | str | Path | None`
says more than the same with whole module names.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import typing
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import kotorlevel

GROUPS = {
    "files": (
        "Files",
        "Reading and writing the formats, archives and games. Every reader takes a path, bytes or "
        "an open binary file; an unedited value is written back byte for byte.",
        "formats mesh.io area.install core.glossary errors",
    ),
    "meshes": (
        "Meshes",
        "One walkmesh as a value: its arrays, its faces, edges and nodes as views, and what "
        "surfaces mean. An edit returns a new mesh.",
        "mesh edit",
    ),
    "areas": (
        "Areas",
        "A whole level as a value: loading it, writing it, and what stands in it.",
        "area area.area area.load area.write area.objects area.models area.sample query.rooms",
    ),
    "queries": (
        "Queries",
        "What is at a place: floor, height, faces, rays, sight.",
        "query",
    ),
    "walking": (
        "Walking",
        "Ways, what can be reached, what is cut off and by what; path points.",
        "nav",
    ),
    "checking": ("Checking", "Rules, findings, reports, whole games.", "checks core.memory"),
    "repairing": (
        "Repairing",
        "Mending what check finds, and taking back what was done.",
        "repair core.journal area.editing",
    ),
    "edits": (
        "Edits",
        "Changing a level: rooms, links, doors, the entry; edits as values with undo.",
        "area.edit area.links repair.edits edits query.standing query.turning",
    ),
    "building": (
        "Building modules",
        "A playable module from rooms: plans (level.toml), and what is made of them.",
        "build",
    ),
    "comparing": (
        "Comparing and merging",
        "What changed between two versions, and two versions in one.",
        "area.diff mesh.diff area.edit.merge",
    ),
    "pictures": (
        "Pictures and pages",
        "Maps, the game's own too, the 3-D page, reports, and the scene they are all drawn from.",
        "view area.gamemap formats.images",
    ),
    "exchange": (
        "Exchange",
        "To other forms and back: Blender, ASCII, models, JSON, CSV.",
        "mesh.convert area.conversion area.drawn formats.drawing formats.twoda.csv_text "
        "mesh.jsonform view.live.follow",
    ),
}
"""Page → its title, what it is about, and the modules whose names are on it (longest wins)."""

NOTE = "<!-- Made by docs/generate.py from the code; edit the code instead. -->"


@dataclass
class Member:
    """Something of a class: a field, a property or a method."""

    name: str
    doc: str
    type: str = ""
    default: str = ""
    signature: str = ""
    kind: str = "method"


@dataclass
class Entry:
    """A public name as its page shows it."""

    name: str
    page: str
    thing: Any
    anchor: str = ""
    members: list[Member] = field(default_factory=list)


def make_pages() -> dict[str, str]:
    """Path below docs/ → text."""
    entries = list_entries()
    links = {each.name: f"{each.page}.md#{each.anchor}" for each in entries}
    links |= {n.removeprefix("errors."): to for n, to in links.items() if n.startswith("errors.")}
    pages = {"api/README.md": _index_page(entries)}
    for page, (title, about, _) in GROUPS.items():
        here = [each for each in entries if each.page == page]
        parts = [f"# {title}", NOTE, about, _summary(here)]
        parts += [_entry_section(each, links) for each in here]
        pages[f"api/{page}.md"] = "\n\n".join(parts) + "\n"
    return pages


def list_entries() -> list[Entry]:
    """Every public name, with its page and the anchor of its heading there."""
    modules: dict[str, str] = vars(kotorlevel)["_MODULES"]
    homes: dict[str, str] = vars(kotorlevel)["_HOMES"]
    entries = []
    for name in modules:
        module = getattr(kotorlevel, name)
        own = [part for part in module.__all__ if part not in kotorlevel.__all__]
        entries += [Entry(f"{name}.{part}", _page_of(name), getattr(module, part)) for part in own]
    for home, names in homes.items():
        entries += [Entry(n, _page_of(home), getattr(kotorlevel, n)) for n in names.split()]
    entries.sort(key=_in_order)
    used: dict[tuple[str, str], int] = defaultdict(int)
    for entry in entries:
        if inspect.isclass(entry.thing):
            entry.members = list_members(entry.thing)
        entry.anchor = _anchor(entry.name, entry.page, used)
        for member in entry.members:
            if member.kind == "method":
                _anchor(f"{entry.name}.{member.name}", entry.page, used)
    return entries


def _in_order(entry: Entry) -> tuple[list[str], bool, bool, str]:
    """By page; names of kotorlevel itself first; functions, then classes."""
    is_class = inspect.isclass(entry.thing)
    return [entry.page], "." in entry.name, is_class, entry.name.lower()


def _anchor(title: str, page: str, used: dict[tuple[str, str], int]) -> str:
    """As GitHub names a heading: a number behind the second of a name."""
    slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    number = used[page, slug]
    used[page, slug] += 1
    return f"{slug}-{number}" if number else slug


def _page_of(module: str) -> str:
    found = [
        (len(prefix), page)
        for page, (_, _, prefixes) in GROUPS.items()
        for prefix in prefixes.split()
        if module == prefix or module.startswith(f"{prefix}.")
    ]
    return max(found)[1]


def _index_page(entries: list[Entry]) -> str:
    intro = (
        "`import kotorlevel as kl` loads nothing but a list of names; each is loaded when it is "
        "first used. All are typed. Shapes of arrays are written `(F, 3)`; lengths are metres, "
        "angles degrees, places `(x, y)` or `(x, y, z)` in the space of the area."
    )
    lines = ["| page | what is there |", "|---|---|"]
    for page, (title, about, _) in GROUPS.items():
        lines.append(f"| [{title}]({page}.md) | {about} |")
    names = ["## All names", ""]
    names += [
        f"- [`{each.name}`]({each.page}.md#{each.anchor}): {first_line(each)}"
        for each in sorted(entries, key=lambda each: each.name.lower())
    ]
    types = [
        "## Types in signatures",
        "",
        "Names that are not public themselves, but stand in signatures.",
        "",
        "| type | what it is |",
        "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in sorted(_list_types(entries).items())),
    ]
    parts = ["# The Python library", NOTE, intro]
    parts += ["\n".join(lines), "\n".join(types), "\n".join(names)]
    return "\n\n".join(parts) + "\n"


def first_line(entry: Entry) -> str:
    """What the thing is, in a sentence."""
    if not (inspect.isclass(entry.thing) or callable(entry.thing)):
        return f"a {type(entry.thing).__name__} of {len(entry.thing)}."
    return _one_line(inspect.getdoc(entry.thing))


def _summary(entries: list[Entry]) -> str:
    lines = ["| name | what it is |", "|---|---|"]
    for each in entries:
        said = first_line(each).replace("|", "\\|")
        lines.append(f"| [`{each.name}`](#{each.anchor}) | {said} |")
    return "\n".join(lines)


def _entry_section(entry: Entry, links: dict[str, str]) -> str:
    parts = [f"## `{entry.name}`"]
    signature = _signature_of(entry)
    if signature:
        parts.append(f"```python\n{signature}\n```")
    links = {name: link for name, link in links.items() if name != entry.name}
    known = inspect.isclass(entry.thing) or callable(entry.thing)
    parts.append(_text(inspect.getdoc(entry.thing) or "", links) if known else first_line(entry))
    fields_ = [each for each in entry.members if each.kind != "method"]
    if fields_:
        rows = [_field_row(each, links) for each in fields_]
        parts.append("\n".join(["| attribute | type | |", "|---|---|---|", *rows]))
    for each in entry.members:
        if each.kind == "method":
            parts.append(f"### `{entry.name}.{each.name}`")
            parts += [f"```python\n{each.signature}\n```", _text(each.doc, links)]
    return "\n\n".join(part for part in parts if part)


def _field_row(member: Member, links: dict[str, str]) -> str:
    said = _text(member.doc.replace("\n\n", " "), links).replace("\n", " ").replace("|", "\\|")
    if member.default:
        said = f"{said} Default `{member.default}`.".strip()
    kind = f"`{member.type}`".replace("|", "\\|") if member.type else ""
    return f"| `{member.name}` | {kind} | {said} |"


def _text(doc: str, links: dict[str, str]) -> str:
    """A docstring as Markdown: examples fenced, public names linked once, facts linked."""
    parts: list[str] = []
    code: list[str] = []
    for line in [*doc.splitlines(), "end"]:
        if line.startswith("    ") or (code and not line):
            code.append(line[4:])
            continue
        if code:
            while code and not code[-1]:
                code.pop()
            parts += ["```python", *code, "```", ""]
            code = []
        parts.append(line)
    text = "\n".join(parts[:-1]).strip()
    done: set[str] = set()
    pieces = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    return "".join(p if p.startswith("```") else _prose(p, links, done) for p in pieces)


def _prose(text: str, links: dict[str, str], done: set[str]) -> str:
    def link(found: re.Match[str]) -> str:
        name = found[1].removeprefix("kl.")
        if name not in links or name in done:
            return found[0]
        done.add(name)
        return f"[{found[0]}]({links[name]})"

    text = text.replace("::\n", ":\n").replace("``", "`")
    text = re.sub(r"::$", ":", text)
    text = re.sub(r"`([\w.]+)`", link, text)
    return re.sub(r"\(FACTS ([\d, ]+)\)", r"([facts, \1](../facts.md))", text)


def _signature_of(entry: Entry) -> str:
    if inspect.isclass(entry.thing):
        tree = _tree_of(entry.thing)  # type: ignore[arg-type]
        init = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
        return write_signature(entry.name, init[0], skip_first=True) if init else ""
    if not inspect.isfunction(inspect.unwrap(entry.thing)):
        return ""
    return write_signature(entry.name, _tree_of(inspect.unwrap(entry.thing)))


def write_signature(name: str, node: Any, *, skip_first: bool = False) -> str:
    """The definition as it is written, an argument a line where it is long."""
    arguments = list(_arguments(node.args))[1 if skip_first else 0 :]
    returns = None if skip_first and name[0].isupper() else node.returns
    ending = f") -> {ast.unparse(returns)}" if returns is not None else ")"
    line = f"{name}({', '.join(arguments)}{ending}"
    if len(line) <= 88:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in arguments) + ending


def _arguments(args: ast.arguments) -> Iterator[str]:
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + [*args.defaults]
    for argument, default in zip(plain, defaults, strict=True):
        yield _argument(argument, default)
    if args.vararg:
        yield "*" + _argument(args.vararg, None)
    elif args.kwonlyargs:
        yield "*"
    for argument, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield _argument(argument, default)
    if args.kwarg:
        yield "**" + _argument(args.kwarg, None)


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    said = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    if default is None:
        return argument.arg + said
    return f"{argument.arg}{said}{' = ' if said else '='}{ast.unparse(default)}"


def list_members(thing: type) -> list[Member]:
    """Public fields, properties and methods, also those inherited from classes of kotorlevel."""
    members: dict[str, Member] = {}
    for kind in thing.__mro__:
        if kind.__module__.startswith("kotorlevel"):
            for each in _members_of(kind):
                members.setdefault(each.name, each)
    return list(members.values())


def _members_of(kind: type) -> Iterator[Member]:
    body = _tree_of(kind).body
    for node, after in pairwise([*body, ast.Pass()]):
        doc = _text_node(after)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            type_, default = ast.unparse(node.annotation), _default(node.value)
            member = Member(node.target.id, doc, type_, default, kind="field")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = ast.unparse(node.value)
            member = Member(node.targets[0].id, doc or f"`{value}`", kind="field")
        elif isinstance(node, ast.FunctionDef):
            member = _method(node)
        else:
            continue
        if not member.name.startswith("_"):
            yield member


def _method(node: ast.FunctionDef) -> Member:
    decorators = [ast.unparse(each) for each in node.decorator_list]
    doc = ast.get_docstring(node) or ""
    if any(each in ("property", "cached_property") for each in decorators):
        returns = ast.unparse(node.returns) if node.returns else ""
        return Member(node.name, doc, returns, kind="property")
    skip = "staticmethod" not in decorators
    return Member(node.name, doc, signature=write_signature(node.name, node, skip_first=skip))


def _default(value: ast.expr | None) -> str:
    """What stands behind the field's name; of ``field(...)`` its default."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        given = {each.arg: ast.unparse(each.value) for each in value.keywords}
        factory = given.get("default_factory")
        return given.get("default", f"{factory}()" if factory else "")
    return ast.unparse(value) if value is not None else ""


@cache
def _tree_of(thing: Any) -> Any:
    tree = _module_tree(thing.__module__)
    found = (each for each in tree.body if getattr(each, "name", "") == thing.__name__)
    return _Constants(vars(import_module(thing.__module__))).visit(next(found))


@cache
def _module_tree(name: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(name)))


class _Constants(ast.NodeTransformer):
    """Puts the number in place of the name of a constant, for defaults."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self._names.get(node.id)
        is_plain = node.id.isupper() and isinstance(value, int | float | str)
        return ast.Constant(value) if is_plain else node


def _list_types(entries: list[Entry]) -> dict[str, str]:
    """Alias or class in a signature that has no entry → what it is."""
    public = {each.name.rpartition(".")[2] for each in entries} | set(dir(builtins))
    found: dict[str, str] = {}
    for entry in entries:
        texts = [_signature_of(entry), *(each.type or each.signature for each in entry.members)]
        names = {name for text in texts for name in re.findall(r"[A-Z]\w+", text)}
        for name in names - public - set(dir(typing)):
            meaning = _meaning_of(name, inspect.unwrap(entry.thing).__module__)
            if meaning:
                found.setdefault(name, meaning.replace("|", "\\|"))
    return found


def _meaning_of(name: str, module: str) -> str:
    """Its definition, where kotorlevel has it; a module may import it for type checkers only."""
    tree = _module_tree(module)
    for node, after in pairwise([*tree.body, ast.Pass()]):
        if isinstance(node, ast.ClassDef) and node.name == name:
            return _one_line(ast.get_docstring(node))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if value and any(isinstance(each, ast.Name) and each.id == name for each in targets):
            return f"`{ast.unparse(value)}` {_one_line(_text_node(after))}".strip()
    for imported in ast.walk(tree):
        if isinstance(imported, ast.ImportFrom) and (imported.module or "").startswith(
            "kotorlevel"
        ):
            for each in imported.names:
                if name == (each.asname or each.name):
                    return _meaning_of(each.name, imported.module or "")
    return ""


def _text_node(node: ast.AST) -> str:
    """The text of a docstring that stands below a name; empty where there is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""


def _one_line(doc: str | None) -> str:
    """The first paragraph, as Markdown in one line."""
    return " ".join((doc or "").split("\n\n")[0].split()).replace("``", "`").rstrip(":")


def main() -> None:
    """Say what has no page."""
    shown = {each.name for each in list_entries()}
    print("\n".join(sorted(set(kotorlevel.__all__) - shown)))


if __name__ == "__main__":
    main()
