"""A report on a check as one HTML file: findings, maps, and the viewer, for a browser offline."""

import base64
import hashlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from kotorlevel import __version__
from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Report, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import CHECKABLE, Checkable, check
from kotorlevel.core.errors import UnreadableError
from kotorlevel.core.words import count_of
from kotorlevel.view.colors import ThemeName
from kotorlevel.view.html.page import Bundle, find_bundle, render_frame, scene_blocks
from kotorlevel.view.html.parts import counts_html, escape, inline, rules_html, table_html
from kotorlevel.view.html.sections import Section, make_sections
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.scene.scene import Scene

LARGEST_VIEWERS = 12_000_000
"""Bytes of all levels in three dimensions; a much larger file cannot be attached anywhere."""

_TOO_LARGE = "Not in three dimensions here, to keep this file small: `kotorlevel view` shows it."
_SWIPE = "The map is wider than the screen: swipe it sideways."
_PLACE = "<!--SCENE-->"

_MAP_WIDTH = 1280
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class _Viewer:
    """The viewer of a section: its page packed, or why it has none."""

    packed: str = ""
    reason: str = ""


def render_report(
    source: Report | Checkable | Iterable[Checkable],
    options: Options | None = None,
    *,
    title: str = "",
    hint: str = "",
    bundle: Bundle | None = None,
    **given: Any,
) -> str:
    """One HTML file on a check: findings, maps, and views in three dimensions, for a browser.

    ``source`` is a report of `check`, or what to check, with what `check` takes beside it. Every
    area has a part with its map, and so has every faulty file that belongs to none. ``title`` is
    by default the name of the one path that is checked, ``hint`` says what to do next. Where the
    viewer was not built there are maps, but no 3-D views. The same input gives the same text.

        Path("report.html").write_text(kl.render_report("my_mod", title="My mod"), "utf-8")
    """
    areas: list[Area] = []
    if isinstance(source, Report):
        report = source
    else:
        targets = [source] if isinstance(source, CHECKABLE) else list(source)
        report = check(targets, options, **given)
        areas = [each for each in targets if isinstance(each, Area)]
        paths = [each for each in targets if isinstance(each, (str, PathLike))]
        if len(targets) == len(paths) == 1 and not (report.inputs and report.inputs.is_packed):
            title = title or Path(paths[0]).resolve().name
    if bundle is None:
        with suppress(UnreadableError):
            bundle = find_bundle()
    sections = make_sections(report, areas)
    title = title or "Level check"
    return render_sections(sections, report, title=title, hint=hint, bundle=bundle)


def render_sections(
    sections: Sequence[Section],
    report: Report,
    *,
    title: str,
    bundle: Bundle | None,
    hint: str = "",
) -> str:
    """The page on a whole ``report``, its ``sections`` one after the other."""
    style, script = (read_template(name) for name in ("report.css", "report.js"))
    viewers = list(_viewers(sections, bundle))
    body = [
        _head(report, title, hint),
        _contents(sections),
        *map(_section, range(1, len(sections) + 1), sections, viewers),
        rules_html(report),
        f"<footer>KotorLevel {__version__}. This file is complete: it asks no network.</footer>",
        *_packed(viewers, bundle),
    ]
    texts = {
        "POLICY": page_policy(style, script, bundle),
        "TITLE": escape(title),
        "STYLE": style,
        "BODY": "\n".join(part for part in body if part),
        "SCRIPT": script,
    }
    return fill_template(read_template("report.html"), texts)


def fill_template(page: str, texts: dict[str, str]) -> str:
    """A page with texts in the place of its slots, such as ``{{TITLE}}``."""
    before, *rest = page.split("{{")
    parts = [before]
    for piece in rest:  # in one pass: what goes into one slot is never searched for others
        slot, _, after = piece.partition("}}")
        parts += [texts[slot], after]
    return "".join(parts)


def _head(report: Report, title: str, hint: str) -> str:
    files = count_of(len(report.named_files), "file")
    faulty = len({finding.file for finding in report.told})
    where = f"in {faulty:,} of {files}" if report.findings else f"No faults found in {files}."
    told = f'<p class="hint">{inline(hint)}</p>' if hint else ""
    told += "".join(
        f'<p class="hint">{escape(each.describe(is_broken=bool(report.errors)))}</p>'
        for each in report.reached
    )
    return (
        f"<header><p class='brand'>KotorLevel check</p><h1>{escape(title)}</h1>"
        f"<p class='counts'>{counts_html(report)} <span class='soft'>{where}</span></p>{told}"
        f"{_filters(report)}</header>"
    )


