"""Settings for all tests."""

import os

# Before torch is loaded, and for processes that tests start: tests run side by side, and threads that wait for each other
# cost more than they bring with models this small.
os.environ["OMP_NUM_THREADS"] = "1"

from hypothesis import settings

# The first example of a property may compile a kernel, so none has a deadline.
settings.register_profile("sightline", deadline=None, derandomize=True)
settings.load_profile("sightline")
