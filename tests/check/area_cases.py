"""For every rule about areas and placed objects: areas at fault, and sound ones.

Places and figures are computed by hand from the shapes, which `areas` describes.
"""

from __future__ import annotations

from check.area_case import Case
from check.area_cases_files import FILES
from check.area_cases_links import LINKS
from check.area_cases_objects import OBJECTS
from check.area_cases_path_points import PATH_POINTS
from check.area_cases_rooms import ROOMS
from check.area_cases_visibility import VISIBILITY
from check.area_cases_ways import WAYS

CASES: dict[str, list[Case]] = {
    **ROOMS,
    **LINKS,
    **FILES,
    **OBJECTS,
    **VISIBILITY,
    **WAYS,
    **PATH_POINTS,
}
"""Rule → its cases; those with nothing to be found are the good ones."""
