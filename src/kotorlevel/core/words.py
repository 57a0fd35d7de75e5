"""Words for people: counts, lists, lengths, and names that may have been meant."""

from collections.abc import Iterable, Sequence

from kotorlevel.core.text import printable

LONGEST_LIST = 6


def short_list(items: Sequence[str], longest: int = LONGEST_LIST) -> str:
    """``a, b, c and 37 more``; all of them where they are few."""
    return join_words(items) if len(items) <= longest else some_of(items, longest)


def join_words(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def some_of(things: Sequence[object], longest: int = 5) -> str:
    """``a, b and 3 more``: names out of files, safe to show."""
    shown = ", ".join(printable(str(each), 200) for each in things[:longest])
    more = len(things) - longest
    return f"{shown} and {more:,} more" if more > 0 else shown


def either(items: Sequence[str]) -> str:
    """``.svg or .png``; ``a, b or c``."""
    *first, last = items
    return f"{', '.join(first)} or {last}" if first else last


def count_of(number: int, noun: str) -> str:
    """``1 face``, ``1,204 faces``, ``2 vertices``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {plural(noun)}"


def plural(noun: str) -> str:
    """``faces``, ``vertices``, ``walkmeshes``."""
    if noun.endswith("vertex"):
        return noun.removesuffix("ex") + "ices"
    return noun + ("es" if noun.endswith("sh") else "s")


def exact(value: float) -> str:
    """Metres as somebody would type them, to a tenth of a millimetre: ``-0.05``, ``12``."""
    text = f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.9g}"
    return "0" if text == "-0" else text


def exact_place(values: Iterable[float]) -> str:
    """``(12.4, 3, -0.5)``: a place or a way, as exactly as people need it."""
    return f"({', '.join(exact(value) for value in values)})"


def length(metres: float) -> str:
    """``3.2 cm``, ``1.4 mm`` for what is small, ``2.50 m`` for what is not."""
    if metres < 0.01:
        return f"{1000 * metres:.1f} mm"
    return f"{100 * metres:.1f} cm" if metres < 1 else f"{metres:,.2f} m"


_MOST = 3
_ENOUGH = 20_000


def find_close_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three of ``known`` that look like ``name`` in any case, the closest first.

    Where there are very many, only those that begin alike or contain it are looked at.
    """
    from difflib import get_close_matches

    spellings = {each.lower(): each for each in known}
    wanted = name.lower()
    some = list(spellings)
    if len(some) > _ENOUGH:
        some = [each for each in some if each[:3] == wanted[:3] or wanted in each]
    return [spellings[each] for each in get_close_matches(wanted, some, n=_MOST)]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``Did you mean a, b or c?``, or nothing where no name is close."""
    return suggest(find_close_names(name, known))


def suggest(names: Sequence[str]) -> str:
    """``Did you mean a, b or c?``, or nothing where there are none."""
    shown = [f"'{printable(each)}'" for each in names]
    if not shown:
        return ""
    return f"Did you mean {either(shown)}?"
