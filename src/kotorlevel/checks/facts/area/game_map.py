"""The game's map of an area, measured once for all rules on it, and fields that would fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.area.gamemap.fields import MAP_NORTH, MapFields
from kotorlevel.area.gamemap.fit import fit_map
from kotorlevel.area.gamemap.survey import MapSurvey, survey_game_map
from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import remember

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.finding import FixKind

LEAST_SHOWN = 0.9
"""The share of the floor that has to be within the picture; in 27 areas of the games with a map of
their own it is 0.95 to 1."""

LEAST_LIT = 0.4
"""The share of the floor that has to be on lit pixels; in 27 areas it is 0.47 to 1, the median is
0.97, and by chance it would be 0.24."""


def survey_of(area: Area) -> MapSurvey | None:
    """The map of the area against floor and picture; None without fields, or without any floor."""
    return remember(area, "game map survey", lambda: _survey(area))


def _survey(area: Area) -> MapSurvey | None:
    try:
        return survey_game_map(area)
    except FormatError:  # of an ARE that cannot be read another rule tells
        return None


def fitting_fields(area: Area) -> MapFields | None:
    """Fields that no rule would complain of, in place of those it has; None where there are none.

    A picture that is at hand was drawn for other fields, and may not fit to these.
    """
    return remember(area, "game map fit", lambda: _fitting(area))


def _fitting(area: Area) -> MapFields | None:
    survey = survey_of(area)
    if survey is None:
        return None
    north = survey.fields.north_axis
    fields = fit_map(area, north if 0 <= north < len(MAP_NORTH) else 0, like=survey.fields)
    after = survey_game_map(area, fields)
    good = after is not None and not (
        is_off_picture(after) or is_off_lit(after) or is_entry_off(after)
    )
    return fields if good else None


def fix_of(area: Area) -> FixKind:
    """Whether the fields can be set anew for what is wrong with them."""
    return "unsafe" if fitting_fields(area) is not None else ""


def is_off_picture(survey: MapSurvey) -> bool:
    """True where too much of the floor is beyond the picture."""
    return not survey.fault and survey.on_picture < LEAST_SHOWN


def is_off_lit(survey: MapSurvey) -> bool:
    """True where the floor is within the picture, and too much of it where that is dark."""
    off = survey.on_lit is not None and survey.on_lit < LEAST_LIT
    return not survey.fault and not is_off_picture(survey) and off


def is_entry_off(survey: MapSurvey) -> bool:
    """True where only the entry is beyond the picture, or where that is dark."""
    if survey.fault or is_off_picture(survey) or is_off_lit(survey):
        return False
    return not survey.is_entry_shown or survey.entry_lit is False
