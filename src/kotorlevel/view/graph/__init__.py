"""Which modules lead to which, as a graph: laid out once, written as SVG, PNG or DOT."""
