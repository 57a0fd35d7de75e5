"""A level from above: laid out once, written as SVG or PNG."""
