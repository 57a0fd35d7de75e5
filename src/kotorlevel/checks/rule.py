"""What a rule is, and the register of all of them."""

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from kotorlevel.checks.finding import Finding, FixKind, Severity
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import InputError
from kotorlevel.core.glossary import look_up

S = TypeVar("S")
Find = Callable[[S, Options], Iterable[Any]]
"""What a rule does: it yields findings, and of a cause proposals (`checks.causes`)."""

_WHY = "Why it matters:"
_HOW = "How to fix:"
_SHORT = 64
_RULES = "kotorlevel.checks.rules"
_SENTENCE = re.compile(r".*?[.!?](?=\s|$)")


@dataclass(frozen=True, repr=False)
class Rule(Generic[S]):
    """A rule looks at one kind of subject. Its documentation is the docstring of ``find``.

    ``id`` is such as ``BWM004``, ``name`` such as ``tree-children-one-based``; ``fix`` is how its
    findings are repaired (``safe``, ``unsafe``, or empty: by hand), ``severity`` how bad they are
    as a rule. ``geometry`` rules are asked only where every face has three finite corners, and
    rules ``on_request`` only where they are selected by their whole id.
    """

    id: str
    name: str
    severity: Severity
    subject: type[S]
    fix: FixKind
    geometry: bool
    on_request: bool
    find: Find[S]

    @property
    def doc(self) -> str:
        """What it is, why it matters in the game and how to fix it."""
        return inspect.getdoc(self.find) or ""

    @property
    def title(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0].rstrip(".")

    @property
    def why(self) -> str:
        """Why it matters: what it does in the game, in one or more sentences."""
        return _sentences(self.doc.partition(_WHY)[2].partition(_HOW)[0])

    @property
    def why_in_short(self) -> str:
        """The first sentence of why it matters, and the second where the first is short.

        Then the first tells what the game does, and the second what comes of it.
        """
        first, *others = _SENTENCE.findall(self.why)
        return f"{first} {others[0].strip()}" if others and len(first) < _SHORT else str(first)

    @property
    def how(self) -> str:
        """How to fix it, in one or more sentences."""
        return _sentences(self.doc.partition(_HOW)[2])

    def __repr__(self) -> str:
        return f"<Rule {self.id} {self.name}, {self.severity.label}: {self.title}>"

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


