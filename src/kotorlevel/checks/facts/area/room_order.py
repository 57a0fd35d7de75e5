"""Whether wrong links come from rooms that have changed places: a permutation that mends them."""

from kotorlevel.checks.facts.area.seam_links import room_name, seam_sides
from kotorlevel.checks.subjects import AreaSubject


def find_new_order(subject: AreaSubject) -> dict[int, int]:
    """Number in links → number in the layout, of the rooms that have another one now.

    Only where this makes every link at a seam right, and rooms have merely changed places: nothing
    where one number would have to be two rooms, or two numbers one.
    """
    sides = seam_sides(subject)
    leads = sides.leads != -1
    wanted: dict[int, int] = {}
    for old, new in zip(sides.leads[leads].tolist(), sides.wanted[leads].tolist(), strict=True):
        if wanted.setdefault(old, new) != new:
            return {}
    moved = {old: new for old, new in wanted.items() if old != new}
    # A link to a number that nobody has is no sign of an order, and one alone is a slip.
    if len(moved) < 2 or set(moved) != set(moved.values()):
        return {}
    return moved


def count_mended(subject: AreaSubject) -> int:
    """How many links at seams lead to a wrong room."""
    sides = seam_sides(subject)
    return int(((sides.leads != -1) & (sides.leads != sides.wanted)).sum())


def describe_order(subject: AreaSubject, moved: dict[int, int]) -> str:
    """What seems to have happened, and both ways to undo it."""
    links = count_mended(subject)
    mends = f"all {links:,} wrong links" if links > 1 else "the wrong link"
    if len(moved) == 2:
        names = [f"{room_name(subject, new)} ({new})" for new in sorted(moved)]
        what = f"{names[0]} and {names[1]} seem to have changed places in the layout"
    else:
        parts = [f"{room_name(subject, new)} was {old}, is {new}" for old, new in moved.items()]
        what = f"rooms seem to have another order in the layout than before: {'; '.join(parts)}"
    return (
        f"{what}: that explains {mends}. Put their lines back in the layout, or keep this order "
        "and let `kotorlevel fix` renumber the links"
    )
