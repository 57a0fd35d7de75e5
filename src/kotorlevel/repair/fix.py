"""`fix`: what can be repaired in files and areas, as a value that can be written or dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.install.folders import find_path
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.target import (
    Target,
    find_target,
    find_target_level,
    is_archive,
    list_level_files,
)
from kotorlevel.area.load import read_level
from kotorlevel.area.write import write_area, write_area_in_place
from kotorlevel.checks.collect import LayoutFile, list_files_beside
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.levels import with_game_surfaces
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import parse_ids
from kotorlevel.checks.run import Progress
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.journal.undo import hold_folders, recover
from kotorlevel.core.source import load_source
from kotorlevel.core.together import HalfWrittenError
from kotorlevel.core.words import count_of
from kotorlevel.repair.chosen import ALL, Chosen, choose_findings, choose_rooms
from kotorlevel.repair.file import Repair
from kotorlevel.repair.files import Repairing
from kotorlevel.repair.held import HeldArea
from kotorlevel.repair.step import Step
from kotorlevel.repair.write import group_files, write_group

_File = tuple[Path, Path | None]
"""A file, and the folder that it was found in."""


@dataclass(frozen=True, repr=False)
class Repairs:
    """What was repaired, or would be: every step, the files before and after, and what is left.

    ``files`` are all files that were looked at (`Repair`: ``before``, ``after``, ``changed``,
    ``steps``, ``target``, and once they are written ``backup``). ``errors`` are files that could
    not be opened or written, ``notes`` tell what was left alone and why. Of an area that was given
    as a value, ``area`` is the repaired one.

        repairs = kl.fix("my_mod", dry_run=True)
        for step in repairs.steps:
            print(step.file, step.text, step.rules)
        repairs.write()
    """

    files: tuple[Repair, ...]
    errors: tuple[FormatError, ...] = ()
    notes: tuple[str, ...] = ()
    area: Area | None = None
    output: Path | None = None
    _work: Repairing = field(default_factory=lambda: Repairing(Options()), compare=False)

    def __repr__(self) -> str:
        changed, steps = count_of(len(self.changed), "file"), count_of(len(self.steps), "step")
        left = ", ".join(self.report.counts) or "no faults"
        return f"<Repairs: {steps} in {changed}, {left} left>"

    @property
    def changed(self) -> tuple[Repair, ...]:
        """The files that are not as they were."""
        return tuple(each for each in self.files if each.changed)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All that was done, file by file."""
        return tuple(replace(step, file=each.name) for each in self.files for step in each.steps)

    @property
    def left(self) -> list[Finding]:
        """What a check finds after the repair, in the files and in the areas."""
        return [finding for each in self.files for finding in each.left]

    @property
    def report(self) -> Report:
        """What is left, as a report."""
        return Report(tuple(self.left), tuple(each.name for each in self.files))

    def write(self) -> Repairs:
        """Write the files that have changed; the repairs as they are on the disk now.

        A file takes the place of the old one, which `undo` brings back. The files of an area are
        written all together or, if one of them cannot be, not at all: then it is among the
        ``errors``, and nothing is said to be repaired that is not. Others are written all the
        same. What is there already is not written again.
        """
        done: dict[Path, Repair] = {each.path: each for each in self.files}
        errors, unwritten = [*self.errors], set[Path]()
        groups = group_files(self.files, self._work.together)
        with edit_named("fix"):
            while groups:
                parts = groups.pop(0)
                group = [each for part in parts for each in part]
                try:
                    backups = write_group(group, self.output)
                except FormatError as error:
                    if len(parts) > 1 and not isinstance(error.__cause__, HalfWrittenError):
                        groups[:0] = [[part] for part in parts]  # only one of them may fail
                        continue
                    errors.append(error)
                    unwritten |= {each.path for each in group}
                    continue
                for each in group:
                    if each.changed and each.target is not None:
                        backup = backups.get(each.target, each.backup)
                        done[each.path] = replace(each, backup=backup, written=True)
        if unwritten:
            self._work.repairs = done
            self._work.give_up(unwritten)
            done = self._work.repairs
        files = tuple(done[each.path] for each in self.files)
        return replace(self, files=files, errors=tuple(errors))


