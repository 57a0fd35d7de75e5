"""Where real files are: ``KOTORLEVEL_CORPUS``, or ``shared/corpus`` beside the project."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("KOTORLEVEL_CORPUS", ROOT.parent / "shared" / "corpus"))

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is absent")


def corpus_files(*patterns: str) -> list[Path]:
    """The real files that match any of the patterns, sorted; none where there is no corpus."""
    return sorted(path for pattern in patterns for path in CORPUS.glob(pattern))


def each_corpus_file(*patterns: str) -> pytest.MarkDecorator:
    """Parametrise a test over real files as ``path``; skipped, visibly, where there are none."""
    files: list[Any] = [
        pytest.param(path, id=path.relative_to(CORPUS).as_posix())
        for path in corpus_files(*patterns)
    ]
    absent = pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus: {', '.join(patterns)}"))
    return pytest.mark.parametrize("path", files or [absent])
