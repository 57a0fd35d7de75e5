"""What the journal of a folder keeps."""

from pathlib import Path

import kotorlevel as kl


def old_bytes(path: Path) -> dict[str, bytes]:
    """The bytes that the last edit of a level replaced, by file name."""
    run = kl.list_edits(path)[0].run
    return {
        each.path.name: edit.kept(index, "before").read_bytes()
        for edit in kl.list_edits(path)
        if edit.run == run
        for index, each in enumerate(edit.files)
        if each.before is not None
    }
