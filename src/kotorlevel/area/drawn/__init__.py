"""Whole areas as drawings of modelling programs, and what was edited there back in the area."""
