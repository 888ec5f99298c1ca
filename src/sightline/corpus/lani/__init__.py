"""LANI instructions: reference paths, demonstrations, language, and the files of the original release."""

from sightline.corpus.lani.ground import smooth
from sightline.render.cache import forget_stale

forget_stale(smooth)
