"""Tests of models behind an address share `asked`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
