"""VIS011: a room that is seen from no other."""

from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list


@rule("VIS011", "room-listed-by-nobody", Severity.INFO, VisibilitySubject, fix="unsafe")
def room_listed_by_nobody(subject: VisibilitySubject, _: Options) -> Findings:
    """A room is in no other room's list.

    Why it matters: it is drawn only while the player stands in it. Five shipped areas have such
    rooms; where it is a mistake, a place that should be in sight is a hole.

    How to fix: list the room under those from which it can be seen. `kotorlevel fix --unsafe` lists
    it under the rooms that it lists itself; one that lists none needs a look.
    """
    visibility, layout = subject.visibility, subject.layout
    rooms = visibility.parents if layout is None else [room.name for room in layout.rooms]
    if len(rooms) < 2:
        return
    unlisted = visibility.unlisted(rooms)
    sighted = {name: visibility.find_seers(name) for name in unlisted}
    numbers = {} if layout is None else {name_key(n): i for i, n in enumerate(rooms)}
    for names, fix in (
        ([name for name in unlisted if sighted[name]], subject.fix),
        ([name for name in unlisted if not sighted[name]], ""),
    ):
        if names:
            shown = short_list([printable(name) for name in names])
            text = f"{count_of(len(names), 'room')} listed by no other: {shown}"
            places = tuple(numbers[name_key(name)] for name in names) if numbers else ()
            yield Finding(text, place="room" if places else "", numbers=places, fix=fix)
