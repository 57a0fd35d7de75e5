"""What can be reached: islands of floor, doors, and what one cannot leave again."""
