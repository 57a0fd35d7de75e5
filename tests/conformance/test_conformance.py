"""The suite for other programs: files are as made, our own answers right, faults are seen."""

import json
import sys
from pathlib import Path

import pytest

import kotorlevel as kl
from conformance import bwm
from conformance.judge import Verdict, find_tree_fault, judge, load_cases
from conformance.make import CASES, Made, as_json, make_cases
from conformance.programs.kotorlevel import TASKS

MADE = list(make_cases())


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.case.name)
def test_the_files_are_as_made(made: Made) -> None:
    folder = CASES / made.case.task
    assert (folder / made.case.source).read_bytes() == made.data
    if made.values is not None:
        assert (folder / made.case.expected).read_text(encoding="utf-8") == as_json(made.values)


def test_the_manifest_names_every_file() -> None:
    cases = load_cases()
    assert cases == [made.case for made in MADE]
    named = {f"{case.task}/{name}" for case in cases for name in (case.source, case.expected)}
    there = {path.relative_to(CASES).as_posix() for path in CASES.glob("*/*")}
    assert there == {name for name in named if not name.endswith("/")}


def verdict_of(made: Made, target: Path) -> Verdict:
    """As `judge` finds it, without starting a process for every case."""
    from conformance import judge as judging

    source = CASES / made.case.task / made.case.source
    TASKS[made.case.task](source, target)
    return judging._compare(made.case, source, target.read_bytes(), CASES)


@pytest.mark.parametrize(
    "made", [m for m in MADE if m.case.task != "refuse"], ids=lambda m: str(m.case.name)
)
def test_our_own_answers_are_right(made: Made, tmp_path: Path) -> None:
    ending = made.case.source.partition(".")[2].removesuffix(".ascii").replace("mdl", "wok")
    verdict = verdict_of(made, tmp_path / f"out.{ending}")
    assert verdict.result == ("bytes" if made.case.task == "rewrite" else "values"), verdict


@pytest.mark.parametrize(
    "made", [m for m in MADE if m.case.task == "refuse"], ids=lambda m: str(m.case.name)
)
def test_we_refuse_what_cannot_be_read(made: Made) -> None:
    with pytest.raises(kl.errors.FormatError):
        kl.read_walkmesh(made.data)


def small_suite(folder: Path, *names: str) -> Path:
    """Some of the cases in a folder of their own."""
    chosen = [made for made in MADE if made.case.name in names]
    for made in chosen:
        target = folder / made.case.task
        target.mkdir(parents=True, exist_ok=True)
        (target / made.case.source).write_bytes(made.data)
        (target / (made.case.expected or "-")).write_text(as_json(made.values or {}))
    rows = [vars(made.case) for made in chosen]
    (folder / "cases.json").write_text(json.dumps(rows))
    return folder


@pytest.mark.parametrize(
    ("code", "results"),
    [
        ("open(out, 'wb').write(open(source, 'rb').read())", ["bytes", "differs", "accepted"]),
        ("sys.exit(3)", ["cannot", "cannot", "cannot"]),
        ("sys.exit('no')", ["refusal", "refusal", "refused"]),
        ("raise ValueError", ["crash", "crash", "crash"]),
        ("open(out, 'wb').write(b'nothing')", ["differs", "differs", "accepted"]),
    ],
)
def test_programs_are_judged(code: str, results: list[str], tmp_path: Path) -> None:
    names = ("rewrite/square.wok", "rebuild/one-based.wok", "refuse/short.wok")
    program = [sys.executable, "-c", f"import sys; task, source, out = sys.argv[1:]; {code}"]
    verdicts = judge(program, small_suite(tmp_path, *names))
    assert [verdict.result for verdict in verdicts] == results


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("one-based", "boxes of inner nodes"),
        ("plane-numbers", "planes"),
        ("bare-boxes", "boxes of leaves"),
        ("no-tree", "0 nodes for 72 faces"),
        ("no-loops", ""),
    ],
)
def test_faults_of_trees_are_told(name: str, fault: str) -> None:
    assert find_tree_fault(bwm.unpack((CASES / "rebuild" / f"{name}.wok").read_bytes())) == fault
