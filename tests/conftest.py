"""Settings for all tests: the first example of a property may compile a kernel, so none has a deadline."""

from hypothesis import settings

settings.register_profile("sightline", deadline=None, derandomize=True)
settings.load_profile("sightline")
