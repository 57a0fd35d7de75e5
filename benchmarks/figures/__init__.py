"""What `benchmarks/run.py` measures, how, and how it is shown."""
