"""`render_changes`: a page with what changed: the map, before and after in 3-D, and the list."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kotorlevel import __version__
from kotorlevel.area.diff.report import group_title, role_of
from kotorlevel.core.errors import InputError, UnreadableError
from kotorlevel.view.changes.map import draw_changes, short_title
from kotorlevel.view.changes.scene import build_changed_scene
from kotorlevel.view.changes.shown import versions_of
from kotorlevel.view.html.page import Bundle, find_bundle, render_frame, scene_blocks
from kotorlevel.view.html.parts import escape
from kotorlevel.view.html.report import (
    LARGEST_VIEWERS,
    fill_template,
    pack_text,
    page_policy,
    read_template,
    text_block,
)

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change, Diff
    from kotorlevel.view.colors import ThemeName

_PLACE = "<!--SCENE-->"
_MAP_WIDTH = 1280
_MOST = 2000
_SIDES = ("before", "after")
_WORDS = {"added": "new", "removed": "gone", "changed": "changed", "dim": "harmless"}


def render_changes(diff: Diff, *, title: str = "", bundle: Bundle | None = None) -> str:
    """One HTML file on a diff: a map, before and after in three dimensions, and all changes.

    In the 3-D views what changed is in colours; a switch goes from one version to the other and
    looks at the same place, and every change that has a place can be flown to. ``title`` is by
    default what the versions are called. Where the viewer was not built, or no floors were
    compared, these parts are left out. The same diff gives the same text.

        Path("changes.html").write_text(kl.render_changes(kl.diff("old", "new")), "utf-8")
    """
    if bundle is None:
        with suppress(UnreadableError):
            bundle = find_bundle()
    viewers = _viewers(diff, bundle) if bundle is not None else []
    style = read_template("report.css") + read_template("changes.css")
    script = read_template("changes.js")
    numbers = {id(change): number for number, change in diff.placed.items()}
    body = [
        _head(diff, title),
        _pictures(diff, has_views=bool(viewers)),
        _table(diff, numbers if viewers else {}, numbers),
        f"<footer>KotorLevel {__version__}. This file is complete: it asks no network.</footer>",
    ]
    if viewers:
        body.append(text_block("viewer", pack_text(render_frame(place=_PLACE, bundle=bundle))))
        body += [
            text_block(f"viewer-{side}", packed)
            for side, packed in zip(_SIDES, viewers, strict=True)
        ]
    return fill_template(
        read_template("report.html"),
        {
            "POLICY": page_policy(style, script, bundle),
            "TITLE": escape(title or short_title(diff.a, diff.b)),
            "STYLE": style,
            "BODY": "\n".join(part for part in body if part),
            "SCRIPT": script,
        },
    )


def _viewers(diff: Diff, bundle: Bundle) -> list[str]:
    """Both versions, packed; none where nothing can be shown, or it would be too large."""
    del bundle
    try:
        versions = versions_of(diff)
    except InputError:
        return []
    changes = diff.placed
    packed = []
    for version, is_a in zip(versions, (True, False), strict=True):
        scene = build_changed_scene(version, changes, is_a=is_a)
        packed.append(pack_text(scene_blocks(scene.to_json(), scene.buffer)))
    return packed if sum(map(len, packed)) <= LARGEST_VIEWERS else []


def _head(diff: Diff, title: str) -> str:
    shown = escape(title or short_title(diff.a, diff.b))
    notes = "".join(f'<p class="hint">{escape(note)}</p>' for note in diff.notes)
    headline = escape(diff.headline[:1].upper() + diff.headline[1:])
    return (
        f"<header><p class='brand'>KotorLevel diff</p><h1>{shown}</h1>"
        f"<p class='counts'>{headline}.</p>{notes}</header>"
    )


def _pictures(diff: Diff, *, has_views: bool) -> str:
    themes: tuple[ThemeName, ...] = ("light", "dark")
    drawn = []
    with suppress(InputError):
        for theme in themes:
            svg = draw_changes(diff, theme=theme, width=_MAP_WIDTH, listing=False)
            svg = svg.replace('<g id="', '<g class="').replace("<svg ", '<svg role="img" ', 1)
            drawn.append(f'<div class="map {theme}">{svg}</div>')
    parts = [f"<figure>{''.join(drawn)}</figure>" if drawn else "", _views() if has_views else ""]
    inner = "\n".join(filter(None, parts))
    return f'<section class="part">{inner}</section>' if inner else ""


def _views() -> str:
    buttons = "".join(
        f'<button type="button" data-side="{side}" aria-pressed="{str(side == "after").lower()}">'
        f"{side.title()}</button>"
        for side in _SIDES
    )
    stages = "".join(
        f'<div class="stage{" hidden" if side == "before" else ""}" id="{side}" '
        f'data-title="{side.title()}, in three dimensions"></div>'
        for side in _SIDES
    )
    head = f'<div class="switch" id="views" role="group" aria-label="Version">{buttons}</div>'
    return head + stages


def _table(diff: Diff, shown: dict[int, int], numbers: dict[int, int]) -> str:
    if not diff.changes:
        return ""
    names = ("No.", "What", "Where", "")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "\n".join(_row(change, shown, numbers) for change in diff.changes[:_MOST])
    more = len(diff.changes) - _MOST
    left = f'<p class="hint">and {more:,} more, not listed here.</p>' if more > 0 else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>"
    return f'<section class="part"><h2>What changed</h2>{table}{left}</section>'


def _row(change: Change, shown: dict[int, int], numbers: dict[int, int]) -> str:
    role = role_of(change)
    number = numbers.get(id(change))
    mark = f'<span class="number">{number}</span>' if number is not None else ""
    where = [group_title(change)]
    where += [change.file] if change.file != where[0] else []
    buttons = ""
    if (at := shown.get(id(change))) is not None:
        buttons = "".join(
            f'<button type="button" data-show="{at}" data-where="{side}" '
            f'aria-label="Show change {at} {side}">{side.title()}</button>'
            for side in _SIDES
        )
    css = "harmless" if role == "dim" else role
    return (
        f'<tr class="{css}"><td>{mark} <span class="word">{_WORDS[role]}</span></td>'
        f"<td>{escape(change.text)}</td>"
        f'<td class="where">{"<br>".join(map(escape, filter(None, where)))}</td>'
        f'<td class="show">{buttons}</td></tr>'
    )
