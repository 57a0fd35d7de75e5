"""The page as text: what is in it, and what cannot be."""

from __future__ import annotations

import base64
import hashlib
import html.parser
import json
import re
import zlib
from pathlib import Path

import pytest

from kotorlevel.errors import FormatError
from kotorlevel.view.html.page import Bundle, find_bundle, render_page, render_shell
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area
from support.view.browser import make_bundle

TEMPLATE = (
    '<html data-mode="{{MODE}}"><meta http-equiv="Content-Security-Policy" content="{{POLICY}}">'
    '<meta name="kotorlevel-token" content="{{TOKEN}}"><title>{{TITLE}}</title>'
    "<style>{{STYLE}}</style>{{SCENE}}<script>{{SCRIPT}}</script></html>"
)
BUNDLE = Bundle(TEMPLATE, "p { color: red }", "start('{{TITLE}}')")
EMPTY = Scene({}, b"")


class Reader(html.parser.HTMLParser):
    """The elements of a page: text by tag and id, attributes of metas and of the root."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.metas: dict[str, str] = {}
        self.mode = ""
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._open = found.get("id") or tag
        if tag == "meta":
            name = found.get("name") or found.get("http-equiv") or ""
            self.metas[name] = found.get("content") or ""
        if tag == "html":
            self.mode = found.get("data-mode") or ""

    def handle_data(self, data: str) -> None:
        self.texts[self._open] = self.texts.get(self._open, "") + data


def test_scene_comes_back_whole() -> None:
    scene = build_scene(make_area({"hall": floor(), "yard": floor(4, east=2)}))
    page = Reader(render_page(scene, title="t", bundle=BUNDLE))
    assert json.loads(page.texts["scene"]) == scene.document
    packed = base64.b64decode(page.texts["scene-data"])
    assert zlib.decompress(packed, -15) == scene.buffer
    assert page.mode == "static"


def test_same_scene_same_page() -> None:
    scene = build_scene(make_area({"hall": floor()}))
    pages = {render_page(scene, title="t", bundle=BUNDLE) for _ in "ab"}
    assert len(pages) == 1


@pytest.mark.parametrize(
    "name",
    ["</script><script>alert(1)</script>", "<!--<script>", "{{SCRIPT}}{{TOKEN}}", '"><b>&amp;'],
)
def test_names_stay_names(name: str) -> None:
    page = Reader(render_page(Scene({"name": name}, b""), title=name, bundle=BUNDLE))
    assert json.loads(page.texts["scene"]) == {"name": name}
    assert page.texts["title"] == name
    assert page.texts["script"] == BUNDLE.script


@pytest.mark.parametrize("mode", ["static", "live"])
def test_policy_allows_this_script_and_nothing_else(mode: str) -> None:
    if mode == "live":
        text = render_shell(title="t", token="secret", bundle=BUNDLE)
    else:
        text = render_page(EMPTY, title="t", bundle=BUNDLE)
    page = Reader(text)
    policy = dict(
        part.strip().split(" ", 1) for part in page.metas["Content-Security-Policy"].split(";")
    )
    digest = base64.b64encode(hashlib.sha256(page.texts["script"].encode()).digest()).decode()
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'sha256-{digest}'"
    assert policy["connect-src"] == ("'self'" if mode == "live" else "'none'")
    assert "unsafe" not in str(policy)
    assert page.mode == mode


def test_token_is_only_in_a_live_page() -> None:
    live = Reader(render_shell(title="t", token='a"b', bundle=BUNDLE))
    assert live.metas["kotorlevel-token"] == 'a"b'
    assert Reader(render_page(EMPTY, title="t", bundle=BUNDLE)).metas["kotorlevel-token"] == ""


def test_map_can_come_along() -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    page = Reader(render_page(EMPTY, title="t", map_svg=svg, bundle=BUNDLE))
    assert base64.b64decode(page.texts["map-data"]).decode() == svg
    assert "map-data" not in Reader(render_page(EMPTY, title="t", bundle=BUNDLE)).texts


def test_absent_bundle_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("x")
    with pytest.raises(FormatError, match=r"viewer\.css, viewer\.js.*Node\.js.*npm ci"):
        find_bundle(tmp_path)


def test_bundle_is_small_and_fits_into_html(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    page = render_page(EMPTY, title="t", bundle=bundle)
    assert len(page.encode()) < 1_000_000
    assert not re.search(r"</?script|<!--", bundle.script, re.IGNORECASE)
    assert not re.search(r"\beval\(|new Function\(", bundle.script)
    assert set(re.findall(r"\{\{([A-Z]+)\}\}", bundle.template)) == {
        "MODE",
        "POLICY",
        "TOKEN",
        "TITLE",
        "STYLE",
        "SCENE",
        "SCRIPT",
    }
