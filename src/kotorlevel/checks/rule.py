"""What a rule is, and the register of all of them."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from kotorlevel.checks.finding import Finding, FixKind, Severity
from kotorlevel.checks.options import Options

S = TypeVar("S")
Find = Callable[[S, Options], Iterable[Finding]]


@dataclass(frozen=True)
class Rule(Generic[S]):
    """A rule looks at one kind of subject. Its documentation is the docstring of ``find``.

    ``geometry`` rules are asked only where every face has three finite corners.
    """

    id: str
    name: str
    severity: Severity
    subject: type[S]
    fix: FixKind
    geometry: bool
    find: Find[S]

    @property
    def doc(self) -> str:
        """What it is, why it matters in the game and how to fix it."""
        return inspect.getdoc(self.find) or ""

    @property
    def title(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0].rstrip(".")

    def run(self, subject: S, options: Options) -> list[Finding]:
        """The findings in ``subject``, completed with what the rule knows."""
        return [
            replace(
                finding,
                rule=self.id,
                name=self.name,
                fix=self.fix if finding.fix is None else finding.fix,
                severity=finding.severity or self.severity,
            )
            for finding in self.find(subject, options)
        ]


_REGISTER: dict[str, Rule[Any]] = {}


def rule(
    identity: str,
    name: str,
    severity: Severity,
    on: type[S],
    *,
    fix: FixKind = "",
    geometry: bool = False,
) -> Callable[[Find[S]], Find[S]]:
    """Register the decorated function as a rule on subjects of type ``on``."""

    def register(find: Find[S]) -> Find[S]:
        assert identity not in _REGISTER, f"two rules are called {identity}"
        _REGISTER[identity] = Rule(identity, name, severity, on, fix, geometry, find)
        return find

    return register


def find_close_id(word: str) -> str:
    """The rule id that was probably meant, by its number first: for ``BWM4`` that is ``BWM004``.

    Empty where none is close.
    """
    found = re.fullmatch(r"([A-Z]+)[ _-]?0*([0-9]{1,3})", word.upper())
    padded = f"{found[1]}{found[2]:0>3}" if found else ""
    close = get_close_matches(word.upper(), all_rules(), n=1)
    return padded if padded in all_rules() else "".join(close)


@cache
def all_rules() -> dict[str, Rule[Any]]:
    """Every rule by id, in the order of ids. A rule is there because its file is there."""
    package = import_module("kotorlevel.checks.rules")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    return dict(sorted(_REGISTER.items()))


def rules_on(subject: type[Any]) -> tuple[Rule[Any], ...]:
    """The rules that look at subjects of exactly this type, in the order of ids."""
    return _rules_by_subject().get(subject, ())


@cache
def _rules_by_subject() -> dict[type[Any], tuple[Rule[Any], ...]]:
    rules = all_rules().values()
    subjects = {rule.subject for rule in rules}
    return {each: tuple(rule for rule in rules if rule.subject is each) for each in subjects}
