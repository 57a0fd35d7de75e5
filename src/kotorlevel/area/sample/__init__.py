"""The sample area: a small station, made by code, so that nothing has to be shipped.

Five rooms, a crate and a door; sound, and broken in the ways that cost modders evenings. Plan, in
metres; the doorways are two metres wide::

       y                     window
     9 |                   12 +====+ 16
     8 +-----------+          |view|
       |      water|          |    |                            +---------+ 7
     5 |           +----------+-  -+----+-----------------+-----+         |
       |   pit       corridor             ramp, up 1.5 m   door   store   |
     3 |           +--------------------+-----------------+-----+   crate |
       | hall      |                                            +---------+ 1
     0 +-----------+
       0           10                   18                23    24        30   x
"""

from kotorlevel.area.sample.area import LAYOUT, make_layout, make_station, make_visibility
from kotorlevel.area.sample.broken import make_broken_station, make_unfinished
from kotorlevel.area.sample.objects import CRATE, DOOR, make_objects
from kotorlevel.area.sample.rooms import CORRIDOR, HALL, RAMP, ROOMS, STORE, VIEW, make_rooms

__all__ = [
    "CORRIDOR",
    "CRATE",
    "DOOR",
    "HALL",
    "LAYOUT",
    "RAMP",
    "ROOMS",
    "STORE",
    "VIEW",
    "make_broken_station",
    "make_layout",
    "make_objects",
    "make_rooms",
    "make_station",
    "make_unfinished",
    "make_visibility",
]
