"""A page for each rule, and a table of them all, in Markdown."""

from itertools import groupby
from typing import Any

from kotorlevel.checks.rule import Rule, all_rules

FAMILIES = {
    "CAU": ("Causes", "One mistake that explains many findings; told first, proven by undoing it."),
    "ARE": ("Areas", "How rooms fit together, and whether all files of the level are there."),
    "NAV": ("Ways", "What the player can and cannot reach."),
    "MSH": ("Meshes", "The shape of the floor: faces, corners, seams."),
    "MAT": ("Materials", "Surfaces, and whether one can walk on them."),
    "DRV": (
        "Derived tables",
        "What a walkmesh stores beside its shape: normals, neighbours, edges.",
    ),
    "BWM": ("Binary walkmeshes", "The file itself: where its tables are, and the box tree."),
    "MDL": ("Models", "What is seen beside what is walked on; asked where models are at hand."),
    "OBJ": ("Objects", "Doors and placeables: their walkmeshes and where they stand."),
    "PTH": ("Path points", "What the game's own planner walks along."),
    "MAP": ("Game maps", "Whether the map that the game shows of an area fits its floor."),
    "LYT": ("Layouts", "The list of rooms, and where they stand."),
    "VIS": ("Visibility", "Which room is drawn from which."),
    "FIL": ("Files", "What any file can have wrong."),
}
"""The first letters of a rule's id → what rules of that family are about."""

_FIXES = {"safe": "safe", "unsafe": "with `--unsafe`", "": ""}


def rule_page(rule: Rule[Any]) -> str:
    """What the rule means, why it matters and how to fix it."""
    parts = [
        f"# {rule.id} {rule.name}",
        f"Severity: {severity_in_words(rule)}. {fix_in_words(rule)}",
        f"{rule.title}.",
        f"**Why it matters.** {rule.why}",
        f"**How to fix.** {rule.how}",
    ]
    return "\n\n".join(parts) + "\n"


def severity_in_words(rule: Rule[Any]) -> str:
    """How bad it is, and whether it has to be asked for."""
    return rule.severity.label + (", told only when asked for" if rule.on_request else "")


def fix_in_words(rule: Rule[Any]) -> str:
    """Whether `kotorlevel fix` repairs it."""
    return {
        "safe": "`kotorlevel fix` repairs it.",
        "unsafe": "`kotorlevel fix --unsafe` repairs it.",
        "": "No automatic fix.",
    }[rule.fix]


def rules_index() -> str:
    """All rules in a table a family, each with a link to its page ``<ID>.md`` beside it."""
    members = {
        family: list(rules) for family, rules in groupby(all_rules().values(), lambda r: r.id[:3])
    }
    contents = ["| family | rules | what they are about |", "|---|---|---|"]
    sections = []
    for family, (title, about) in FAMILIES.items():
        anchor = f"{family} {title}".lower().replace(" ", "-")
        contents.append(f"| [{family} {title}](#{anchor}) | {len(members[family])} | {about} |")
        sections.append(f"## {family} {title}\n\n{about}\n\n{_family_table(members[family])}")
    intro = (
        f"{len(all_rules())} rules. In the terminal: `kotorlevel rules` lists them, "
        "`kotorlevel rules BWM004` explains one, `kotorlevel rules door` finds those about doors."
    )
    return "\n\n".join([intro, "\n".join(contents), *sections]) + "\n"


def _family_table(rules: list[Rule[Any]]) -> str:
    lines = ["| rule | name | severity | fix | what |", "|---|---|---|---|---|"]
    lines += [
        f"| [{rule.id}]({rule.id}.md) | {rule.name} | {severity_in_words(rule)} "
        f"| {_FIXES[rule.fix]} | {rule.title}. |"
        for rule in rules
    ]
    return "\n".join(lines)
