"""Binary walkmeshes: WOK (rooms), PWK (placeables), DWK (doors)."""

from kotorlevel.formats.bwm.build import build_bwm
from kotorlevel.formats.bwm.file import Bwm
from kotorlevel.formats.bwm.reader import parse_bwm, read_bwm

__all__ = ["Bwm", "build_bwm", "parse_bwm", "read_bwm"]
