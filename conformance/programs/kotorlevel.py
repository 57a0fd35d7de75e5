"""KotorLevel, judged: ``python -m conformance.programs.kotorlevel TASK IN OUT``."""

import sys
from collections.abc import Callable
from pathlib import Path

import kotorlevel as kl


def _rewrite(source: Path, target: Path) -> None:
    if source.suffix == ".lyt":
        kl.write_layout(kl.read_layout(source), target)
    elif source.suffix == ".vis":
        kl.write_visibility(kl.read_visibility(source), target)
    else:
        kl.write_walkmesh(kl.read_walkmesh(source), target)


def _rebuild(source: Path, target: Path) -> None:
    kl.write_walkmesh(kl.read_walkmesh(source).rebuilt(), target)


def _compile(source: Path, target: Path) -> None:
    kl.convert(source, target)


TASKS: dict[str, Callable[[Path, Path], None]] = {
    "rewrite": _rewrite,
    "rebuild": _rebuild,
    "compile": _compile,
}

if __name__ == "__main__":
    task, source, target = sys.argv[1:]
    try:
        TASKS[task](Path(source), Path(target))
    except (kl.errors.FormatError, kl.errors.InputError) as error:
        sys.exit(f"refused: {error}")
