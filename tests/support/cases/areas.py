"""For every rule about areas and placed objects: areas at fault, and sound ones.

Places and figures are computed by hand from the shapes, which `areas` describes.
"""

from __future__ import annotations

from support.cases.area_case import Case
from support.cases.area_doors import DOORS
from support.cases.area_files import FILES
from support.cases.area_game_maps import GAME_MAPS
from support.cases.area_links import LINKS
from support.cases.area_models import MODELS
from support.cases.area_objects import OBJECTS
from support.cases.area_path_points import PATH_POINTS
from support.cases.area_rooms import ROOMS
from support.cases.area_things import THINGS
from support.cases.area_visibility import VISIBILITY
from support.cases.area_ways import WAYS

CASES: dict[str, list[Case]] = {
    **ROOMS,
    **LINKS,
    **FILES,
    **OBJECTS,
    **DOORS,
    **THINGS,
    **VISIBILITY,
    **WAYS,
    **PATH_POINTS,
    **MODELS,
    **GAME_MAPS,
}
"""Rule → its cases; those with nothing to be found are the good ones."""
