"""Edits of areas that keep everything consistent: rooms, kits of templates, merging."""
