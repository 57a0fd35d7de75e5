"""Pictures (TGA, TPC): the textures of models and the map of an area.

**TGA** is the common format. An 18-byte header has the kind at 2 (2 colour, 3 grey, 10 and 11 the
same in runs), width and height at 12 and 14, bits of a pixel at 16 and flags at 17: bit 4 rows
from the right, bit 5 rows from the top. A pixel is grey, or blue, green, red and perhaps alpha. In
runs a byte says how many pixels follow: up to 127 as they are, from 128 on one that repeats.

**TPC** is the games' own. A 128-byte header has the size of the first level at 0 (0: it is not
compressed), width and height at 8 and 10, what a pixel is at 12 (1 grey, 2 colour, 4 with alpha)
and how many levels there are at 13. Each level is half as wide and high as the one before it, down
to a pixel. Compressed colour is DXT1, with alpha it is DXT5: blocks of 4 x 4 pixels. Rows run from
the bottom. A picture six times as high as wide is the six sides of a cube. Text for the game may
follow.

How KotorLevel reads them: the two are told apart by their bytes (a TGA has a height where a TPC
has zeros). Every picture comes as rows from the top with red, green, blue and alpha; of a cube its
first side. Pictures wider or higher than 4096 pixels, with palettes or with 16 bits a pixel, and
those of the Xbox are refused.

How it writes them: TGA of 32 bits a pixel, not in runs, rows from the bottom and flags 0, as the
games' maps are: all 27 that were tried come back byte for byte. PNG is written, too, to look at a
picture elsewhere. TPC is not.
"""

from kotorlevel.formats.images.image import Image
from kotorlevel.formats.images.reader import parse_image, read_image
from kotorlevel.formats.images.writer import format_png, write_image

__all__ = ["Image", "format_png", "parse_image", "read_image", "write_image"]
