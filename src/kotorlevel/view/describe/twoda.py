"""What is in a 2DA table."""

from __future__ import annotations

from kotorlevel.formats.twoda import parse_2da
from kotorlevel.view.describe import Description, Wanted, describe_problems


def describe_2da(data: bytes, name: str, wanted: Wanted) -> Description:
    """Form, columns and number of rows; with ``tables`` all cells."""
    table = parse_2da(data, name)
    description: Description = {
        "problems": describe_problems(table.problems),
        "form": table.form,
        "columns": list(table.columns),
        "rows": len(table),
    }
    if wanted.tables:
        description["tables"] = {
            "labels": list(table.labels),
            "cells": [list(r) for r in table.cells],
        }
    return description
