"""Colours of surfaces, the same in every picture.

Chosen so that neighbours in a legend also differ in lightness: they stay apart for people who do
not see red and green, and on a grey print.
"""

_SURFACES = {
    "notdefined": "#cfcdd2",
    "dirt": "#a67c52",
    "obscuring": "#75628f",
    "grass": "#86b35f",
    "stone": "#b7b9bd",
    "wood": "#d9a45f",
    "water": "#74bfe6",
    "nonwalk": "#868a92",
    "transparent": "#c4d4de",
    "carpet": "#b96a8c",
    "metal": "#8da3c2",
    "puddles": "#a5dbe0",
    "swamp": "#7f8a4a",
    "mud": "#80624a",
    "leaves": "#c6c257",
    "lava": "#dd5a2e",
    "bottomlesspit": "#37353f",
    "deepwater": "#2f6da8",
    "door": "#ecc04a",
    "nonwalkgrass": "#55704a",
    "trigger": "#bda2e6",
    "snow": "#e8eef5",
    "sand": "#e2cf9a",
    "barebones": "#d8d2c0",
    "stonebridge": "#9a938a",
}
"""Label in small letters → colour. Every table of surfaces names them alike."""

_OTHERS = ("#c58fb1", "#93b7a8", "#d8b28c", "#8f8fc0", "#b0b06a", "#7fa6a6")
"""For surfaces that a mod has added, by number."""


def surface_color(label: str, number: int) -> str:
    """The colour of a surface by its label, or by its number where the label is not known."""
    return _SURFACES.get(label.lower(), _OTHERS[number % len(_OTHERS)])
