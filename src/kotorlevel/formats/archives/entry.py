"""One resource of an archive: what it is called and where it is."""

from dataclasses import dataclass

from kotorlevel.core.resource import NamedResource, split_filename


@dataclass(frozen=True, slots=True)
class Entry(NamedResource):
    """A resource in an archive. In a BIF, which has no names, ``name`` is ``number`` as text.

    ``number`` is its row in the archive's tables, from 0; ``id``, ``offset`` and ``size`` are as
    stored and may be wrong.
    """

    number: int
    id: int
    offset: int
    size: int


Which = Entry | str | tuple[str, str | int]
"""What names an entry: itself, ``"m10aa_01a.wok"``, or a name and a type."""


def name_and_type(which: Which) -> tuple[str, str | int]:
    """The name and the type that ``which`` says; `KeyError` for a file name without a type."""
    if isinstance(which, Entry):
        return which.name, which.type
    if not isinstance(which, str):
        name, kind = which
        return name, kind
    found = split_filename(which)
    if found is None:
        raise KeyError(f"{which!r} has no extension of a known type")
    return found
