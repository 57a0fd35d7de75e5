"""The list of what a release is made of: an SBOM (CycloneDX 1.6, JSON).

    python packaging/sbom.py dist/sbom.cdx.json                  the wheel and what it needs
    python packaging/sbom.py dist/sbom.cdx.json --installed      with what is inside an executable

Python packages come from pyproject.toml, their versions from what is installed; the npm package in
the viewer from package-lock.json. The same input gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import platform
import re
import sys
import tomllib
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BUNDLED = ("three",)
"""npm packages whose code is in the viewer; a test asks the bundle."""

_IN_EXECUTABLE = ("pillow", "pyinstaller")


def make_sbom(*, installed: bool = False) -> dict[str, Any]:
    """The document; with ``installed`` also Python itself and what executables carry."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = _own_version()
    parts = [_python_package(each) for each in project["dependencies"]]
    if installed:
        parts += [_python_package(name) for name in _IN_EXECUTABLE]
        parts.append(_component("python", platform.python_version(), "generic", "PSF-2.0"))
    parts += [_npm_package(name) for name in BUNDLED]
    parts.sort(key=lambda part: str(part["bom-ref"]))
    own = _component("kotorlevel", version, "pypi", project["license"]) | {"type": "application"}
    content = json.dumps([own, parts], sort_keys=True).encode()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=hashlib.sha256(content).digest()[:16])}",
        "version": 1,
        "metadata": {"timestamp": _when(), "component": own},
        "components": parts,
        "dependencies": [
            {"ref": own["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]},
            *({"ref": part["bom-ref"], "dependsOn": []} for part in parts),
        ],
    }


def _own_version() -> str:
    text = (ROOT / "src" / "kotorlevel" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    assert found is not None
    return found[1]


def _python_package(requirement: str) -> dict[str, Any]:
    name = re.split(r"[^A-Za-z0-9_.-]", requirement)[0].lower()
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return _component(name, "", "pypi", "") | {"description": f"required as {requirement}"}
    licence = str(about.json.get("license_expression", ""))
    return _component(name, about["Version"], "pypi", licence)


def _npm_package(name: str) -> dict[str, Any]:
    lock = json.loads((ROOT / "viewer" / "package-lock.json").read_bytes())
    entry = lock["packages"][f"node_modules/{name}"]
    kind, _, digest = entry["integrity"].partition("-")
    hashes = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": _as_hex(digest)}]
    return _component(name, entry["version"], "npm", entry.get("license", "")) | {"hashes": hashes}


def _as_hex(digest: str) -> str:
    return base64.b64decode(digest).hex()


def _component(name: str, version: str, kind: str, licence: str) -> dict[str, Any]:
    address = f"pkg:{kind}/{name}" + (f"@{version}" if version else "")
    made: dict[str, Any] = {"type": "library", "bom-ref": address, "name": name, "purl": address}
    if version:
        made["version"] = version
    if licence:
        made["licenses"] = [{"expression": licence}]
    return made


def _when() -> str:
    """The time of the commit where it is known: SOURCE_DATE_EPOCH."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


if __name__ == "__main__":
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    document = make_sbom(installed="--installed" in sys.argv[1:])
    Path(names[0]).write_text(json.dumps(document, indent=2) + "\n", "utf-8", newline="\n")
    print(f"{names[0]}: {len(document['components'])} components")
