"""`convert`: files of a level from one form to another, completed from the area around them."""
