"""Files as JSON: the full-fidelity text form of every format, for people, git and programs.

`to_json` makes a document of a file, `from_json` the file of a document, `format_json` its text.
"""
