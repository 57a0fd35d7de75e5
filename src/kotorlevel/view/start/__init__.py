"""The start page: choose a level, then check, view or edit it, without a terminal."""
