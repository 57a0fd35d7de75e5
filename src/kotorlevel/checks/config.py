"""``kotorlevel.toml``: what a project wants of a check.

```toml
[check]
select = ["BWM", "DRV", "MSH"]
ignore = ["MSH003"]
also = ["BWM012"]           # told only when asked for, beside the others
fail-on = "warning"
slope-limit = 50            # degrees
seam-tolerance = 0.001      # metres
sliver-ratio = 0.01
materials = "surfacemat.2da"    # or a preset: k1, kotorblender, kotorblender-2023, mdlops
baseline = "known.json"     # findings that are known; `check --write-baseline` makes it

[check.per-path-ignores]
"backdrops/*.wok" = ["MSH", "MAT001"]
```

Paths and patterns are relative to the folder of the file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kotorlevel.checks.baseline import Baseline, read_baseline
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import parse_ids
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.mesh.io import load_surfaces
from kotorlevel.mesh.materials import Materials

CONFIG_NAME = "kotorlevel.toml"

_LIMITS = {"slope-limit": 90.0, "seam-tolerance": 10.0, "sliver-ratio": 1.0}
"""Key → the largest value that makes sense."""
_LISTS = ("select", "ignore", "also")
_KEYS = {*_LIMITS, *_LISTS, "fail-on", "materials", "baseline", "per-path-ignores"}


def load_options(
    paths: str | Path | Sequence[str | Path],
    config: str | Path | None = None,
    *,
    select: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    slope_limit: float | None = None,
    surfaces: Materials | None = None,
    fail_on: str | None = None,
    baseline: str | Path | None = None,
) -> Options:
    """What the nearest ``kotorlevel.toml`` says about a check of ``paths``, as the command has it.

    ``config`` is a file to take instead. What is given beside it goes over what the file says, and
    ``ignore`` adds to it; rules are ids or beginnings of ids, in a list or in a text with commas.
    Raises `FormatError` for what has no meaning.

        report = kl.check("my_mod", kl.load_options("my_mod", ignore="MSH003"))
    """
    first = paths if isinstance(paths, (str, Path)) else paths[0]
    path = Path(config) if config is not None else find_config(Path(first))
    options = read_config(path) if path is not None else Options()
    if select is not None:
        options = replace(options, select=parse_ids(select))
    if ignore is not None:
        options = replace(options, ignore=(*options.ignore, *parse_ids(ignore)))
    if slope_limit is not None:
        options = replace(options, slope_limit=slope_limit)
    if surfaces is not None:
        options = replace(options, surfaces=surfaces)
    if fail_on is not None:
        options = replace(options, fail_on=parse_fail_on(fail_on))
    if baseline is not None:
        options = replace(options, baseline=read_baseline(baseline))
    return options


def find_config(start: Path) -> Path | None:
    """The nearest ``kotorlevel.toml`` in the folder of ``start`` or above it."""
    folder = start if start.is_dir() else start.parent
    for each in (folder.resolve(), *folder.resolve().parents):
        if (each / CONFIG_NAME).is_file():
            return each / CONFIG_NAME
    return None


def read_config(path: Path) -> Options:
    """What the file says. Raises `FormatError` for a key or value that has no meaning."""
    import tomllib  # most checks have no such file

    data, name = load_source(path)
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(str(error), source=name) from None
    _refuse_unknown(document, {"check"}, name, "")
    table = document.get("check", {})
    if not isinstance(table, dict):
        raise FormatError("check is not a table: write [check]", source=name)
    _refuse_unknown(table, _KEYS, name, "check")
    try:
        return _options(table, path.parent)
    except InputError as error:
        error.source, error.section = error.source or name, "check"
        raise
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(str(error), source=name, section="check") from None


def parse_fail_on(text: object) -> Severity | None:
    """The severity that ``text`` names; None for ``never``. Raises `InputError`."""
    words = {severity.label: severity for severity in Severity}
    if text == "never":
        return None
    if not isinstance(text, str) or text not in words:
        raise InputError(f"fail-on is never, {', '.join(words)}, not {text!r}")
    return words[text]


def _refuse_unknown(table: Mapping[str, Any], known: set[str], source: str, section: str) -> None:
    from difflib import get_close_matches

    for key in sorted(set(table) - known):
        close = get_close_matches(key, sorted(known), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(sorted(known))}"
        raise FormatError(f"unknown key {key!r}; {hint}", source=source, section=section)


def _options(table: Mapping[str, Any], folder: Path) -> Options:
    values: dict[str, Any] = {key: _ids(table[key], key) for key in _LISTS if key in table}
    for key, largest in _LIMITS.items():
        if key in table:
            values[key.replace("-", "_")] = _number(table[key], key, largest)
    if "materials" in table:
        values["surfaces"] = _surfaces(table["materials"], folder)
    if "baseline" in table:
        values["baseline"] = _baseline(table["baseline"], folder)
    values["fail_on"] = parse_fail_on(table.get("fail-on", "error"))
    ignores = table.get("per-path-ignores", {})
    if not isinstance(ignores, dict):
        raise InputError("per-path-ignores is not a table")
    values["path_ignores"] = tuple(
        (pattern, _ids(ids, pattern)) for pattern, ids in ignores.items()
    )
    return Options(**values, folder=str(folder.resolve()))


def _surfaces(value: object, folder: Path) -> Materials:
    if not isinstance(value, str):
        raise InputError(f"materials is a file or a preset, not {value!r}")
    return load_surfaces(value, folder)


def _baseline(value: object, folder: Path) -> Baseline:
    if not isinstance(value, str):
        raise InputError(f"baseline is a file, not {value!r}")
    path = folder / value
    return read_baseline(path) if path.exists() else Baseline(path)  # it may still be to be made


def _ids(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{key} is not a list of rule ids")
    return parse_ids(value)


def _number(value: object, key: str, largest: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= largest:
        raise InputError(f"{key} is a number from 0 to {largest:g}, not {value!r}")
    return float(value)
