"""Bytes → `AsciiModel`: first the outline of all nodes, then the lists of the walkmeshes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kotorlevel.core.resource import name_key
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.formats.ascii.geometry import LINKS, LISTS, read_geometry
from kotorlevel.formats.ascii.hierarchy import ROOM_KIND, map_names, select_walkmeshes
from kotorlevel.formats.ascii.model import NO_TURN, AsciiModel, AsciiNode, AxisAngle, Dialect
from kotorlevel.formats.ascii.text import AsciiText, Block

NO_PARENT = "null"
_PYKOTOR = (
    "read as PyKotor's text: its vertices are in area space already, so the node's position is "
    "not added to them"
)
_BEGINS = frozenset(("newmodel", "beginmodelgeom", "beginwalkmeshgeom"))
_ENDS = frozenset(("endmodelgeom", "endwalkmeshgeom", "donemodel"))


@dataclass(slots=True)
class _Draft:
    """A node as far as its keywords are known: where its lists are, not what is in them.

    ``blocks`` are those of the keywords that are known here, the last one of each.
    """

    kind: str
    name: str
    line: int
    parent: str | None = None
    position: Vector = (0.0, 0.0, 0.0)
    orientation: AxisAngle = NO_TURN
    blocks: dict[str, Block] = field(default_factory=dict)


def read_ascii(source: Source) -> AsciiModel:
    """The model in ``source``. Raises `FormatError` where a line cannot be understood."""
    data, name = load_source(source)
    return parse_ascii(data, name)


def parse_ascii(data: bytes, source: str = "") -> AsciiModel:
    """The model in ``data``; ``source`` names it in errors."""
    text = AsciiText(data, source)
    outline = _Outline(text)
    drafts = outline.read()
    _note_parents(text, outline)
    wanted = set(select_walkmeshes(drafts, outline.complete))
    nodes = tuple(_finish(text, draft, i in wanted) for i, draft in enumerate(drafts))
    dialect = _find_dialect(outline, nodes)
    if dialect == "engine":
        text.refuse_long_lines()
    elif dialect == "pykotor":
        text.note(_PYKOTOR, drafts[0].line, "node", code="pykotor")
    return AsciiModel(
        nodes=nodes,
        model_name=outline.model_name,
        layout_position=outline.layout_position,
        dialect=dialect,
        complete=outline.complete,
        problems=text.reader.problems,
        source=source,
    )


def _finish(text: AsciiText, draft: _Draft, wanted: bool) -> AsciiNode:
    arrays: dict[str, Any] = read_geometry(text, draft.blocks) if wanted else {}
    return AsciiNode(
        draft.kind,
        draft.name,
        draft.parent,
        draft.position,
        draft.orientation,
        **arrays,
        line=draft.line,
    )


def _find_dialect(outline: _Outline, nodes: tuple[AsciiNode, ...]) -> Dialect:
    """Who wrote it, by what stands in it (see the package for the rule)."""
    if outline.framed or any(
        draft.kind != ROOM_KIND or "parent" in draft.blocks or LINKS in draft.blocks
        for draft in outline.drafts
    ):
        return "model"
    if any(not node.name and (node.extra < 0).any() for node in nodes):
        return "pykotor"
    return "engine"


def _note_parents(text: AsciiText, outline: _Outline) -> None:
    """Record names that several nodes share, absent parents of whole models, and circles."""
    named = map_names(outline.drafts)
    settled: set[str] = set()
    for draft in outline.drafts:
        key = name_key(draft.name)
        if key and named[key] is not draft:
            fault = f"a second node called '{printable(draft.name)}'"
            text.note(fault, draft.line, code="second-node")
        if draft.parent is None:
            continue
        parent = name_key(draft.parent)
        if outline.complete and parent not in named:
            fault = f"the parent '{printable(draft.parent)}' is not there"
            text.note(fault, draft.line, code="no-parent")
        path: set[str] = set()
        while key in named and key not in settled and key not in path:
            path.add(key)
            key = name_key(named[key].parent or "")
        if key in path:
            fault = f"the parents of '{printable(draft.name)}' run in a circle"
            text.note(fault, draft.line, code="parent-circle")
        settled |= path


class _Outline:
    """All nodes of a file by their keywords. Animations are left out: their nodes repeat names."""

    def __init__(self, text: AsciiText) -> None:
        self.text = text
        self.drafts: list[_Draft] = []
        self.model_name = ""
        self.layout_position: Vector | None = None
        self.complete = False
        self.framed = False
        self._node: _Draft | None = None
        self._animation: int | None = None

    def read(self) -> list[_Draft]:
        """Every node outside animations, in the order of the file."""
        for block in self.text.blocks():
            keyword = self.text.lines[block.start].split(None, 1)[0].lower()
            if self._animation is None:
                self._take(keyword.decode("latin-1"), block)
            elif keyword == b"doneanim":
                self._animation = None
        self._expect_no_node("the file ends")
        if self._animation is not None:
            fault = "no 'doneanim' before the file ends"
            self.text.note(fault, self._animation, "newanim", code="no-doneanim")
        if not self.drafts:
            raise self.text.error("no 'node' line: this is not an ASCII model", 1)
        return self.drafts

    def _take(self, keyword: str, block: Block) -> None:
        line = block.start + 1
        if keyword == "node":
            self._open_node(block)
        elif keyword == "endnode":
            if self._node is None:
                self.text.note("no node is open here", line, "endnode", code="no-node")
            self._node = None
        elif keyword in _BEGINS or keyword in _ENDS:
            self._frame(keyword, block)
        elif keyword == "newanim":
            self._expect_no_node(f"line {line}: 'newanim'")
            self._animation = line
        elif keyword == "layoutposition":
            x, y, z = self.text.numbers(block.start, 3)
            self.layout_position = (x, y, z)
            self.framed = True
        elif self._node is not None:
            self._take_in_node(self._node, keyword, block)

    def _frame(self, keyword: str, block: Block) -> None:
        self._expect_no_node(f"line {block.start + 1}: {keyword!r}")
        self.framed = True
        if keyword in _BEGINS:
            self.complete |= keyword == "newmodel"
            _, *names = self.text.words(block.start)
            self.model_name = names[0] if names else self.model_name

    def _open_node(self, block: Block) -> None:
        line = block.start + 1
        self._expect_no_node(f"line {line}: 'node'")
        _, *words = self.text.words(block.start)
        if not words:
            raise self.text.error("expected 'node KIND NAME'", line, "node")
        if len(words) > 2:
            fault = f"words behind the name: '{printable(' '.join(words[2:]))}'"
            self.text.note(fault, line, code="words-behind")
        self._node = _Draft(words[0].lower(), words[1] if len(words) > 1 else "", line)
        self.drafts.append(self._node)

    def _take_in_node(self, node: _Draft, keyword: str, block: Block) -> None:
        line = block.start + 1
        if keyword in LISTS:
            if keyword in node.blocks:
                first = node.blocks[keyword].start + 1
                raise self.text.error(f"the node has one at line {first} already", line, keyword)
        elif keyword == "parent":
            _, *names = self.text.words(block.start)
            node.parent = names[0] if names and name_key(names[0]) != NO_PARENT else None
        elif keyword == "position":
            x, y, z = self.text.numbers(block.start, 3)
            node.position = (x, y, z)
        elif keyword == "orientation":
            x, y, z, angle = self.text.numbers(block.start, 4)
            node.orientation = (x, y, z, angle)
        else:
            return
        if keyword in node.blocks:
            self.text.note("again; the last one counts", line, keyword, code="again")
        node.blocks[keyword] = block

    def _expect_no_node(self, found: str) -> None:
        if self._node is not None:
            name = printable(f"{self._node.kind} {self._node.name}".strip())
            raise self.text.error(f"{name!r} has no 'endnode' before {found}", self._node.line)
