"""``kotorlevel rules``."""

from __future__ import annotations

import json

import pytest

from kotorlevel.checks.rule import all_rules
from support.cli.in_process import InProcess
from support.command import run


def test_list(kotorlevel: InProcess) -> None:
    result = kotorlevel("rules")
    assert result.code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(all_rules())
    for line, rule in zip(lines, all_rules().values(), strict=True):
        assert rule.severity.label in line
        asked = " (only when asked for)" if rule.on_request else ""
        assert line.endswith(rule.title + asked)


@pytest.mark.parametrize("identity", list(all_rules()))
def test_each_rule(identity: str, kotorlevel: InProcess) -> None:
    rule = all_rules()[identity]
    result = kotorlevel("rules", identity.lower())
    assert result.code == 0
    assert result.stdout.startswith(f"{identity} {rule.name}  {rule.severity.label}")
    assert rule.doc in result.stdout
    assert "Why it matters" in result.stdout
    assert "How to fix" in result.stdout
    fix = {"": "by hand", "safe": "fix\n", "unsafe": "fix --unsafe\n"}[rule.fix]
    assert fix in result.stdout
    assert kotorlevel("rules", rule.name).stdout == result.stdout


def test_family(kotorlevel: InProcess) -> None:
    result = kotorlevel("rules", "lyt")
    assert [line.split()[0] for line in result.stdout.splitlines()] == [
        rule for rule in all_rules() if rule.startswith("LYT")
    ]


def test_json(kotorlevel: InProcess) -> None:
    rules = json.loads(kotorlevel("rules", "--json").stdout)
    assert [rule["id"] for rule in rules] == list(all_rules())
    (one,) = json.loads(kotorlevel("rules", "MSH007", "--json").stdout)
    assert {key: one[key] for key in ("id", "name", "severity", "fix")} == {
        "id": "MSH007",
        "name": "walkable-face-down",
        "severity": "warning",
        "fix": "safe",
    }
    assert one["doc"] == all_rules()["MSH007"].doc


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("BWM04", "Did you mean BWM004?"),
        ("BWM4", "Did you mean BWM004?"),
        ("bwm-14", "Did you mean BWM014?"),
        ("msh07", "Did you mean MSH007?"),
        ("BWM0004", "Did you mean BWM004?"),
        ("tree-brokn", "Did you mean tree-broken?"),
        ("xyz", "See: kotorlevel rules"),
    ],
)
def test_unknown_rule(word: str, hint: str, kotorlevel: InProcess) -> None:
    result = kotorlevel("rules", word)
    assert (result.code, result.stdout) == (2, "")
    assert f"there is no rule {word!r}" in result.stderr
    assert hint in result.stderr


def test_in_a_process_of_its_own() -> None:
    result = run("rules", "BWM004")
    assert result.code == 0
    assert "\x1b" not in result.stdout
