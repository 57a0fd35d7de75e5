"""The commands, a file each: options, one call of the library, what to print."""
