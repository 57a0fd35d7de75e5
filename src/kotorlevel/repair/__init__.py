"""Fixes, each tied to a rule, and plans that can be shown before they are applied."""
