"""Whole games: every module, and several mods together."""