def _filters(report: Report) -> str:
    """Boxes that hide the findings of a severity, where there are several."""
    present = [severity for severity in reversed(Severity) if report.count(severity)]
    if len(present) < 2:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox" checked id="with-{severity.label}"> '
        f"{severity.label.title()}s</label>"
        for severity in present
    )
    return f'<p class="filters" role="group" aria-label="Findings to show">{boxes}</p>'


def _contents(sections: Sequence[Section]) -> str:
    if len(sections) < 2:
        return ""
    items = "".join(
        f'<li><a href="#part-{number}">{escape(section.title)}</a> {counts_html(section.report)}'
        "</li>"
        for number, section in enumerate(sections, 1)
    )
    return f'<nav aria-label="Parts"><ul>{items}</ul></nav>'


def _section(number: int, section: Section, viewer: _Viewer) -> str:
    shown = f"viewer-{number}" if viewer.packed else ""
    note = " ".join(filter(None, (section.note, viewer.reason)))
    parts = [
        f'<section class="part" id="part-{number}">',
        f"<h2>{escape(section.title)}</h2>",
        _map(section.scene) if section.scene is not None and section.has_map else "",
        _stage(shown, section.title) if shown else "",
        f'<p class="hint">{inline(note)}</p>' if note else "",
        table_html(section.report, section.scene, shown, section.whole),
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _map(scene: Scene) -> str:
    """The map in both themes; the style sheet shows one of them."""
    themes: tuple[ThemeName, ...] = ("light", "dark")
    drawn = []
    for theme in themes:
        svg = draw_map(scene, theme=theme, width=_MAP_WIDTH, listing=False)
        # Names of layers are for SVG files; in a page with several maps they would not be unique.
        svg = svg.replace('<g id="', '<g class="').replace("<svg ", '<svg role="img" ', 1)
        drawn.append(f'<div class="map {theme}">{svg}</div>')
    return f'<figure>{"".join(drawn)}<figcaption class="swipe">{_SWIPE}</figcaption></figure>'


def _stage(shown: str, title: str) -> str:
    return (
        f'<div class="stage" id="{shown}-stage" data-viewer="{shown}" '
        f'data-title="{escape(title)} in three dimensions">'
        '<button type="button" class="open">Open the 3-D view</button></div>'
    )


def _viewers(sections: Sequence[Section], bundle: Bundle | None) -> Iterator[_Viewer]:
    """For each section its viewer, as long as they are not too large together."""
    room = LARGEST_VIEWERS
    for section in sections:
        scene = section.scene
        if scene is None or bundle is None:
            yield _Viewer()
            continue
        packed = pack_text(scene_blocks(scene.to_json(), scene.buffer))
        if len(packed) > room:
            yield _Viewer(reason=_TOO_LARGE)
            continue
        room -= len(packed)
        yield _Viewer(packed)


def _packed(viewers: Sequence[_Viewer], bundle: Bundle | None) -> Iterator[str]:
    """The viewer once, and the level of each section."""
    if bundle is not None and any(viewer.packed for viewer in viewers):
        yield text_block("viewer", pack_text(render_frame(place=_PLACE, bundle=bundle)))
    for number, viewer in enumerate(viewers, 1):
        if viewer.packed:
            yield text_block(f"viewer-{number}", viewer.packed)


def text_block(name: str, packed: str) -> str:
    """An element that holds packed text, to be found by its name."""
    return f'<script type="text/plain" id="{name}">{packed}</script>'


def pack_text(text: str) -> str:
    """Text deflated, in base64; the page's script takes it apart again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def page_policy(style: str, script: str, bundle: Bundle | None) -> str:
    """What the browser lets the page do. The viewers inside come under this policy as well."""
    scripts = [script, *([bundle.script] if bundle else [])]
    styles = [style, *([bundle.style] if bundle else [])]
    return (
        f"default-src 'none'; script-src {' '.join(map(_fingerprint, scripts))}; "
        f"style-src {' '.join(map(_fingerprint, styles))}; img-src data:; connect-src 'none'; "
        "base-uri 'none'; form-action 'none'"
    )


def _fingerprint(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def read_template(name: str) -> str:
    """The text of a part that pages are made of."""
    return (_HERE / "template" / name).read_text("utf-8")
