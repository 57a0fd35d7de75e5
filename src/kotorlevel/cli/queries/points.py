"""Moved to `kotorlevel.cli.ask.numbers`."""

from kotorlevel.cli.ask.numbers import is_number, parse_number

__all__ = ["is_number", "parse_number"]
