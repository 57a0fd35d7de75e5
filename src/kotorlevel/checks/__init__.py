"""Rules with ids, the findings they make, and reports of them."""
