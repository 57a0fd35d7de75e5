"""Random visibilities, and random damage to files."""

from __future__ import annotations

from hypothesis import strategies as st

from kotorlevel.formats.vis import Visibility, VisRoom

# Few names in two spellings, so that repeats, self-lists and unknown rooms are frequent.
NAMES = ("m55aa_01", "M55AA_01", "m55aa_02", "M55aa_02", "m55aa_03", "221tel", "221TEL", "7", "x")

names = st.one_of(
    st.sampled_from(NAMES),
    st.sampled_from(
        ["a room", "caf\u00e9", "a_name_of_more_than_16", "a 3", "-1", "x # y", "\udc81"]
    ),
)
valid_names = st.sampled_from(NAMES)
comments = st.lists(
    st.sampled_from(["# made by hand", "//", "#", "// 3", "# \u00e9"]), max_size=2
).map(tuple)


def make_visibilities(names: st.SearchStrategy[str]) -> st.SearchStrategy[Visibility]:
    children = names.filter(lambda name: name != "a 3")  # a number behind a child is none of it
    rooms = st.builds(VisRoom, names, st.lists(children, max_size=6).map(tuple), comments)
    return st.builds(Visibility, st.lists(rooms, max_size=7).map(tuple), comments)


visibilities = make_visibilities(names)
valid_visibilities = make_visibilities(valid_names)

PIECES = (
    *(b"", b" ", b"  ", b"\t", b"\n", b"\r", b"\r\n", b"#", b"//", b"0", b"-1", b"9" * 30, b"\x00"),
    *(b"\xa0", b"\xff\xfe", b"\xef\xbb\xbf", b"\x81", b"\x1c", b"room 2", b"nan", b"****"),
)
pieces = st.one_of(st.sampled_from(PIECES), st.binary(max_size=3))


@st.composite
def damaged(draw: st.DrawFn, files: st.SearchStrategy[bytes]) -> bytes:
    """One of ``files`` with some stretches replaced by other bytes."""
    data = draw(files)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        data = data[:start] + draw(pieces) + data[end:]
    return data
