"""Fixes for layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotorlevel.check.finding import Finding
from kotorlevel.check.options import Options
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.repair.step import Fixed, Step
from kotorlevel.repair.text_lines import with_counts, with_crlf, with_hook_fields, without_mark


def fix_layout(data: bytes, findings: Sequence[Finding], _: Options) -> Fixed:
    """The file with the first kind of fix that is due; each changes only the lines it must."""
    rules = {finding.rule for finding in findings}
    if "FIL003" in rules:
        return Fixed(without_mark(data), (Step("left out the byte-order mark", ("FIL003",)),))
    if "LYT002" in rules:
        return Fixed(with_crlf(data), (Step("ended every line with CRLF", ("LYT002",)),))
    if "LYT003" in rules:
        text = "put the missing 0 into door hooks"
        return Fixed(
            with_hook_fields(data, parse_layout(data).problems), (Step(text, ("LYT003",)),)
        )
    if "LYT004" in rules:
        # Sections in another order: only the strict form has them right.
        whole = replace(parse_layout(data), stored=None).to_bytes()
        return Fixed(whole, (Step("wrote all sections in the games' form", ("LYT004",)),))
    problems = parse_layout(data).problems
    return Fixed(with_counts(data, problems), (Step("set the right counts", ("LYT001",)),))
