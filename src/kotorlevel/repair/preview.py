"""`preview_fix`: what mending one finding would do, before it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.repair.chosen import file_key
from kotorlevel.repair.fix import Repairs, fix
from kotorlevel.repair.fixes.links import CLEAR_FIX
from kotorlevel.repair.step import Step


@dataclass(frozen=True, eq=False)
class FixPreview:
    """What mending a finding would do: the ``steps``, and the ``area`` after them.

    ``left`` are findings of its rule in its file that would stay; ``notes`` tell what was left
    alone and why. Without steps nothing can be done, and ``area`` is the one that was given.
    """

    finding: Finding
    area: Area
    steps: tuple[Step, ...] = ()
    left: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The steps in words, each with its file."""
        return tuple(describe_step(step) for step in self.steps)


def preview_fix(
    area: Area, finding: Finding, *, unsafe: bool = False, options: Options | None = None
) -> FixPreview:
    """What mending one finding of `check` would do: findings of its rule in its file, no others.

    With ``unsafe`` also what may change more than the fault; so a link that meets nothing is taken
    out. Nothing is written, and the area that was given stays as it is::

        finding = kl.check(area).errors[0]
        print(kl.preview_fix(area, finding).texts)     # ('m55aa_02.wok: linked edge 57 to …',)
    """
    clear = unsafe and finding.rule in CLEAR_FIX.rules
    done = fix(area, only=finding, unsafe=unsafe, clear=clear, options=options)
    files = set(map(file_key, finding.files))
    left = tuple(f for f in done.left if f.rule == finding.rule and file_key(f.file) in files)
    after = done.area if done.area is not None and done.steps else area
    return FixPreview(finding, after, _short(done), left, done.notes)


def describe_step(step: Step) -> str:
    """``m55aa_02.wok: linked 1 edge to the room it meets``."""
    return f"{step.file}: {step.text}" if step.file else step.text


def list_steps(repairs: Repairs) -> list[str]:
    """All that was done, in words, each with the name of its file."""
    return [describe_step(step) for step in _short(repairs)]


def _short(repairs: Repairs) -> tuple[Step, ...]:
    """The steps with their files' names, without the folders."""
    return tuple(replace(step, file=file_key(step.file)) for step in repairs.steps)
