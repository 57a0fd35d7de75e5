"""`Report`, `Finding` and `Rule` as values that read well."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser

import pytest

import kotorlevel as kl
from kotorlevel.checks.rule import all_rules
from support.reports.samples import FILES, FINDINGS, REPORT

ERROR, WARNING, INFO = kl.Severity.ERROR, kl.Severity.WARNING, kl.Severity.INFO


def finding(text: str, severity: kl.Severity = ERROR, file: str = "a.wok") -> kl.Finding:
    return kl.Finding(text, rule="BWM004", severity=severity, file=file, fix="safe")


def test_parts_of_a_report() -> None:
    report = kl.Report((finding("x", INFO), finding("y"), finding("z", WARNING)), ("a.wok", "b"))
    assert len(report) == 3
    assert [each.text for each in report] == ["y", "z", "x"]
    parts = (report.errors, report.warnings, report.infos)
    assert [[each.text for each in part] for part in parts] == [["y"], ["z"], ["x"]]
    assert repr(report) == "<Report: 1 error, 1 warning, 1 info in 2 files>"
    assert repr(kl.Report((), ("a",))) == "<Report: no faults in 1 file>"
    assert not kl.Report((), ("a",))


def test_order_does_not_depend_on_how_findings_came() -> None:
    backwards = kl.Report(tuple(reversed(FINDINGS)), tuple(FILES))
    assert backwards.findings == REPORT.findings
    assert pickle.loads(pickle.dumps(REPORT)) == REPORT


def test_a_finding_says_why_and_how() -> None:
    one = finding("all 4 nodes")
    rule = all_rules()["BWM004"]
    assert one.why == rule.why != ""
    assert one.how == rule.how != ""
    assert " ".join(rule.doc.split()).lower().endswith(one.how.lower())
    assert repr(one) == "<Finding: error BWM004 a.wok: all 4 nodes>"
    assert (kl.Finding("x").why, kl.Finding("x").how) == ("", "")
    assert repr(kl.Finding("x")) == "<Finding: x>"


class _Table(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_notebooks_get_a_table() -> None:
    evil = finding("<script>alert(1)</script>", file="<b>.wok")
    parser = _Table()
    parser.feed(kl.Report((evil, finding("y")), ("a.wok",))._repr_html_())
    assert set(parser.tags) == {"p", "table", "tr", "th", "td"}
    assert parser.tags.count("tr") == 3
    assert "<script>alert(1)</script>" in parser.texts
    assert "<b>.wok" in parser.texts
    assert kl.Report((), ("a",))._repr_html_() == "<p>No faults in 1 file.</p>"
    many = kl.Report(tuple(finding(str(number)) for number in range(60)), ())
    assert many._repr_html_().count("<tr") == 51
    assert "and 10 more" in many._repr_html_()


def test_rules_are_all_there() -> None:
    rules = kl.rules()
    assert [rule.id for rule in rules] == sorted(all_rules())
    assert all(rule.title and rule.why and rule.how for rule in rules)
    assert {rule.id[:3] for rule in kl.rules("msh")} == {"MSH"}
    (named,) = kl.rules("tree-children-one-based")
    assert named.id == "BWM004"
    assert repr(named).startswith("<Rule BWM004 tree-children-one-based, error: ")
    assert named in {named}


@pytest.mark.parametrize(
    ("word", "text", "needs"),
    [
        ("BWM4", "there is no rule 'BWM4'. Did you mean BWM004?", ""),
        ("tree-childs", "there is no rule 'tree-childs'. Did you mean tree-", ""),
        ("%", "there is no rule '%'", "rules"),
    ],
)
def test_a_rule_that_is_not_there(word: str, text: str, needs: str) -> None:
    with pytest.raises(kl.errors.InputError) as caught:
        kl.rules(word)
    assert str(caught.value).startswith(text)
    assert caught.value.needs == needs
    assert "kotorlevel" not in str(caught.value)
