"""Build the one-file program for this system, and try it.

    python packaging/executable.py            dist/kotorlevel (Windows: kotorlevel.exe)
    python packaging/executable.py --try      only try the one that is there

Needs the package with its viewer (`pip install .`, or `npm ci && npm run build` in viewer/),
PyInstaller, and Pillow for maps as PNG.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / "dist" / ("kotorlevel.exe" if os.name == "nt" else "kotorlevel")


def build() -> None:
    """Run PyInstaller. The viewer must be there: a program without its page is not what we ship."""
    if not (ROOT / "src" / "kotorlevel" / "view" / "bundle" / "viewer.js").is_file():
        sys.exit("The viewer is not built: run `npm ci` and `npm run build` in viewer/ first.")
    if find_spec("PyInstaller") is None:
        sys.exit("PyInstaller is missing: run `python -m pip install pyinstaller pillow` first.")
    places = ["--distpath", str(ROOT / "dist"), "--workpath", str(ROOT / "build" / "executable")]
    spec = str(ROOT / "packaging" / "kotorlevel.spec")
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    subprocess.run([*command, *places, spec], check=True, env=environment)


def try_it(program: Path = PROGRAM) -> None:
    """Check, repair, draw, show and serve the demo's station, in an empty environment."""
    print(f"{program.name}: {program.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.perf_counter()
        _run(program, folder, "--version")
        print(f"start: {time.perf_counter() - began:.2f} s")
        _run(program, folder, "demo", "demo")
        _run(program, folder, "check", "demo/broken", expect=1)
        _run(program, folder, "fix", "demo/broken")
        _run(program, folder, "rules", "BWM004")
        _run(program, folder, "view", "demo/fixed", "--export", "level.html")
        assert b'id="scene-data"' in (folder / "level.html").read_bytes()
        _run(program, folder, "map", "demo/fixed", "-o", "map.png")
        _copy_rooms(folder, 300)
        _run(program, folder, "check", "many")  # in several processes
        _serve(program, folder, "edit", "demo/broken")
        _serve(program, folder, "start", "demo/broken")
    print("all of it works")


def _run(program: Path, folder: Path, *words: str, expect: int = 0) -> str:
    done = subprocess.run(
        [program, *words],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=300,
        check=False,
    )
    if done.returncode != expect:
        said = (done.stdout + done.stderr)[-3000:]
        sys.exit(f"kotorlevel {' '.join(words)}: ended with {done.returncode}\n{said}")
    print(f"ok: kotorlevel {' '.join(words)}", flush=True)
    return done.stdout


def _serve(program: Path, folder: Path, *words: str) -> None:
    """Fetch the page that a command serves."""
    served = subprocess.Popen(
        [program, *words, "--no-browser"],
        cwd=folder,
        env=_environment(folder),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert served.stdout is not None
        line = next((each for each in served.stdout if each.startswith("http://127.0.0.1")), "")
        with urllib.request.urlopen(line.strip(), timeout=60) as page:
            text = page.read().decode()
        token = re.search(r'name="kotorlevel-token" content="([^"]+)"', text)
        assert token is not None
        assert token[1] in line
        print(f"ok: kotorlevel {' '.join(words)}: a page of {len(text):,} letters", flush=True)
    finally:
        served.terminate()
        served.wait(30)


def _copy_rooms(folder: Path, count: int) -> None:
    """A folder of so many rooms that they are checked in several processes."""
    data = (folder / "demo" / "fixed" / "station_ramp.wok").read_bytes()
    (folder / "many").mkdir()
    for number in range(count):
        (folder / "many" / f"room_{number:03}.wok").write_bytes(data)


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of this machine but what Windows cannot do without."""
    kept = ("SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "LOCALAPPDATA", "USERPROFILE", "WINDIR")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    return found | {"KOTORLEVEL_STATE": str(folder / "state"), "HOME": str(folder)}


if __name__ == "__main__":
    if "--try" not in sys.argv[1:]:
        build()
    try_it()
