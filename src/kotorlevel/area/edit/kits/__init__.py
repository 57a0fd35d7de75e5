"""Rooms from templates: doorways, where a template fits, and putting it there."""
