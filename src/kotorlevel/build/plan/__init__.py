"""``level.toml``: what a module shall be, small enough to be written by hand."""