def _sentences(text: str) -> str:
    """One paragraph without line breaks, beginning with a capital letter."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


_REGISTER: dict[str, Rule[Any]] = {}
_BY_SUBJECT: dict[type[Any], tuple[Rule[Any], ...]] = {}


def rule(
    identity: str,
    name: str,
    severity: Severity,
    on: type[S],
    *,
    fix: FixKind = "",
    geometry: bool = False,
    on_request: bool = False,
) -> Callable[[Find[S]], Find[S]]:
    """Register the decorated function as a rule on subjects of type ``on``."""

    def register(find: Find[S]) -> Find[S]:
        assert identity not in _REGISTER, f"two rules are called {identity}"
        _REGISTER[identity] = Rule(identity, name, severity, on, fix, geometry, on_request, find)
        return find

    return register


@cache
def all_rules() -> dict[str, Rule[Any]]:
    """Every rule by id, in the order of ids. A rule is there because its file is there."""
    for folder in _folders():
        _load_folder(folder)
    return dict(sorted(_REGISTER.items()))


def find_rule(identity: str) -> Rule[Any] | None:
    """The rule with this id; only its family is loaded."""
    if identity not in _REGISTER:
        for folder in _folders():
            if folder.startswith(f"{_RULES}.{identity[:3].lower()}"):
                _load_folder(folder)
    return _REGISTER.get(identity)


@cache
def _folders(package: str = _RULES) -> tuple[str, ...]:
    """The packages of rules: a family each, named after how its ids begin, and those in it.

    A family whose rules look at different things has a package for those that take more to load.
    """
    within = pkgutil.iter_modules(import_module(package).__path__, f"{package}.")
    found = [module.name for module in within if module.ispkg]
    return tuple(name for each in found for name in (each, *_folders(each)))


@cache
def _load_folder(package: str) -> None:
    """Register the rules whose files are in a package."""
    home = import_module(package)
    for module in pkgutil.iter_modules(home.__path__, f"{package}."):
        if not module.ispkg:
            import_module(module.name)
    own = [
        each for each in _REGISTER.values() if each.find.__module__.rpartition(".")[0] == package
    ]
    unexpected = {each.subject for each in own}.difference(home.SUBJECTS)
    assert not unexpected, f"{package} does not name {unexpected} in its SUBJECTS"


def rules(which: str = "") -> tuple[Rule[Any], ...]:
    """All rules of `check`, by id; with ``which`` those with that name, or whose id begins so.

    Any other word is looked for in what the rules say, also by the names that other tools have for
    things (`look_up`). Raises `InputError` where there is none.

        for rule in kl.rules("MSH"):
            print(rule.id, rule.title, rule.why)
        kl.rules("perimeter")
    """
    every = all_rules().values()
    begin, name = which.upper(), which.lower()
    found = tuple(each for each in every if each.id.startswith(begin) or each.name == name)
    if not found:
        found = _about(which)
    if not found:
        from difflib import get_close_matches

        names = [each.name for each in every]
        raise _no_rule(which, "".join(get_close_matches(name, names, n=1)))
    return found


def _about(word: str) -> tuple[Rule[Any], ...]:
    """The rules with that word in their texts, or else with our word for it."""
    for words in ([word], [term.word for term in look_up(word)]):
        starts = [rf"\b{re.escape(each.strip())}" for each in words if len(each.strip()) > 1]
        found = tuple(
            rule
            for rule in all_rules().values()
            if any(re.search(start, f"{rule.name} {rule.doc}", re.IGNORECASE) for start in starts)
        )
        if found:
            return found
    return ()


def parse_ids(words: str | Iterable[str]) -> tuple[str, ...]:
    """The rule ids, or beginnings of ids, in ``words``, or in a text such as ``BWM, msh007``.

    Raises `InputError` for a word that no rule begins with.
    """
    if isinstance(words, str):
        words = [word for word in words.split(",") if word.strip()] or [words]
    ids = tuple(word.strip().upper() for word in words)
    for word in ids:
        if not word or not any(each.startswith(word) for each in all_rules()):
            raise _no_rule(word)
    return ids


def _no_rule(word: str, close: str = "") -> InputError:
    """The error for a rule that is not there, with the one that was probably meant."""
    close = _find_close_id(word) or close
    hint = f". Did you mean {close}?" if close else ""
    return InputError(f"there is no rule {word!r}{hint}", needs="" if close else "rules")


def _find_close_id(word: str) -> str:
    """The rule id that was probably meant, by its number first: for ``BWM4`` that is ``BWM004``.

    Empty where none is close.
    """
    from difflib import get_close_matches

    found = re.fullmatch(r"([A-Z]+)[ _-]?0*([0-9]{1,3})", word.upper())
    padded = f"{found[1]}{found[2]:0>3}" if found else ""
    close = get_close_matches(word.upper(), all_rules(), n=1)
    return padded if padded in all_rules() else "".join(close)


def rules_on(subject: type[Any]) -> tuple[Rule[Any], ...]:
    """The rules that look at subjects of exactly this type, in the order of ids.

    Only the packages that look at such subjects are loaded: who checks one file does not wait for
    what is asked of whole areas.
    """
    if subject not in _BY_SUBJECT:
        for folder in _folders():
            if subject in import_module(folder).SUBJECTS:
                _load_folder(folder)
        every = sorted(_REGISTER.items())
        _BY_SUBJECT[subject] = tuple(each for _, each in every if each.subject is subject)
    return _BY_SUBJECT[subject]
