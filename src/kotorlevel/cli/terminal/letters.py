"""Letters that a Windows console or pipe cannot show: spelled out instead of failing."""

import codecs

HANDLER = "kotorlevel.spelled"
"""Name of the error handler for `str.encode` and streams."""

_SPELLED = {
    "→": "->",
    "↔": "<->",
    "…": "...",
    "·": "-",
    "²": "2",
    "³": "3",
    "°": " deg",
    "×": "x",
    "−": "-",
    "–": "-",
    "—": "-",
    "µ": "u",
    "π": "pi",
}


def spell_out(error: UnicodeError) -> tuple[str, int]:
    r"""What to write for letters that cannot be encoded, and where to go on.

    Ours have a spelling; others, out of files, are shown as ``\u2603``.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_SPELLED.get(c) or ascii(c)[1:-1] for c in letters), error.end


codecs.register_error(HANDLER, spell_out)
