"""MAP001: fields of the map that put every place on one point, or nowhere."""

from kotorlevel.area.gamemap.fields import MAP_NORTH
from kotorlevel.checks.facts.area.game_map import fix_of, survey_of
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MAP001", "map-places-nothing", Severity.WARNING, AreaSubject, fix="unsafe")
def map_places_nothing(subject: AreaSubject, _options: Options) -> Findings:
    """The fields of the area's map do not say where places are on it.

    Why it matters: the game divides by the distance of two equal points, and the arrow that stands
    for the player is nowhere on the map. A field that is missing or of another type, and one that
    is no place, do the same. Areas whose fields are all 0 have no map, and are not told.

    How to fix: draw the map anew with its fields (`kotorlevel map AREA --game-map --set-fields`);
    `fix --unsafe` sets the fields alone, which then belong to no picture drawn before.
    """
    survey = survey_of(subject.area)
    if survey is None:
        return
    file = subject.part_file("are")
    if survey.fault:
        yield Finding(survey.fault, file=file, section="Map", fix=fix_of(subject.area))
    elif not 0 <= survey.fields.north_axis < len(MAP_NORTH):
        text = f"NorthAxis is {survey.fields.north_axis}, and no way is up: 0 to 3 are known"
        yield Finding(text, file=file, section="Map", fix=fix_of(subject.area))
