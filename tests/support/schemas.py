"""JSON documents against their schemas, each schema looked at once: that takes longer than most."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.validators import validator_for

_known: dict[int, tuple[Any, Any]] = {}
"""By the identity of a schema: it, so that it stays the one, and what validates by it."""


def validate(document: object, schema: Any) -> None:
    """Raise the ``jsonschema.ValidationError`` that says most, if there is any."""
    if id(schema) not in _known:
        kind = validator_for(schema, default=Draft202012Validator)
        kind.check_schema(schema)
        _known[id(schema)] = schema, kind(schema)
    error = best_match(_known[id(schema)][1].iter_errors(document))
    if error is not None:
        raise error
