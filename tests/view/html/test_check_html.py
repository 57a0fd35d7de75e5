"""``kotorlevel check --html``: one file with findings, maps and viewers."""

from __future__ import annotations

import base64
import hashlib
import html
import html.parser
import json
import re
import zlib
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.rule import all_rules
from kotorlevel.view.html import report as report_html
from kotorlevel.view.html import sections as check_html
from kotorlevel.view.html.report import render_sections
from kotorlevel.view.html.sections import Section
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area, write_folder
from support.builders import square_pwk
from support.cli.in_process import InProcess
from support.installation import make_installation
from support.sample_area import MODULE
from support.view.served import SMALL, small_bundle

__all__ = ["small_bundle"]


class Page(html.parser.HTMLParser):
    """A report taken apart: ids, links, buttons, rows of tables, scripts; checks the nesting."""

    def __init__(self, path_or_text: Path | str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.shows: list[tuple[str, str]] = []
        self.rows: list[str] = []
        self.titles: list[str] = []
        self.scripts: dict[str, str] = {}
        self.policy = ""
        self.tags: set[str] = set()
        self._open: list[str] = []
        self._name = ""
        is_path = isinstance(path_or_text, Path)
        self.text = path_or_text.read_text("utf-8") if is_path else str(path_or_text)  # type: ignore[union-attr]
        self.feed(self.text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        if "data-show" in found:
            self.shows.append((found["data-stage"], found["data-show"]))
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        if tag == "tr":
            self.rows.append("")
        self._name = found.get("id", tag)
        if tag not in ("meta", "link", "br", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        if "tr" in self._open:
            self.rows[-1] += data
        if self._open[-1] == "h2":
            self.titles.append(data)
        if self._open[-1] == "script":
            self.scripts[self._name] = data

    def unpacked(self, name: str) -> str:
        return zlib.decompress(base64.b64decode(self.scripts[name]), -15).decode()


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "place" / "station"
    folder.mkdir(parents=True)
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return folder


def test_everything_is_in_one_file(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    result = kotorlevel("check", station, "--html", "report.html")
    plain = kotorlevel("check", station)
    page = Page(tmp_path / "report.html")
    assert result.code == plain.code == 1
    assert result.stderr == ""
    size = f"{len(page.text.encode()):,}"
    assert result.stdout == plain.stdout + f"wrote report.html ({size} bytes)\n"
    findings = json.loads(kotorlevel("check", station, "--json").stdout)["findings"]
    rows = [row for row in page.rows if not row.startswith("No.")]
    assert len(rows) == len(findings)
    for finding in findings:
        assert any(finding["text"] in row and finding["rule"] in row for row in rows)
    assert page.titles == [
        "station",
        "station_crate.pwk",
        "station_door0.dwk",
        "What the rules mean",
    ]
    assert page.tags & {"iframe", "img", "object", "embed", "form", "base"} == set()
    assert len(page.ids) == len(set(page.ids))
    assert str(station) not in page.text
    assert "place/station" not in page.text


def test_links_and_buttons_lead_somewhere(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    kotorlevel("check", station, "--html", "report.html")
    page = Page(tmp_path / "report.html")
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    for rule in {f.rule for f in kl.check(station).findings}:
        assert f"#rule-{rule}" in page.links
        assert all_rules()[rule].title.partition("`")[0] in html.unescape(page.text)
    shell = page.unpacked("viewer")
    assert page.shows
    for stage, number in page.shows:
        assert stage in page.ids
        blocks = page.unpacked(stage.removesuffix("-stage"))
        text = shell.replace("<!--SCENE-->", blocks)
        found = re.search(r'id="scene">(.*?)</script>', text)
        assert found
        listed = json.loads(found[1])["findings"]
        assert int(number) in [each["number"] for each in listed]


def test_rows_have_the_numbers_of_the_map(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    kotorlevel("check", station, "--html", "report.html")
    page = Page(tmp_path / "report.html")
    found = re.search(r'id="scene">(.*?)</script>', page.unpacked("viewer-1"))
    assert found
    listed = json.loads(found[1])["findings"]
    rows = [row for row in page.rows if not row.startswith("No.")][: len(listed)]
    for row, finding in zip(rows, listed, strict=True):
        assert row.startswith(f"{finding['number']} {finding['severity']}{finding['text']}")


def test_only_its_own_scripts_may_run(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    kotorlevel("check", station, "--html", "report.html")
    page = Page(tmp_path / "report.html")
    own = page.scripts["script"]
    digests = {
        "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        for text in (own, SMALL.script)
    }
    policy = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
    assert policy["default-src"] == "'none'"
    assert set(policy["script-src"].split()) == digests
    assert policy["connect-src"] == "'none'"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page.text)


def test_both_themes_are_drawn(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    kotorlevel("check", station, "--html", "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    for theme in ("light", "dark"):
        assert text.count(f'<div class="map {theme}"><svg role="img"') == 1  # not of the objects
    assert ">Findings<" not in text  # the table says it


def test_beside_json_the_note_goes_to_stderr(
    kotorlevel: InProcess, small_bundle: Path, station: Path
) -> None:
    result = kotorlevel("check", station, "--json", "--html", "report.html")
    json.loads(result.stdout)
    assert result.stderr.startswith("wrote report.html")


def test_nothing_is_replaced_unasked(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    (tmp_path / "report.html").write_text("mine")
    result = kotorlevel("check", station, "--html", "report.html")
    assert result.code == 2
    assert "add --force" in result.stderr
    assert result.stdout == ""
    assert kotorlevel("check", station, "--html", "report.html", "--force").code == 1
    assert kotorlevel("check", station, "--force").code == 2
    for target, words in (
        ("a.txt", ".html or .htm"),
        (".", "is a folder"),
        ("no/a.html", "no folder"),
    ):
        result = kotorlevel("check", station, "--html", target)
        assert result.code == 2
        assert words in result.stderr


def test_without_the_viewer_there_are_maps(
    kotorlevel: InProcess, small_bundle: Path, station: Path, tmp_path: Path
) -> None:
    (small_bundle / "viewer.js").unlink()
    result = kotorlevel("check", station, "--html", "report.html")
    assert result.code == 1
    assert "no 3-D views" in result.stderr
    page = Page(tmp_path / "report.html")
    assert page.shows == []
    assert "svg" in page.tags
    assert set(page.scripts) == {"script"}


def test_several_areas_and_files(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part for each; every finding in one of them."""
    monkeypatch.chdir(tmp_path)
    for name in ("east", "west"):
        (tmp_path / "mod" / name).mkdir(parents=True)
        rooms = {f"{name}_hall": floor(east=1), f"{name}_yard": floor(4)}
        write_folder(tmp_path / "mod" / name, make_area(rooms, name=name))
    (tmp_path / "mod" / "crate.pwk").write_bytes(square_pwk().to_bytes() + b"xyz")
    (tmp_path / "mod" / "bad.wok").write_bytes(b"BWM V1.0")
    (tmp_path / "mod" / "sound.pwk").write_bytes(square_pwk().to_bytes())
    kotorlevel("check", "mod", "--html", "report.html")
    page = Page(tmp_path / "report.html")
    assert page.titles[:-1] == ["east", "west", "crate.pwk", "Other files"]
    findings = kl.check("mod").findings
    assert len([row for row in page.rows if not row.startswith("No.")]) == len(findings)


def test_a_room_of_two_areas_is_told_of_once(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mod").mkdir()
    hall = floor(east=1)
    for name in ("east", "west"):
        write_folder(tmp_path / "mod", make_area({"hall": hall, name: floor(4)}, name=name))
    (tmp_path / "mod" / "hall.wok").write_bytes(hall.to_bytes() + b"xyz")
    kotorlevel("check", "mod", "--html", "report.html")
    page = Page(tmp_path / "report.html")
    assert page.titles[:2] == ["east", "west"]
    extra = [finding for finding in kl.check("mod/hall.wok").findings if not finding.numbers]
    assert extra
    for finding in extra:
        assert len([row for row in page.rows if finding.text in row]) == 1


def test_one_sound_walkmesh(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kl.write_walkmesh(floor(), tmp_path / "hall.wok")
    assert kotorlevel("check", "hall.wok", "--html", "report.html").code == 0
    page = Page(tmp_path / "report.html")
    assert page.titles == ["hall.wok"]
    assert "No faults found." in page.text
    assert "viewer-1" in page.scripts


def test_a_module_of_a_game(kotorlevel: InProcess, small_bundle: Path, tmp_path: Path) -> None:
    made = make_installation(tmp_path / "game")
    target = tmp_path / "report.html"
    result = kotorlevel("check", made.folder, "--module", MODULE, "--html", target)
    assert result.code in (0, 1)
    page = Page(target)
    assert page.titles[0] == "station"
    assert "viewer-1" in page.scripts


def test_what_cannot_be_read_at_all(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.lyt").write_bytes(b"\0" * 50)
    result = kotorlevel("check", "bad.lyt", "--html", "report.html")
    assert "Traceback" not in result.stderr
    page = Page(tmp_path / "report.html")
    assert len([row for row in page.rows if not row.startswith("No.")]) >= 1


HOSTILE = '</script><script>alert(1)</script>{{BODY}}<img src=x onerror="y">'


def hostile_report() -> Report:
    finding = Finding(
        HOSTILE,
        "face",
        (0,),
        severity=Severity.ERROR,
        rule="MSH001",
        name=HOSTILE,
        file=f"mod/{HOSTILE}.wok",
        section=HOSTILE,
    )
    return Report((finding,), (finding.file,))


def test_names_stay_names() -> None:
    report = hostile_report()
    area = make_area({HOSTILE: floor()}, name=HOSTILE)
    sections = [Section(HOSTILE, report, build_scene(area, report=report), HOSTILE)]
    text = render_sections(sections, report, title=HOSTILE, bundle=SMALL, hint=HOSTILE)
    page = Page(text)
    assert page.tags & {"img"} == set()
    assert set(page.scripts) == {"script", "viewer", "viewer-1"}
    assert "alert(1)" not in "".join(page.scripts.values())
    assert page.text.count("<body>") == 1


def test_same_report_same_page() -> None:
    report = hostile_report()
    area = make_area({"hall": floor()})
    pages = {
        render_sections(
            [Section("a", report, build_scene(area, report=report))],
            report,
            title="t",
            bundle=SMALL,
        )
        for _ in range(2)
    }
    assert len(pages) == 1


def test_viewers_stop_where_the_file_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    area = make_area({"hall": floor()})
    report = Report((), ())
    section = Section("a", report, build_scene(area))
    one = Page(render_sections([section], report, title="t", bundle=SMALL)).scripts["viewer-1"]
    monkeypatch.setattr(report_html, "LARGEST_VIEWERS", 2 * len(one) + 10)
    page = Page(render_sections([section] * 3, report, title="t", bundle=SMALL))
    assert {"viewer-1", "viewer-2"} <= set(page.scripts)
    assert "viewer-3" not in page.scripts
    assert "to keep this file small" in page.text


def test_pictures_stop_too(
    kotorlevel: InProcess,
    small_bundle: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check_html, "MOST_PICTURES", 2)
    (tmp_path / "mod").mkdir()
    for number in range(4):
        (tmp_path / "mod" / f"crate{number}.pwk").write_bytes(square_pwk().to_bytes() + b"xyz")
    kotorlevel("check", "mod", "--html", "report.html")
    page = Page(tmp_path / "report.html")
    assert page.titles[:-1] == ["crate0.pwk", "crate1.pwk", "Other files"]
    assert len([row for row in page.rows if not row.startswith("No.")]) == 4


def test_an_area_of_broken_rooms_says_why_it_has_no_map(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4)}))
    for name in ("hall.wok", "yard.wok"):
        (tmp_path / name).write_bytes(b"BWM V1.0 cut")
    assert kotorlevel("check", tmp_path, "--html", "a.html").code == 2
    text = html.unescape((tmp_path / "a.html").read_text("utf-8"))
    assert "No map: none of its 2 walkmeshes can be read: hall.wok: header" in text
    assert "None of its rooms has a walkmesh here" not in text
