r"""Archives: the files that hold the games' files (ERF, MOD, SAV, HAK, RIM, BIF, and the KEY).

| kind | first bytes | what it is for |
|---|---|---|
| ERF | `ERF V1.0` | textures, dialogues of K2 modules (`<module>_dlg.erf`), `patch.erf` |
| MOD | `MOD V1.0` | a whole module, as mods bring it |
| SAV, HAK | `SAV V1.0`, `HAK V1.0` | the same form under other names |
| RIM | `RIM V1.0` | modules as the games ship them: `<module>.rim` and `<module>_s.rim` |
| BIF | `BIFFV1  ` | everything else, in `data`; without names |
| KEY | `KEY V1  ` | `chitin.key`: the names of what is in the BIFs |

The first bytes decide, never the extension. All numbers are little-endian.

**ERF, MOD, SAV, HAK.** A header of 160 bytes: u32 number and size of the descriptions, number of
resources, offsets of descriptions, keys and resources, year (since 1900) and day of the build,
number of the description in the talk table; 116 bytes of reserve. A key has 24 bytes: the name in
16, u32 id, u16 type, u16 unused. Row for row with it, a resource has 8: u32 offset and size. A
description is u32 language, u32 length, text.

**RIM.** A header of 120 bytes: u32 unknown, number of entries, offset of the entries (0 stands for
120); 100 bytes of reserve. An entry has 32 bytes: the name in 16, u32 type, id, offset and size.

**BIF.** A header of 20 bytes: u32 number of entries, number of fixed entries (always 0), offset of
the entries. An entry has 16 bytes: u32 id, offset, size and type.

**KEY.** A header of 64 bytes: u32 number of BIFs and of keys, offsets of both tables, year and day
of the build; 32 bytes of reserve. A BIF has 12 bytes: u32 size, u32 offset and u16 length of its
path, u16 drives. The path has backslashes, `data\models.bif`, and a NUL at its end. A key has 22
bytes: the name in 16, u16 type, u32 id. The upper 12 bits of the id are the BIF, the lower 20 the
entry in it.

- A resource is called by its **name**, at most 16 characters, the same in any case, and by its
  **type**, a number that stands for a file extension: 2016 is `wok`. A type that is not known goes
  by its number everywhere: `thing.#1234`.
- Resources follow the tables, mostly without gaps; in some RIMs there are zeros between them.
- The id of an entry is its row, in every file seen so far.

How KotorLevel reads them: of an archive on the disk only the header and the tables, and then one
resource at a time, just its bytes. Nothing is kept open. If the file has changed in the meantime,
that is an error and not a wrong resource. A table that leaves the file is an error, too, and so is
one of more than a million rows. A resource that leaves the file is a recorded problem, and an error
when it is read; all others can be read. Names that the game cannot use, names that are there twice
(the first one counts), wrong ids and overlaps are recorded as problems; where there are many of a
kind, the first 20 and their number. A KEY that names what its BIF does not have, or has as another
type, gives an error for that resource.

How it writes: an unedited archive byte for byte as it was read. After an edit all other resources
keep their bytes, their order and their ids, and the gaps stay as well; only offsets move. A
replaced resource stands where the old one stood, an added one at the end. When an entry is
removed, the rows behind it move up, and ids that were rows follow. An archive in which one thing
cannot be changed without another (tables that overlap, a resource over a table) is refused. A new
archive has header, tables and resources without gaps, and the same bytes every time.

Taking resources out: `Entry.safe_filename` is None for a name that could leave the folder, is a
device or cannot be a file on Windows.
"""

from kotorlevel.formats.archives.archive import Archive
from kotorlevel.formats.archives.assemble import write_archive
from kotorlevel.formats.archives.build import build_bif, new_archive
from kotorlevel.formats.archives.edit import Data, NewResource
from kotorlevel.formats.archives.entry import Entry, Which
from kotorlevel.formats.archives.key import Key, KeyBif, KeyEntry
from kotorlevel.formats.archives.key_build import build_key, build_key_and_bifs
from kotorlevel.formats.archives.key_reader import parse_key, read_key
from kotorlevel.formats.archives.reader import find_kind, read_archive
from kotorlevel.formats.archives.tables import KEY_MAGIC

__all__ = [
    "KEY_MAGIC",
    "Archive",
    "Data",
    "Entry",
    "Key",
    "KeyBif",
    "KeyEntry",
    "NewResource",
    "Which",
    "build_bif",
    "build_key",
    "build_key_and_bifs",
    "find_kind",
    "new_archive",
    "parse_key",
    "read_archive",
    "read_key",
    "write_archive",
]
