"""Level files of Knights of the Old Republic I and II: walkmeshes, layouts, visibility."""

__version__ = "0.1.0"
