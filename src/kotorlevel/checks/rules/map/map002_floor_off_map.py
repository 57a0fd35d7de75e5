"""MAP002: floor beyond the edges of the area's map."""

from kotorlevel.checks.facts.area.game_map import fix_of, is_off_picture, survey_of
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MAP002", "floor-off-map", Severity.WARNING, AreaSubject, fix="unsafe")
def floor_off_map(subject: AreaSubject, _options: Options) -> Findings:
    """More than a tenth of the floor is beyond the edges of the area's map.

    Why it matters: the player leaves the map though there is floor, and the arrow is gone. In 27
    areas of the games with a map of their own, all but 5 % of the floor is on it at least.

    How to fix: draw the map anew with its fields (`kotorlevel map AREA --game-map --set-fields`);
    `fix --unsafe` sets the fields alone, where no picture is at hand that was drawn for others.
    """
    survey = survey_of(subject.area)
    if survey is None or not is_off_picture(survey):
        return
    entry = "" if survey.is_entry_shown else ", and so is the entry"
    text = f"{1 - survey.on_picture:.0%} of the floor is beyond the edges of the map{entry}"
    at = None if survey.is_entry_shown else subject.area.entry
    file = subject.part_file("are")
    yield Finding(text, at=at, file=file, section="Map", fix=fix_of(subject.area))
