"""`sightline train`: train models on a corpus. An interrupted run resumes where it stopped.

The options of the commands are the fields of the configs, which import torch; they are loaded only if `train` is used.
"""

from __future__ import annotations

from sightline.cli.late import late_group

app = late_group(
    "sightline.cli.train.commands:app",
    help="Train models. Repeat a command to resume an interrupted run; `--minutes` splits long runs.",
)
