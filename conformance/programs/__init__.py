"""Programs that are judged: each is called with TASK IN OUT."""
