"""Where the parts of a binary file lie, what is between them, and what is odd about that."""

from kotorlevel.core.errors import Problem

Span = tuple[int, int, str]
"""First byte, byte after the last, and the name of a part of the file."""


def survey_spans(
    data: bytes, spans: list[Span]
) -> tuple[tuple[tuple[int, bytes], ...], list[Problem]]:
    """What lies between and behind the tables, and what is odd about their places."""
    problems = [
        Problem(f"stands before {before}; the games put it behind", name, start, code="order")
        for (start, _, name), (last, _, before) in zip(spans[1:], spans, strict=False)
        if start < last
    ]
    gaps = []
    reached, reached_by = 0, ""
    for start, end, name in sorted(spans):
        if start < reached:
            text = f"overlaps {reached_by}, which ends at 0x{reached:x}"
            problems.append(Problem(text, name, start, code="overlap"))
        elif start > reached:
            gaps.append((reached, data[reached:start]))
            text = f"{start - reached} unused bytes before {name}"
            problems.append(Problem(text, "", reached, code="gap"))
        if end > reached:
            reached, reached_by = end, name
    if reached < len(data):
        gaps.append((reached, data[reached:]))
        text = f"{len(data) - reached} bytes behind the last table"
        problems.append(Problem(text, "trailing bytes", reached, code="trailing"))
    return tuple(gaps), problems
