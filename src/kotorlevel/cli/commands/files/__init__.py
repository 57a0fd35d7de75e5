"""Commands on files, archives and games."""
