"""A disk that refuses what Windows refuses."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest


def refuse_protected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are write-protected can be neither replaced nor taken away."""
    replace, unlink = os.replace, os.unlink

    def replaced(source: Any, target: Any) -> None:
        _check(target)
        replace(source, target)

    def unlinked(path: Any, **more: Any) -> None:
        _check(path)
        unlink(path, **more)

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "unlink", unlinked)


def _check(path: Any) -> None:
    if Path(path).exists() and not Path(path).stat().st_mode & stat.S_IWUSR:
        raise PermissionError(13, "Access is denied", os.fspath(path))


def refuse_to_replace(
    monkeypatch: pytest.MonkeyPatch, *names: str, times: int | None = None
) -> None:
    """Another program has the files of these names open, or all; so many ``times``, or always."""
    replace, refused = os.replace, 0

    def replaced(source: Any, target: Any) -> None:
        nonlocal refused
        is_meant = not names or Path(target).name in names
        if is_meant and (times is None or refused < times):
            refused += 1
            raise PermissionError(13, "Access is denied", os.fspath(source), None, str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", replaced)
