"""The first paragraphs of the standard corpus, made once for all tests of a process."""

from lazily import Lazily

from sightline.corpus.chai.kind import KIND
from sightline.corpus.splits import corpus_paragraph

PARAGRAPHS = Lazily(lambda: (corpus_paragraph(KIND, 0, index) for index in range(40)))
SEGMENTS = Lazily(lambda: (segment for paragraph in PARAGRAPHS for segment in paragraph.segments))
