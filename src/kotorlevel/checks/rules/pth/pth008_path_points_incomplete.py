"""PTH008: path points that lack fields."""

from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("PTH008", "path-points-incomplete", Severity.WARNING, AreaSubject, fix="safe")
def path_points_incomplete(subject: AreaSubject, _: Options) -> Findings:
    """The file of path points lacks a list or a field.

    Why it matters: the game reads a field that is not there as 0: a point without X stands at
    x = 0, and a connection without a destination leads to the first point.

    How to fix: `kotorlevel fix` writes the fields with what the game reads; then look whether the
    points are where they should be, or make them anew (`kotorlevel pth AREA build`).
    """
    area = subject.area
    if area.path_points is None:
        return
    source = subject.part_file("pth")
    for problem in area.path_points.problems:
        if problem.code == "missing-field":
            yield Finding(problem.text, section=problem.section, file=source)
