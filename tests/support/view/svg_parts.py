"""The parts of a map's SVG, read back by other means than they were written."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np

SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"


def parse(text: str) -> ET.Element:
    return ET.fromstring(text)


def layer(root: ET.Element, name: str) -> list[ET.Element]:
    found = [each for each in root.iter(f"{SVG}g") if each.get("id") == name]
    return list(found[0]) if found else []


def words(elements: list[ET.Element]) -> list[str]:
    return [each.text or "" for each in elements if each.tag == f"{SVG}text"]


def rings(path: str) -> list[np.ndarray]:
    """The subpaths of what the map writes: one absolute point, then steps."""
    found = []
    for part in path.split("M")[1:]:
        numbers = np.array([float(each) for each in re.findall(_NUMBER, part)]).reshape(-1, 2)
        found.append(numbers.cumsum(axis=0))
    return found