def fix(
    targets: str | PathLike[str] | Area | Iterable[str | PathLike[str]],
    *,
    unsafe: bool = False,
    clear: bool = False,
    select: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    only: Finding | Iterable[Finding] | None = None,
    rooms: Iterable[int | str] = (),
    options: Options | None = None,
    output: str | Path | None = None,
    dry_run: bool = False,
    game: Game | str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    progress: Progress | None = None,
) -> Repairs:
    """Every safe fix applied to files and areas, and written unless ``dry_run``.

    A path is a file, or a folder for every level file below it; a layout stands for itself, its
    visibility and the walkmeshes of its rooms. Where a layout is among the files, its area is
    repaired, too: links between rooms, sight through doorways, and path points. With ``unsafe``
    also what may change more than the fault, and with ``clear`` links that meet nothing are taken
    out: nothing else ever takes a link away. ``select`` and ``ignore`` are rule ids or beginnings
    of them, beside those of ``options``. With ``only``, just findings of the same rule in the same
    file as these are repaired (a link in the room across may follow); with ``rooms`` of an area
    that is a value, what is wrong in them.

    Files are repaired in place, and `undo` takes that back, or written below ``output``.
    The level in an archive (MOD) is repaired in it, or in a copy below ``output``. ``game``,
    ``module`` and ``override`` give the rest of the area of a layout, so that faults can be seen
    that take it; only files of the paths are changed. Without a layout every file is repaired by
    itself.

    An area that is given as a value is not written unless there is an ``output`` folder; the
    repaired one is in ``area`` of the result. Raises `FormatError` for what cannot be done.
    """
    options = options or Options()
    if select is not None:
        options = replace(options, select=parse_ids(select))
    if ignore is not None:
        options = replace(options, ignore=(*options.ignore, *parse_ids(ignore)))
    chosen = ALL
    if only is not None:
        only = [only] if isinstance(only, Finding) else only
        chosen, options = choose_findings(only, options)
    rooms = [*rooms]
    if rooms and not isinstance(targets, Area):
        raise InputError("rooms can be chosen in an area that is a value only")
    folder = None if output is None else Path(output)
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError("is a file; give the name of a folder", source=str(folder))
    if isinstance(targets, Area):
        chosen = choose_rooms(targets, rooms, chosen)
        done = _fix_area(targets, options, unsafe=unsafe, clear=clear, output=folder, chosen=chosen)
        return done if dry_run or folder is None else done.write()
    paths = [targets] if isinstance(targets, (str, PathLike)) else [*targets]
    is_edit = folder is None and not dry_run
    if is_edit:
        recover(*paths)
    if len(paths) == 1 and Path(paths[0]).is_file() and is_archive(Path(paths[0])):
        target = find_target(Path(paths[0]), game=game, module=module, override=override)
        with edit_named("fix"), hold_folders([target.path.parent] if is_edit else []):
            return _fix_archive(
                target,
                options,
                folder,
                unsafe=unsafe,
                clear=clear,
                dry_run=dry_run,
                chosen=chosen,
            )
    files, layouts, opened = _collect(paths, game, module, override)
    told = with_game_surfaces(options, opened)
    work = Repairing(told, layouts, unsafe=unsafe, clear=clear, game=opened, chosen=chosen)
    jobs = _list_targets(files, folder)
    with edit_named("fix"), hold_folders(path.parent for path in jobs if is_edit):
        errors = _add_each(work, jobs)
        work.repair_all(progress)
        repairs = [work.repairs[path] for path in jobs if path in work.repairs]
        done = Repairs(tuple(repairs), tuple(errors), tuple(work.notes), None, folder, work)
        return done if dry_run else done.write()


def _add_each(work: Repairing, jobs: dict[Path, Path]) -> list[FormatError]:
    """Add each file to what is to be repaired; those that cannot be opened."""
    errors: list[FormatError] = []
    for path in jobs:
        try:
            work.add(path, load_source(path).data, path.as_posix(), jobs[path])
        except FormatError as error:
            errors.append(error)
    return errors


