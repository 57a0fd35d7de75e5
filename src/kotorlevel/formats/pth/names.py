"""The names that a PTH file uses, with the spelling of the files (FACTS 9)."""

from __future__ import annotations

KIND = "PTH "

POINTS = "Path_Points"
CONNECTION_COUNT = "Conections"
FIRST_CONNECTION = "First_Conection"
X = "X"
Y = "Y"
POINT_LABELS = (CONNECTION_COUNT, FIRST_CONNECTION, X, Y)
POINT_ID = 2
"""The number of a point's struct."""

CONNECTIONS = "Path_Conections"
DESTINATION = "Destination"
CONNECTION_ID = 3
"""The number of a connection's struct."""
