"""Descriptions as text for people."""
