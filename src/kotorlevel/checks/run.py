"""`check`: what is wrong in files, areas, archives, games and values.

The only place where a check is put together; the commands, the map, the page and the report ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.area import Area
from kotorlevel.checks.collect import CheckInputs, collect_inputs
from kotorlevel.checks.files import Checked, check_data, check_value, unreadable
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.line_ends import tell_line_ends_once
from kotorlevel.checks.options import Options
from kotorlevel.checks.parallel import check_batches, file_batch
from kotorlevel.core.memory import Memory, using
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.vis import Visibility
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.install.game import Game
    from kotorlevel.checks.facts.area.ways import EntryReach

Value = bytes | Walkmesh | Layout | Visibility | Area
Checkable = str | PathLike[str] | Value
Progress = Callable[[int, int], None]
"""Is told how much is done, and the whole."""


def check(
    targets: Checkable | Iterable[Checkable],
    options: Options | None = None,
    *,
    game: Game | str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    archives: bool = False,
    workers: int | None = None,
    name: str = "",
    area: Area | None = None,
    around: bool = False,
    progress: Progress | None = None,
    memory: Memory | None = None,
) -> Report:
    """The report on one or more files, folders, archives, games and values.

    A path is a file, a folder for every level file below it, an archive (MOD, RIM, ERF), or the
    folder of a game with ``module``. A layout, also one in a folder or an archive, stands for its
    whole area: the walkmeshes of its rooms, and how they fit together with the doors, placeables
    and the entry of the module. The walkmesh of a room is also looked at in the area whose layout
    is beside it, as far as that concerns it; ``around`` files their whole areas are meant, each
    once. ``game`` gives what a mod does not bring along, ``override`` folders come before that.
    Archives in a folder are named in the notes, or with ``archives`` checked as well. The
    findings are those of the command; what ``kotorlevel.toml`` says
    is known here only if ``options`` come from `load_options`.

    Values are bytes, walkmeshes, layouts, visibilities and areas; ``name`` is what the report
    calls them. An ``area`` that was read already is not read again. ``workers`` is how many
    processes are used at most, 1 for this one alone; ``progress`` is told how far it is. Who edits
    an area and checks it after each edit gives the same ``memory`` every time: what has not changed
    is not looked at again.

    Raises `FormatError` where a path holds nothing to check. A path that is not there, and a file
    that cannot be read, are findings.

        report = kl.check("my_mod", game="swkotor", module="tar_m10aa")
        report.errors[0].text
    """
    options = options or Options()
    given = [targets] if isinstance(targets, CHECKABLE) else list(targets)
    for each in given:
        if not isinstance(each, CHECKABLE):
            raise TypeError(f"{type(each).__name__} is nothing that can be checked")
    paths = [each for each in given if isinstance(each, (str, PathLike))]
    values = [each for each in given if not isinstance(each, (str, PathLike))]
    baseline, options = options.baseline, replace(options, baseline=None)  # workers need none
    inputs = collect_inputs(
        paths,
        options,
        game=game,
        module=module,
        override=override,
        archives=archives,
        around=around,
    )
    names: dict[str, None] = {}
    findings: list[Finding] = []
    reached: dict[str, EntryReach] = {}
    parts = _check_all(inputs, values, name, area, workers, names, memory)
    whole = _count(inputs) + len(values)
    for done, part in enumerate(parts, 1):
        for checked in part:
            names[checked.name] = None
            findings += checked.findings
            reached |= {checked.name: checked.reached} if checked.reached else {}
        if progress is not None:
            progress(min(done, whole), whole)
    notes, missing = tuple(inputs.notes), tuple(inputs.missing)
    told = tuple(tell_line_ends_once(findings))
    report = Report(told, tuple(names), notes, missing, inputs, tuple(reached.values()))
    return report if baseline is None else baseline.without_known(report, options)


CHECKABLE = (str, PathLike, bytes, Walkmesh, Layout, Visibility, Area)


def _count(inputs: CheckInputs) -> int:
    """How many parts `_check_all` has, those apart that take no time."""
    packed = len(inputs.areas) + len(inputs.levels) + len(inputs.archives)
    return len(inputs.files) + len(inputs.layouts) + packed


def _check_all(
    inputs: CheckInputs,
    values: Sequence[Value],
    name: str,
    area: Area | None,
    workers: int | None,
    seen: Collection[str],
    memory: Memory | None = None,
) -> Iterator[list[Checked]]:
    """The files, areas and values with their findings; ``seen`` grows with what was yielded."""
    options = inputs.options
    if inputs.has_levels or inputs.game is not None:
        from kotorlevel.checks.levels import check_inputs  # much that single files do not need

        yield from check_inputs(inputs, area, workers, seen)
    else:
        yield from ([each] for each in check_batches([file_batch(inputs, options)], workers))
    for value in values:
        with using(memory, value):
            checked = [*_check_value(value, name, options)]
        yield checked
    lost = (*inputs.errors, *inputs.missing)
    yield [Checked(each.source, unreadable(each, options)) for each in lost]


def _check_value(value: Value, name: str, options: Options) -> Iterator[Checked]:
    if isinstance(value, bytes):
        yield Checked(name, check_data(value, name, options))
    elif not isinstance(value, Area):
        yield Checked(name, check_value(value, name, options))
    else:
        from kotorlevel.checks.levels import check_area

        yield from check_area(value, options)
