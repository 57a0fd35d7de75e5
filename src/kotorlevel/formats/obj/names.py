"""Names in OBJ and MTL: the rest of a line."""

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

_BLANKS = " \t\v\f\r\n"


def decode_name(data: bytes) -> str:
    """The name in UTF-8, or in Latin-1 where it is not that, without blanks around it."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.strip(_BLANKS)


def check_name(name: str, what: str) -> str:
    """``name`` if it reads back as it is; `FormatError` if not. ``what`` says whose it is."""
    ends = not name or name != name.strip(_BLANKS) or name.endswith("\\")
    if ends or any(letter in name for letter in "\r\n\0\v\f"):
        raise FormatError(f"'{printable(name)}' cannot name a {what} in an OBJ", section=what)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise FormatError(
            f"'{printable(name)}' has a letter that no file can hold", section=what
        ) from None
    return name
