"""A finding has one number: on the map, in the page, and in the report on a check."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.view.map.draw import draw_map
from support.corpus import LEVELS, needs_levels
from support.view.svg_parts import SVG, layer, parse

_ROW = re.compile(
    r'<span class="number">(\d+)</span>.*?</td><td>(.*?) <a href="#rule-(\w+)">', re.DOTALL
)


@pytest.fixture
def station(tmp_path: Path) -> Path:
    for name, data in make_broken_station().items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def in_report(path: Path) -> dict[int, tuple[str, str]]:
    """Rule and text of each number in the tables of the report."""
    text = kl.render_report(path)
    rows = _ROW.findall(text.split('class="rules"', maxsplit=1)[0])
    assert len({number for number, *_ in rows}) == len(rows)
    return {int(number): (rule, unescape(what)) for number, what, rule in rows}


def in_page(path: Path) -> dict[int, tuple[str, str]]:
    listed = kl.load_shown(path).scene.document["findings"]
    return {each["number"]: (each["rule"], each["text"]) for each in listed}


def check_all(path: Path) -> None:
    page, report = in_page(path), in_report(path)
    assert page
    assert report.keys() == page.keys()
    for number, (rule, text) in page.items():
        assert report[number][0] == rule
        assert report[number][1][:60] == text[:60]
    on_map = in_map(path)
    assert on_map.keys() == {number for number in page if number <= len(on_map)}
    for number, first_line in on_map.items():
        assert page[number][1].startswith(first_line.rstrip("…")[:20])


def in_map(path: Path) -> dict[int, str]:
    """The first line of each number in the map's list: the words right of it."""
    texts = [
        (float(each.get("x") or 0), float(each.get("y") or 0), each.text or "")
        for each in layer(parse(draw_map(kl.load_shown(path).scene)), "list")
        if each.tag == f"{SVG}text"
    ]
    found = {}
    for x, y, number in texts:
        beside = [text for right, down, text in texts if 0 < right - x < 60 and abs(down - y) < 3]
        if number.isdigit() and beside:  # a line of a text may be a number, too
            found[int(number)] = beside[0]
    return found


def test_the_broken_station(station: Path) -> None:
    """Some of its findings are about a crate and a door, which have parts of their own."""
    sections = kl.render_report(station).count('<section class="part"')
    assert sections == 3
    check_all(station)


@pytest.mark.sampled(1)
@needs_levels
@pytest.mark.parametrize("name", ["k1/tat_m17aa", "k1/m19aa", "k2/740kor"])
def test_real_levels_with_files_of_others(name: str) -> None:
    check_all(LEVELS / "areas" / name)


def test_two_levels_are_counted_one_by_one(station: Path) -> None:
    """Each of them has numbers of its own, as its map has."""
    for name in ("one", "two"):
        (station / name).mkdir()
        for file, data in make_broken_station().items():
            (station / name / file).write_bytes(data)
    text = kl.render_report([station / "one", station / "two"])
    assert len(re.findall(r'<span class="number">1</span>', text)) >= 2
