"""A level whose every name wants to be more than a name."""

from __future__ import annotations

from pathlib import Path

from kotorlevel.formats.lyt import LayoutRoom
from kotorlevel.formats.pth import make_path_points
from kotorlevel.formats.twoda import TwoDA
from support import sample_area
from support.area.level_files import put
from support.areas import floor
from support.builders import square_pwk
from support.sample_area import Files, Thing

STEAL = "window.stolen=1"
ROOMS = (
    f"<img/src=x/onerror={STEAL}>",
    f"</script><script>{STEAL}</script>",
    f'"onmouseover="{STEAL}"x="',
    f"'autofocus'onfocus='{STEAL}",
    f"&lt;svg/onload={STEAL}&gt;]]>-->",
    "\u202eevil\u2066\u200f",
    "bell\x07esc\x1b[31m\x9b31m\x7fend",
    "{{TITLE}}${x}`%s%n",
)
"""A layout takes any name without spaces; those that files can have are rooms with a floor."""

TAG = f"<img src=x onerror={STEAL}>\r\n\x1b[31m</script>"
TEMPLATE = "'\"><b>&amp;"
FOLDER = f"<img src=x onerror={STEAL}> '\" &amp; \u202egnp\u2066 {{{{SCRIPT}}}}"
LABEL = f"<img src=x onerror={STEAL}>"


def write_hostile(root: Path, rise: float = 0) -> Path:
    """The folder of such a level; with a ``rise`` its floors are others."""
    return put(root / FOLDER, _files(rise))


def _files(rise: float) -> Files:
    files: Files = {}
    places = []
    for number, name in enumerate(ROOMS):
        x = 4.0 * number
        places.append(LayoutRoom(name, (0.0, 0.0, 0.0)))
        if "/" not in name:
            mesh = floor(x, rise=rise, material=1 + number, east=number + 1, west=number - 1)
            files[f"{name}.wok"] = mesh.to_bytes()
    door = Thing(TEMPLATE, TAG, 1, "leaf", (12.0, 2.0, 0.0), linked_module=TEMPLATE, linked_to=TAG)
    crate = Thing(TEMPLATE, TAG, 1, "box", (18.0, 2.0, 0.0))
    square = square_pwk().to_bytes()
    layout = "".join(f"{p.name} 0 0 0\r\n" for p in places)
    text = f"beginlayout\r\nroomcount {len(places)}\r\n{layout}trackcount 0\r\nobstaclecount 0\r\n"
    files |= {
        "lab.lyt": f"{text}doorhookcount 0\r\ndonelayout\r\n".encode(),
        "lab.vis": "".join(f"{name} 1\r\n  {ROOMS[0]}\r\n" for name in ROOMS).encode("utf-8"),
        "lab.git": sample_area.make_git([door], [crate]),
        "lab.pth": make_path_points([(1.0, 1.0), (99.0, 1.0)], [(0, 1)]).to_bytes(),
        "module.ifo": sample_area.make_ifo("lab", (1.0, 2.0, 0.5)),
        "genericdoors.2da": sample_area.model_table([door]),
        "placeables.2da": sample_area.model_table([crate]),
        "surfacemat.2da": _surfaces(),
        **{f"leaf{state}.dwk": square for state in range(3)},
        "box.pwk": square,
        f"{TEMPLATE}.utd": sample_area.door_template(door),
        f"{TEMPLATE}.utp": sample_area.placeable_template(crate),
        f"{LABEL}.wok": b"no walkmesh",
        "\u202egnp\u2066.wok": b"no walkmesh",
        "esc\x1b[31m.wok": b"no walkmesh",
    }
    return files


def _surfaces() -> bytes:
    labels = [f"{LABEL}{number}" if number % 2 else f"\x1b[3{number}m" for number in range(10)]
    return TwoDA(
        columns=("label", "walk", "lineofsight"),
        labels=tuple(map(str, range(10))),
        cells=tuple(
            (label, "1" if number != 7 else "0", "1") for number, label in enumerate(labels)
        ),
    ).to_bytes()
