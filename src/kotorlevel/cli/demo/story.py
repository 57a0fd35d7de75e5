"""What the faults of the broken station are, in plain words, for the demo."""

PLAN = """\
                        window
                      +========+
   +-----------+      |  view  |                         +-----------+
   |     water |      |        |                         |           |
   |           +------+--    --+-------+-----------------+           |
   |   pit         corridor               ramp, going up  door store |
   |           +-----------------------+-----------------+           |
   | hall      |                                         |     crate |
   +-----------+                                         +-----------+"""

FAULTS = {
    "ARE003": "A one-way door: nobody gets out of the view room again.",
    "ARE005": "A gap of 3 cm in the doorway: nobody gets into the store.",
    "ARE010": "The floors meet, but nothing links them: an invisible wall.",
    "ARE011": "It leads to room 0: the corridor, before the hall was added.",
    "BWM004": "The box tree counts from 1, not 0: nobody can take one step.",
    "DRV001": "The floor does not know which way is up: the player sinks.",
    "DRV004": "No face knows its neighbours: invisible walls everywhere.",
    "DRV008": "The outline of the floor is missing: all game rooms have one.",
    "DRV011": "Floor is listed after ceiling: who steps on it is stuck.",
    "LYT001": "It says 4 rooms and lists 5: the last one is left out.",
    "LYT002": "Lines end as on Linux: rooms can shift, the game can crash.",
    "LYT003": "The door's line lacks a number: the door stands elsewhere.",
    "MAT003": "The pit: some tools would walk on its bottom, the game not.",
    "MSH002": "A face is only a line: nobody can stand on it.",
    "MSH003": "Corners that lie twice at one place: that is the seam.",
    "MSH005": "A seam: the floor looks whole, but its halves are not joined.",
    "MSH007": "A piece of floor is upside down: nobody gets up the ramp.",
    "MSH010": "For the same reason it does not fit the faces beside it.",
    "MSH014": "So nobody can reach this part of the floor.",
    "OBJ001": "The crate has tables of a room: tools may take it for one.",
    "OBJ004": "Two different places to stand at when opening the door.",
    "VIS001": "It says 3 rooms and lists 2: the next line is taken for one.",
    "VIS004": "The corridor does not show the view room: a black hole there.",
    "VIS011": "No room shows the view room: one sees it only from inside.",
    "VIS010": "One walks from one to the other: the hole is in a doorway.",
}
"""Rule → at most 62 letters; each is true of this station, not of every file."""

LEFT = {
    "ARE005": "You decide: fix --unsafe moves two corners of the store, and links it.",
    "MAT003": "Nothing to repair: it is meant to be a pit.",
    "MSH005": "The games have such seams on purpose, too. You decide: fix --unsafe joins it.",
}
"""Rule → why the repair leaves it alone."""
