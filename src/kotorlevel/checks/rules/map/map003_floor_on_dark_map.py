"""MAP003: floor where the picture of the area's map shows nothing."""

from kotorlevel.checks.facts.area.game_map import is_off_lit, survey_of
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MAP003", "floor-on-dark-map", Severity.WARNING, AreaSubject)
def floor_on_dark_map(subject: AreaSubject, _options: Options) -> Findings:
    """Most of the floor is where the picture of the area's map is black.

    Why it matters: the arrow that stands for the player walks beside the rooms on the map. Told
    where less than 40 % of the floor is on lit pixels; in 27 areas of the games it is 47 % at
    least, with a median of 97 %. It takes the picture, `lbl_map` and the name of the area.

    How to fix: draw the picture anew with its fields
    (`kotorlevel map AREA --game-map --set-fields`), or set `WorldPt1X` to `MapPt2Y` in the ARE to
    two places and where the picture shows them.
    """
    survey = survey_of(subject.area)
    if survey is None:
        return
    file = survey.picture or subject.part_file("are")
    if survey.problem:
        yield Finding(f"the map's picture cannot be read: {survey.problem}", file=file)
    elif is_off_lit(survey) and survey.on_lit is not None and survey.lit is not None:
        text = f"{survey.on_lit:.0%} of the floor is on lit pixels of the map; of all pixels"
        yield Finding(f"{text} {survey.lit:.0%} are lit", file=file)
