"""The bytes a text or table was read from, good for as long as nothing is edited."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """A file's bytes and the content that was read from them.

    The bytes may be written again only while the content is still the same. Asking for that at
    the moment of writing, instead of clearing a flag in every edit, cannot be forgotten.
    """

    data: bytes
    content: tuple[object, ...]

    def bytes_for(self, content: tuple[object, ...]) -> bytes | None:
        """The bytes as read, or None when the content has changed since."""
        return self.data if content == self.content else None