def _fix_archive(
    where: Target,
    options: Options,
    output: Path | None,
    *,
    unsafe: bool,
    clear: bool,
    dry_run: bool,
    chosen: Chosen = ALL,
) -> Repairs:
    """The repairs of the level in an archive, written into it or into a copy below ``output``."""
    level = find_target_level(where)
    own = {source.place for source in level.own}
    done = _fix_area(
        read_level(level), options, unsafe=unsafe, clear=clear, output=None, own=own, chosen=chosen
    )
    if dry_run or not done.changed or done.area is None:
        return done
    target = where.path if output is None else output / where.path.name
    if target.exists() and target.samefile(where.path):
        written = write_area_in_place(done.area)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        written = write_area(done.area, target, archive=where.path)
    backups = {name: each.backup for each in written for name in each.changes}
    files = [
        replace(each, target=target, written=each.changed, backup=backups.get(each.path.name))
        for each in done.files
    ]
    return replace(done, files=tuple(files), output=output)


def _fix_area(
    area: Area,
    options: Options,
    *,
    unsafe: bool,
    clear: bool,
    output: Path | None,
    own: Collection[str] | None = None,
    chosen: Chosen = ALL,
) -> Repairs:
    """The repairs of an area that is a value; of its resources in ``own`` places, if given."""
    if options.surfaces is None:
        options = replace(options, surfaces=area.surfaces)
    held = HeldArea(area, own)
    work = Repairing(options, [held], unsafe=unsafe, clear=clear, chosen=chosen)
    for file in held.files:
        target = None if output is None else output / file.path.name
        work.add(file.path, file.data, file.name, target)
    work.repair_all()
    after = {path: repair.after for path, repair in work.repairs.items() if repair.changed}
    repaired = held.with_files(after)
    files = tuple(work.repairs.values())
    return Repairs(files, (), tuple(work.notes), repaired, output, work)


def _collect(
    paths: Iterable[str | PathLike[str]],
    game: Game | str | Path | None,
    module: str | None,
    override: Sequence[str | Path],
) -> tuple[list[_File], list[LayoutFile], Game | None]:
    """The files behind ``paths``, the layouts whose areas `check` would look at, and the game.

    Raises `InputError` for an archive: its level is repaired by itself.
    """
    files: list[_File] = []
    layouts: dict[Path, LayoutFile] = {}
    opened: Game | None = None
    chosen: str | Path | None = None
    for given in paths:
        if game is not None or module is not None or override:
            where = find_target(Path(given), game=game, module=module, override=override)
            opened, chosen = where.game, where.module
        found = list_level_files(Path(given))
        below = [path for path, folder in found if folder and path.suffix.lower() == ".lyt"]
        for path, folder in found:
            if folder is None and is_archive(path):
                text = "is an archive, which is repaired by itself: give it alone"
                raise InputError(text, source=str(path))
            if path.suffix.lower() != ".lyt":
                files.append((path, folder))
                continue
            layouts[path] = LayoutFile(path, folder if len(below) == 1 else None, chosen)
            beside_it = (
                find_path(path.parent, f"{path.stem}.{kind}") for kind in ("pth", "git", "are")
            )
            files += [(each, folder) for each in beside_it if each is not None]
            beside = [path] if folder is not None else list_files_beside(path)
            files += [(each, folder) for each in beside]
    return files, [*layouts.values()], opened


def _list_targets(files: Sequence[_File], output: Path | None) -> dict[Path, Path]:
    """Each file once, and where its repair goes: in place, or below the output folder.

    There it stands as it stood below its own folder. Raises `InputError` where that cannot be.
    """
    if output is None:
        return {path: path for path, _ in files}
    sources: dict[Path, Path] = {}
    for path, folder in files:
        target = output / (path.relative_to(folder) if folder is not None else path.name)
        if sources.setdefault(target, path) != path:
            raise InputError(f"{sources[target]} and {path} would both be written to {target}")
    return {path: target for target, path in sources.items()}
