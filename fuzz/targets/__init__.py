"""What is fuzzed, in families; `catalogue` knows which is where."""
