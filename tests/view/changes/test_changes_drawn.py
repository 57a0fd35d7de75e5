"""Pictures of a diff: what is drawn, in which colours, under which numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.edit.rooms import remove_room
from kotorlevel.core.errors import InputError
from kotorlevel.view.changes.hatch import hatch
from kotorlevel.view.changes.map import short_title
from kotorlevel.view.changes.scene import build_changed_scene, scene_states
from kotorlevel.view.changes.shown import COLORS, STATES, versions_of
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area
from support.corpus import ROOT
from support.mesh.renumbered import grid
from support.schemas import validate

TINY = Bundle("<title>{{TITLE}}</title>{{STYLE}}{{SCENE}}{{SCRIPT}}", "/* style */", "// script")


def edited() -> kl.Diff:
    """Two rooms less one: of the other a square is painted, a corner moved, a face gone."""
    mesh = grid(4)
    keep = np.arange(len(mesh.faces)) != 31
    materials = mesh.materials.copy()
    materials[[0, 1]] = 10
    vertices = mesh.vertices.copy()
    vertices[12] += np.array((0.3, 0.2, 0), np.float32)
    after = kl.Walkmesh.from_arrays(vertices, mesh.faces[keep], materials[keep])
    area = make_area({"hall": mesh, "yard": floor(20)})
    return kl.diff(area, remove_room(area.with_mesh(0, after), 1).area)


def test_the_states_of_faces_in_both_versions() -> None:
    found = edited()
    old, new = versions_of(found)
    names = [[STATES[code] for code in side.states[0].tolist()] for side in (old, new)]
    assert names[0][31] == "removed"
    assert names[0][:2] == names[1][:2] == ["painted", "painted"]
    around = np.flatnonzero((grid(4).faces == 12).any(axis=1)).tolist()
    assert [i for i, state in enumerate(names[0]) if state == "moved"] == around
    assert set(old.states[1].tolist()) == {STATES.index("removed")}
    assert 1 not in new.states


def test_a_scene_with_changes_in_colours_fits_its_schema() -> None:
    schema = json.loads((ROOT / "docs/schema/scene.schema.json").read_text("utf-8"))
    found = edited()
    for version, is_a in zip(versions_of(found), (True, False), strict=True):
        scene = build_changed_scene(version, found.placed, is_a=is_a)
        validate(json.loads(scene.to_json()), schema)
        surfaces = {each["id"]: each for each in scene.document["materials"]}
        codes = scene_states(scene, version)
        drawn = scene.array("materials")[: len(codes)].tolist()
        for code, number in zip(codes.tolist(), drawn, strict=True):
            assert (surfaces[number]["color"] == COLORS[STATES[code]]) == (code != 0)
        numbers = [finding["number"] for finding in scene.document["findings"]]
        assert numbers == list(found.placed)


def test_the_map_has_every_change_under_its_number() -> None:
    found = edited()
    svg = kl.draw_changes(found)
    assert svg == kl.draw_changes(found)
    layers = re.findall(r'<g id="(\w+)">', svg)
    assert {"floor", "removed", "changed", "gone", "arrows", "marks", "list"} <= set(layers)
    marks = svg[svg.index('<g id="marks">') : svg.index('<g id="legend">')]
    assert {int(n) for n in re.findall(r">(\d+)</text>", marks)} == {
        number for number, change in found.placed.items() if change.at is not None
    }
    for change in found.placed.values():
        assert change.text.split(":")[0][:12] in svg
    assert kl.draw_changes(found, theme="dark") != svg
    assert '<g id="list">' not in kl.draw_changes(found, listing=False)


def test_a_png_and_wrong_sizes() -> None:
    pytest.importorskip("PIL")
    assert kl.draw_changes(edited(), format="png", width=400).startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="pixels wide"):
        kl.draw_changes(edited(), width=3)


def test_nothing_to_draw_is_said() -> None:
    found = kl.diff(kl.Layout(), kl.Layout(preamble=("x",)))
    with pytest.raises(InputError, match="no floor to draw"):
        kl.draw_changes(found)
    page = kl.render_changes(found, bundle=TINY)
    assert 'data-side="' not in page
    assert "another form" in page


def test_single_meshes_and_equal_ones() -> None:
    mesh = grid(3)
    found = kl.diff(mesh, kl.paint(mesh, "Grass", faces=[4]).mesh)
    assert 'id="changed"' in kl.draw_changes(found)
    assert 'id="changed"' not in kl.draw_changes(kl.diff(mesh, mesh))


def test_the_page_holds_both_versions_and_every_change() -> None:
    found = edited()
    page = kl.render_changes(found, bundle=TINY)
    assert page == kl.render_changes(found, bundle=TINY)
    assert 'id="viewer-before"' in page
    assert 'id="viewer-after"' in page
    shown = {int(n) for n in re.findall(r'data-show="(\d+)" data-where="before"', page)}
    assert shown == set(found.placed)
    assert page.count("<tr ") == len(found.changes)


def test_names_cannot_break_the_page() -> None:
    nasty = '</script><img src=x onerror="alert(1)">'
    found = kl.diff(make_area({"a": floor()}, name=nasty), make_area({"a": floor(1)}, name=nasty))
    page = kl.render_changes(found, bundle=TINY)
    assert "<img" not in page


def test_strokes_lie_in_their_triangles_on_common_lines() -> None:
    random = np.random.default_rng(0)
    triangles = random.uniform(0, 100, (20, 3, 2))
    for triangle in triangles:
        for a, b in hatch(triangle[None], 7.0):
            level = float((a + b).sum()) / 2 / 7
            assert level == pytest.approx(round(level), abs=1e-6)
            for share in (0.01, 0.5, 0.99):
                assert inside(a + share * (b - a), triangle)
    large = np.array([[(0.0, 0.0), (400.0, 30.0), (90.0, 500.0)]])
    lengths = sum(float(np.linalg.norm(b - a)) for a, b in hatch(large, 2.0))
    area = (400 * 500 - 30 * 90) / 2
    assert lengths * 2 / np.sqrt(2) == pytest.approx(area, rel=0.02)
    assert hatch(np.empty((0, 3, 2)), 7.0) == ()
    assert hatch(np.zeros((1, 3, 2)), 7.0) == ()


def inside(point: NDArray[np.float64], triangle: NDArray[np.float64]) -> bool:
    sides = []
    for i in range(3):
        along, to = triangle[(i + 1) % 3] - triangle[i], point - triangle[i]
        sides.append(float(along[0] * to[1] - along[1] * to[0]))
    return all(side >= -1e-6 for side in sides) or all(side <= 1e-6 for side in sides)


def test_titles_leave_out_what_both_share() -> None:
    assert short_title("/x/y/old/a.wok", "/x/y/new/a.wok") == "old/a.wok → new/a.wok"
    assert short_title("a", "a") == "a"
    assert short_title(str(Path("a")), "b") == "a → b"
    long = "/games/installed/swkotor/my_mods/tar_m10aa"
    assert short_title(long, "/home/somebody/tar_m10aa_new") == "tar_m10aa → tar_m10aa_new"
