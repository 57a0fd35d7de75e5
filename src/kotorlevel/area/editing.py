"""Keeping others from editing a level between reading and writing it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.target import find_target, find_target_level
from kotorlevel.core.journal.undo import hold_folders, recover


@contextmanager
def editing(
    path: str | Path,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    *,
    override: Sequence[str | Path] = (),
) -> Iterator[None]:
    """Nobody else edits the level that `load_area` would load until the block ends.

    Another process waits a few seconds, and then says who is at work. What a process that was
    killed has left half done is finished or taken back first. Raises `BusyError` where another
    does not end, and whatever `load_area` raises where there is no level::

        with kl.editing("my_mod"):
            area, report = kl.relink(kl.load_area("my_mod"))
            kl.write_area_in_place(area)
    """
    recover(path)
    level = find_target_level(find_target(path, game=game, module=module, override=override))
    layout = level.lookup.find(level.name, "lyt")
    homes = [layout.path.parent] if layout is not None and layout.path is not None else []
    with hold_folders(homes):
        yield
