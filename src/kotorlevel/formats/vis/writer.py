"""`Visibility` → bytes."""

from collections.abc import Iterator
from itertools import zip_longest

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import encode_lines, split_words
from kotorlevel.core.text import printable
from kotorlevel.formats.vis.reader import parse_visibility
from kotorlevel.formats.vis.visibility import COMMENT_MARKS, Visibility, VisRoom, is_version


def write_visibility(visibility: Visibility, target: Target) -> None:
    """Write ``visibility`` to a path (atomically) or an open binary file."""
    write_target(format_visibility(visibility), target)


def format_visibility(visibility: Visibility) -> bytes:
    """The bytes of ``visibility``: as read when unedited, else the games' own form.

    Raises `FormatError` for a name or a comment that would not read back as it is.
    """
    stored = visibility.stored.bytes_for(visibility.content) if visibility.stored else None
    if stored is not None:
        return stored
    data = encode_lines(_lines(visibility))
    _refuse_changes(visibility, data)
    return data


def _refuse_changes(visibility: Visibility, data: bytes) -> None:
    """Refuse what reads back as something else."""
    again = parse_visibility(data)
    for part, written, read in (
        ("entries", visibility.merged, again.entries),
        ("epilogue", visibility.epilogue, again.epilogue),
    ):
        odd = next((a for a, b in zip_longest(written, read) if a != b), None)
        if odd is not None or len(written) != len(read):
            shown = odd.name if isinstance(odd, VisRoom) else str(odd)
            raise FormatError(f"'{printable(shown)}' would not read back as it is", section=part)


def _lines(visibility: Visibility) -> Iterator[str]:
    for entry in visibility.merged:
        yield from map(_comment, entry.comments)
        yield f"{_name(entry.name)} {len(entry.sees)}"
        yield from (f"  {_name(name)}" for name in entry.sees)
    yield from map(_comment, visibility.epilogue)


def _name(name: str) -> str:
    """``name`` if it reads back as the same name; a long one does, as it did when it was read."""
    if not name or " ".join(split_words(name)) != name or name.startswith(COMMENT_MARKS):
        raise FormatError(f"'{printable(name)}' cannot stand in a visibility file")
    return name


def _comment(text: str) -> str:
    if not text.startswith(COMMENT_MARKS) and not is_version(text):
        raise FormatError(f"'{printable(text)}' is not a comment: those begin with # or //")
    return text
