"""The part of the SARIF 2.1.0 schema that our reports use; nothing else is allowed."""

from __future__ import annotations

from typing import Any


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


def _array(items: dict[str, Any], **limits: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **limits}


TEXT = {"type": "string", "minLength": 1}
URI = {"type": "string", "minLength": 1, "pattern": r"^[A-Za-z0-9%./_~:-]+$"}
BAG = {"type": "object"}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = _object(["text"], text=TEXT, markdown=TEXT)
ARTIFACT_LOCATION = _object(["uri"], uri=URI)
REGION = {
    **_object(
        [],
        startLine={"type": "integer", "minimum": 1},
        byteOffset={"type": "integer", "minimum": 0},
        byteLength={"type": "integer", "minimum": 0},
    ),
    "minProperties": 1,
}
LOCATION = _object(
    ["physicalLocation"],
    physicalLocation=_object(
        ["artifactLocation"], artifactLocation=ARTIFACT_LOCATION, region=REGION
    ),
)
RELATED = _object(
    ["id", "physicalLocation", "message"],
    id={"type": "integer", "minimum": 0},
    physicalLocation=LOCATION["properties"]["physicalLocation"],
    message=MESSAGE,
)
REPLACEMENT = _object(
    ["deletedRegion", "insertedContent"],
    deletedRegion=REGION,
    insertedContent=_object(["binary"], binary={"type": "string"}),
)
FIX = _object(
    ["artifactChanges"],
    description=MESSAGE,
    artifactChanges=_array(
        _object(
            ["artifactLocation", "replacements"],
            artifactLocation=ARTIFACT_LOCATION,
            replacements=_array(REPLACEMENT, minItems=1),
        ),
        minItems=1,
    ),
)
RULE = _object(
    ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    helpUri=URI,
    defaultConfiguration=_object(["enabled", "level"], enabled={"type": "boolean"}, level=LEVEL),
    properties=BAG,
)
RESULT = _object(
    ["ruleId", "ruleIndex", "level", "message", "locations"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=_array(LOCATION, minItems=1),
    relatedLocations=_array(RELATED, uniqueItems=True),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    fixes=_array(FIX, minItems=1),
    properties=BAG,
)
DRIVER = _object(
    ["name", "rules"],
    name=TEXT,
    version=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=_array(RULE, uniqueItems=True),
)
RUN = _object(
    ["tool", "results"],
    tool=_object(["driver"], driver=DRIVER),
    artifacts=_array(_object(["location"], location=ARTIFACT_LOCATION), uniqueItems=True),
    results=_array(RESULT),
)
SARIF = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object(
        ["version", "runs"],
        **{"$schema": URI, "version": {"const": "2.1.0"}, "runs": _array(RUN, minItems=1)},
    ),
}
