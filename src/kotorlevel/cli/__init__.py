"""The command line.

A command is over soon: most of what it needs is to load what it uses. So Python looks for cycles of
objects seldom, and not at all at the end; and NumPy starts no threads for matrices.
"""

import atexit
import gc
import os

gc.set_threshold(50_000, 20, 50)
atexit.register(gc.freeze)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
