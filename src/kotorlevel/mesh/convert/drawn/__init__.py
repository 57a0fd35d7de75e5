"""Walkmeshes as drawings of modelling programs and back: surfaces, links and seams survive.

A surface is the name of a material. A link is a gate: a small upright quad on its edge, whose
material names the room behind it. Nothing else of a drawing means anything, because modelling
programs change or drop it: colours, texture places, custom properties.
"""
