"""PyKotor, judged: ``python -m conformance.programs.pykotor TASK IN OUT``."""

import sys
from pathlib import Path


def _rewrite(source: Path, target: Path) -> None:
    if source.suffix == ".lyt":
        from pykotor.resource.formats.lyt import read_lyt, write_lyt

        write_lyt(read_lyt(source), target)
    elif source.suffix == ".vis":
        from pykotor.resource.formats.vis import read_vis, write_vis

        write_vis(read_vis(source), target)
    else:
        from pykotor.resource.formats.bwm import read_bwm, write_bwm

        write_bwm(read_bwm(source), target)


if __name__ == "__main__":
    task, source, target = sys.argv[1:]
    # Writing derives every table anew in PyKotor, so both tasks are one.
    if task in ("rewrite", "rebuild") or source.endswith(".wok.ascii"):
        try:
            _rewrite(Path(source), Path(target))
        except Exception as error:  # every failure counts as a refusal, to be fair to it
            sys.exit(f"refused: {type(error).__name__}: {error}")
    else:
        sys.exit(3)
