"""Line ends are told once for a whole check, with advice that works."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.checks.line_ends import LINE_ENDS
from support.cases.texts import GOOD_LYT, GOOD_VIS

LF_LYT, LF_VIS = GOOD_LYT.replace(b"\r", b""), GOOD_VIS.replace(b"\r", b"")


def told(folder: Path, files: dict[str, bytes]) -> list[kl.Finding]:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return [finding for finding in kl.check(folder) if finding.rule in LINE_ENDS]


def test_once_for_all_files_of_a_check(tmp_path: Path) -> None:
    (finding,) = told(
        tmp_path, {"b.lyt": LF_LYT, "b.vis": LF_VIS, "a.vis": LF_VIS, "c.vis": LF_VIS}
    )
    assert finding.severity is kl.Severity.WARNING
    assert finding.file.endswith("/a.vis")
    assert finding.text.startswith(
        "7 lines end with LF; the game expects CRLF; the same in 3 other"
    )
    assert "(b.lyt, b.vis and c.vis)" in finding.text


def test_a_last_line_without_an_end_is_an_info(tmp_path: Path) -> None:
    found = told(tmp_path, {"a.lyt": GOOD_LYT[:-2], "a.vis": GOOD_VIS[:-2], "b.vis": LF_VIS[:-1]})
    assert [(f.severity, Path(f.file).name) for f in found] == [
        (kl.Severity.INFO, "a.lyt"),
        (kl.Severity.WARNING, "b.vis"),
    ]
    assert "gitattributes" not in found[0].text
    assert "(a.vis and b.vis)" in found[0].text


def test_each_file_is_still_repaired(tmp_path: Path) -> None:
    told(tmp_path, {"b.lyt": LF_LYT, "b.vis": LF_VIS, "c.vis": GOOD_VIS[:-2]})
    kl.fix(tmp_path).write()
    assert (tmp_path / "b.lyt").read_bytes() == GOOD_LYT
    assert (tmp_path / "b.vis").read_bytes() == (tmp_path / "c.vis").read_bytes() == GOOD_VIS


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_keeps_crlf_with_the_lines_of_the_advice(tmp_path: Path) -> None:
    """As on Linux, where nothing but the attributes brings CRLF back."""

    def git(*words: str) -> None:
        options = ("-c", "core.autocrlf=input", "-c", "user.name=x", "-c", "user.email=x")
        subprocess.run(["git", *options, *words], cwd=tmp_path, check=True, capture_output=True)

    (finding,) = told(tmp_path, {"a.lyt": LF_LYT, "a.vis": LF_VIS})
    lines = re.findall(r"`(\*[^`]+)`", finding.text)
    (tmp_path / ".gitattributes").write_text("".join(f"{line}\n" for line in lines))
    git("init")
    git("add", ".")
    git("commit", "-m", "x")
    for name, wanted in (("a.lyt", GOOD_LYT), ("a.vis", GOOD_VIS)):
        (tmp_path / name).unlink()
        git("checkout", name)
        assert (tmp_path / name).read_bytes() == wanted
