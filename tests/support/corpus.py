"""Where real files are: the corpus of single files, and whole levels.

``KOTORLEVEL_CORPUS`` and ``KOTORLEVEL_LEVELS``, or ``shared/corpus`` and ``shared/levels`` beside
the project. Tests over levels take a sample of them; ``./test --all`` takes everything.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from support.quick import EVERYTHING

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("KOTORLEVEL_CORPUS", ROOT.parent / "shared" / "corpus"))
LEVELS = Path(os.environ.get("KOTORLEVEL_LEVELS", ROOT.parent / "shared" / "levels"))
SAMPLED_AREAS = ("k1/danm14ab", "k1/tar_m02ae", "k1/tar_m10aa", "k1/unk_m41ad", "k2/740kor")
"""Small ones; two of them have every link that cannot come back from the geometry."""

_SAMPLE = 12
"""Of other files every so many."""

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is absent")
needs_levels = pytest.mark.skipif(not LEVELS.is_dir(), reason="the whole levels are absent")


def corpus_files(*patterns: str) -> list[Path]:
    """The real files that match any of the patterns, sorted; none where there is no corpus."""
    return sorted(path for pattern in patterns for path in CORPUS.glob(pattern))


def each_corpus_file(*patterns: str) -> pytest.MarkDecorator:
    """Parametrise a test over real files as ``path``; skipped, visibly, where there are none."""
    files = corpus_files(*patterns)
    return _each(files, CORPUS, f"no corpus: {', '.join(patterns)}", typical(files, CORPUS))


def level_files(*patterns: str, also: Sequence[str] = ()) -> list[Path]:
    """Files of whole levels that match any of the patterns: a sample, or with ``--all`` all.

    The sample has the ``also`` named ones in any case.
    """
    files = sorted(path for pattern in patterns for path in LEVELS.glob(pattern))
    if EVERYTHING in os.environ:
        return files
    return [p for i, p in enumerate(files) if i % _SAMPLE == 0 or p.name.lower() in also]


def each_level_file(*patterns: str, also: Sequence[str] = ()) -> pytest.MarkDecorator:
    """Parametrise a test over files of levels as ``path``; skipped, visibly, without them."""
    absent = f"no levels: {', '.join(patterns)}"
    files = level_files(*patterns, also=also)
    kept = typical(files, LEVELS) | {path for path in files if path.name.lower() in also}
    return _each(files, LEVELS, absent, kept)


def each_area() -> pytest.MarkDecorator:
    """Parametrise a test over the folders of whole areas as ``path``."""
    areas = sorted(path for path in LEVELS.glob("areas/*/*") if path.is_dir())
    if EVERYTHING not in os.environ:
        areas = [path for path in areas if path.as_posix().endswith(SAMPLED_AREAS)]
    return _each(areas, LEVELS, "no whole areas", {areas[0], areas[-1]} if areas else set())


def typical(files: Sequence[Path], folder: Path) -> set[Path]:
    """Of each kind of file from each source a small, a middling and a large one."""
    kinds: dict[tuple[object, ...], list[Path]] = defaultdict(list)
    for path in files:
        kinds[path.relative_to(folder).parts[:-1][:2], path.suffix].append(path)
    kept = set()
    for kind in kinds.values():
        kind.sort(key=lambda path: (path.stat().st_size, path))
        kept |= {kind[0], kind[len(kind) // 2], kind[7 * len(kind) // 8]}
    return kept


def _each(
    files: list[Path], folder: Path, absent: str, quick: Collection[Path]
) -> pytest.MarkDecorator:
    """As ``path`` each of the files, those that are not in ``quick`` only with ``--all``."""
    named: list[Any] = [
        pytest.param(
            path,
            id=path.relative_to(folder).as_posix(),
            marks=() if path in quick else pytest.mark.thorough,
        )
        for path in files
    ]
    none = pytest.param(None, marks=pytest.mark.skip(reason=absent))
    return pytest.mark.parametrize("path", named or [none])
