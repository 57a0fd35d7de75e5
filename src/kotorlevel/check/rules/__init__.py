"""One file a rule. A file here is all that a new rule needs: the register finds it."""
