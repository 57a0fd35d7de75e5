"""Moves made by the page's own code, in Node."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from kotorlevel.view.scene.scene import Scene
from support.view.browser import VIEWER, has_node


class Step(NamedTuple):
    """A move from (x, y) on a face row of a scene."""

    row: int
    x: float
    y: float
    dx: float
    dy: float


class End(NamedTuple):
    """Where it ended, and whether that is where it was to go."""

    row: int
    x: float
    y: float
    z: float
    reached: bool


def bundle_moves(folder: Path) -> Path:
    """The page's code for moves as one file for Node; skips where there is none."""
    if not has_node():
        pytest.skip("no Node, or `npm ci` was not run in viewer/")
    file = folder / "moves.mjs"
    esbuild = VIEWER / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ["--bundle", "--platform=node", "--format=esm", f"--outfile={file}"]
    command = [str(esbuild), str(VIEWER / "tests" / "moves.ts"), *options, "--log-level=warning"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return file


def make_moves(bundle: Path, scene: Scene, moves: list[Step], doors: list[int]) -> list[End]:
    """Where the page's code says that moves end."""
    data = base64.b64encode(scene.buffer).decode()
    given = {"scene": scene.document, "data": data, "moves": moves, "doors": doors}
    done = subprocess.run(
        ["node", str(bundle)], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [End(*each) for each in json.loads(done.stdout)]


def random_steps(scene: Scene, random: np.random.Generator, count: int) -> list[Step]:
    """Moves of 0.05 to 30 m from places all over the floor, in all directions."""
    rows = np.flatnonzero(scene.array("islands") >= 0)
    chosen = random.choice(rows, count)
    corners = scene.array("vertices")[scene.array("faces")[chosen].astype(int)].astype(np.float64)
    places = np.einsum("nc,nck->nk", random.dirichlet((1, 1, 1), count), corners)
    bearing = random.uniform(0, 2 * np.pi, count)
    length = 0.05 * 600 ** random.uniform(0, 1, count)
    columns = chosen, places[:, 0], places[:, 1], length * np.cos(bearing), length * np.sin(bearing)
    return [Step(*each) for each in zip(*(c.tolist() for c in columns), strict=True)]
