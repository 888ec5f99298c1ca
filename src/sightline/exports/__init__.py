"""Corpora in the formats of other libraries: Parquet, LeRobotDataset v3, Minari; streamed, and resumed after a kill.

An export is made in pieces (`pieces`), each by one worker process, in a folder that keeps finished ones (`unfinished`).
"""

FORMATS = ("parquet", "lerobot", "minari")  # each a module of this package that has FORMAT
