"""GIT, ARE, IFO and any other GFF of two versions: field by field, entries of lists matched."""
