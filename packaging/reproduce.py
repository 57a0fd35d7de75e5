"""Build sdist and wheel twice, in two clones in different folders, and compare their bytes.

    python packaging/reproduce.py [--out dist]

Exits with 1 where they differ, and says which files inside do. Needs `build`, git and a network.
What is built is the last commit, with its time as SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_OTHER_DAY = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
"""What must not matter for the second build."""


def main() -> int:
    """Build both, compare, and keep the first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="keep what was built in this folder")
    out = parser.parse_args().out
    commit = _ask_git(ROOT, "rev-parse", "HEAD")  # there may be another one meanwhile
    with tempfile.TemporaryDirectory() as folder:
        first = build(commit, Path(folder) / "a", {"PYTHONHASHSEED": "1"})
        second = build(commit, Path(folder) / "elsewhere" / "b b", _OTHER_DAY)
        differing = [name for name in first | second if first.get(name) != second.get(name)]
        for name in sorted(first):
            print(f"{hashlib.sha256(first[name]).hexdigest()}  {name}")
        for name in differing:
            print(f"{name} differs: {', '.join(differences(first, second, name))}")
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            for name, data in first.items():
                (out / name).write_bytes(data)
    print("not the same" if differing else "the same bytes twice")
    return 1 if differing else 0


def build(commit: str, folder: Path, environment: dict[str, str]) -> dict[str, bytes]:
    """Name → bytes of what a clone of that commit there gives."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    _ask_git(folder.parent, "clone", "--quiet", "--no-checkout", str(ROOT), str(folder))
    _ask_git(folder, "checkout", "--quiet", commit)
    when = _ask_git(folder, "log", "-1", "--format=%ct")
    os.umask(0o022)
    told = os.environ | environment | {"SOURCE_DATE_EPOCH": when}
    out = folder / "dist"
    # The wheel from the sdist, as others will make it.
    command = [sys.executable, "-m", "build", "--outdir", str(out), str(folder)]
    subprocess.run(command, check=True, env=told, stdout=subprocess.DEVNULL)
    made = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    shutil.rmtree(folder, ignore_errors=True)
    return made


def _ask_git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "core.autocrlf=false", "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def differences(first: dict[str, bytes], second: dict[str, bytes], name: str) -> list[str]:
    """The names of what differs inside two packages."""
    if name not in first or name not in second:
        return ["built only once"]
    one, other = contents(first[name], name), contents(second[name], name)
    found = [each for each in one | other if one.get(each) != other.get(each)]
    return found or ["order, times or modes of its members"]


def contents(data: bytes, name: str) -> dict[str, bytes]:
    """Member → bytes of a wheel or an sdist."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        if name.endswith(".whl"):
            with zipfile.ZipFile(file) as wheel:
                return {each: wheel.read(each) for each in wheel.namelist()}
        with tarfile.open(fileobj=file) as archive:
            members = [each for each in archive.getmembers() if each.isfile()]
            return {each.name: _read(archive, each) for each in members}


def _read(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    return file.read() if file is not None else b""


if __name__ == "__main__":
    sys.exit(main())
