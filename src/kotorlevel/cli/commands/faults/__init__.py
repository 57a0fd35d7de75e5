"""Commands that find and mend faults."""
