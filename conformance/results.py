"""Judge every program that is at hand: ``python -m conformance.results`` writes RESULTS.md."""

import sys
from importlib.metadata import version
from pathlib import Path

from conformance.judge import Verdict, judge, load_cases

PROGRAMS = {"KotorLevel": "kotorlevel", "PyKotor": "pykotor"}
"""What is judged → its module in `programs`, and its distribution."""

_HEAD = """\
# Results of the conformance suite

Made by `python -m conformance.results`. **bytes**: the very same bytes; **values**: the same values
in other bytes; **refused**: a file that cannot be read was refused, as it should be. All else is a
fault: **differs** (the tables that do), **refusal** of a file that can be read, **accepted** though
it cannot be, **crash**. **cannot**: the program does not know this format.
"""


def write_results(target: Path = Path(__file__).parent / "RESULTS.md") -> None:
    """Write the table of all programs."""
    found = {
        name: judge([sys.executable, "-m", f"conformance.programs.{module}"])
        for name, module in PROGRAMS.items()
    }
    titles = [f"{name} {version(module)}" for name, module in PROGRAMS.items()]
    lines = [
        _HEAD,
        f"| case | what it is | {' | '.join(titles)} |",
        "|---|---|" + "---|" * len(found),
    ]
    for number, case in enumerate(load_cases()):
        cells = [_cell(verdicts[number]) for verdicts in found.values()]
        lines.append(f"| `{case.name}` | {case.about} | {' | '.join(cells)} |")
    counts = [
        f"**{sum(verdict.passed for verdict in verdicts)} of {len(verdicts)}**"
        for verdicts in found.values()
    ]
    lines.append(f"| | **passed** | {' | '.join(counts)} |")
    target.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _cell(verdict: Verdict) -> str:
    return verdict.result + (f": {verdict.details}" if verdict.result == "differs" else "")


if __name__ == "__main__":
    write_results()
