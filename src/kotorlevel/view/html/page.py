"""The viewer's page: the built bundle, and one HTML file with a level inside."""

import base64
import hashlib
import html
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Unpack

from kotorlevel.checks.finding import Report
from kotorlevel.core.errors import UnreadableError
from kotorlevel.core.text import printable
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.show import LevelOptions, Showable, scene_of

Mode = Literal["static", "live"]

BUNDLE = Path(__file__).parents[1] / "bundle"
"""Where the build puts the page; part of the wheel, not of the source tree."""

_FILES = ("page.html", "viewer.css", "viewer.js")
_SLOT = re.compile(r"\{\{([A-Z]+)\}\}")


@dataclass(frozen=True)
class Bundle:
    """The built page: ``template`` with slots such as ``{{TITLE}}``, ``style`` and ``script``."""

    template: str = field(repr=False)
    style: str = field(repr=False)
    script: str = field(repr=False)


def find_bundle(folder: Path = BUNDLE) -> Bundle:
    """The built viewer. Raises `UnreadableError`, which says how to build it, where it is absent.

    Installed packages have it. A checkout gets it from the sources in ``viewer/``: hatch_build.py.
    """
    try:
        texts = [(folder / name).read_text("utf-8") for name in _FILES]
    except (OSError, UnicodeDecodeError) as error:
        missing = [name for name in _FILES if not (folder / name).is_file()]
        what = f"missing: {', '.join(missing)}" if missing else f"cannot be read: {error}"
        raise UnreadableError(
            f"{what}. This copy of KotorLevel was installed without its browser viewer, for want "
            "of a network. Install it again with one (`pip install .` brings what builds it), or "
            "install Node.js 20 or newer (https://nodejs.org) and run `npm ci` and `npm run "
            "build` in the folder `viewer` of the source",
            source="the viewer",
        ) from None
    return Bundle(*texts)


def render_page(
    source: Showable | Scene | Sequence[Showable],
    *,
    title: str = "",
    map_svg: str = "",
    findings: bool | Report = True,
    models: bool = False,
    one_space: bool = False,
    bundle: Bundle | None = None,
    **level: Unpack[LevelOptions],
) -> str:
    """One HTML file that shows a level in three dimensions, without a server or a network.

    ``source`` is a path, an area, a walkmesh or a scene; the path may come with ``game``,
    ``module``, ``paths`` and all that `load_shown` takes. Several in a list, or a game with a
    pattern of modules, stand beside each other, or with ``one_space`` as they lie. ``models`` puts
    the rooms as the player sees them into it, and ``map_svg`` adds a button that shows this map.
    The same level gives the same text.

        Path("my_mod.html").write_text(kl.render_page("my_mod"), "utf-8")

    Raises `UnreadableError` where the viewer was not built, and what `load_shown` raises.
    """
    bundle = bundle or find_bundle()
    scene = scene_of(source, findings, level, models=models, one_space=one_space)
    title = title or printable(scene.document["name"]) or "KotorLevel"
    blocks = scene_blocks(scene.to_json(), scene.buffer, map_svg)
    return _fill(bundle, "static", title, "", blocks)


def render_frame(*, place: str, title: str = "", bundle: Bundle | None = None) -> str:
    """The page of `render_page` with ``place`` where the blocks of a scene belong.

    For a page that shows several levels, so that the viewer is in it once.
    """
    return _fill(bundle or find_bundle(), "static", title, "", place)


def scene_blocks(scene_json: str, scene_buffer: bytes, map_svg: str = "") -> str:
    """The elements of a page that hold a scene."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(scene_buffer) + packer.flush()
    parts = [
        # As \u003c a "<" in a name cannot end the element around it, and means the same in JSON.
        _data_block("application/json", "scene", scene_json.replace("<", "\\u003c")),
        _data_block("text/plain", "scene-data", base64.b64encode(packed).decode()),
    ]
    if map_svg:
        encoded = base64.b64encode(map_svg.encode()).decode()
        parts.append(_data_block("text/plain", "map-data", encoded))
    return "\n".join(parts)


def render_shell(*, title: str, token: str, bundle: Bundle | None = None) -> str:
    """The page of a live server: without a scene, which it fetches with ``token``."""
    return _fill(bundle or find_bundle(), "live", title, token, "")


def _fill(bundle: Bundle, mode: Mode, title: str, token: str, scene: str) -> str:
    texts = {
        "MODE": mode,
        "POLICY": content_policy(mode, bundle.script, bundle.style),
        "TOKEN": html.escape(token),
        "TITLE": html.escape(title),
        "STYLE": bundle.style,
        "SCENE": scene,
        "SCRIPT": bundle.script,
    }
    # In one pass: what goes into one slot is never searched for others.
    return _SLOT.sub(lambda slot: texts[slot[1]], bundle.template)


def content_policy(mode: Mode, script: str, style: str) -> str:
    """What the browser lets the page do: run this one script, and talk to nobody but its server."""
    connect = "'self'" if mode == "live" else "'none'"
    return (
        f"default-src 'none'; script-src '{_fingerprint(script)}'; "
        f"style-src '{_fingerprint(style)}'; img-src data:; connect-src {connect}; "
        "base-uri 'none'; form-action 'none'"
    )


def _fingerprint(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _data_block(kind: str, name: str, text: str) -> str:
    return f'    <script type="{kind}" id="{name}">{text}</script>'
