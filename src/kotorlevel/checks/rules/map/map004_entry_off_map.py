"""MAP004: an entry that the area's map does not show."""

from kotorlevel.checks.facts.area.game_map import fix_of, is_entry_off, survey_of
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MAP004", "entry-off-map", Severity.WARNING, AreaSubject, fix="unsafe")
def entry_off_map(subject: AreaSubject, _options: Options) -> Findings:
    """The floor is on the area's map, and the place where the player enters is not.

    Why it matters: who opens the map on entering finds no arrow on it, or one in the dark. In none
    of 26 areas of the games with a map of their own.

    How to fix: draw the map anew with its fields (`kotorlevel map AREA --game-map --set-fields`),
    or move the entry in `module.ifo`; `fix --unsafe` sets the fields where that alone helps.
    """
    survey = survey_of(subject.area)
    if survey is None or not is_entry_off(survey):
        return
    where = "where the map's picture is dark" if survey.is_entry_shown else "beyond the map's edges"
    file = subject.part_file("are")
    text = f"the entry is {where}"
    yield Finding(text, at=subject.area.entry, file=file, section="Map", fix=fix_of(subject.area))
