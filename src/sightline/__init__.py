"""Sightline: agents that follow instructions in 3D worlds by first seeing where the goal is."""

import os

__version__ = "0.1.0"

# oneDNN asks the processor whether it has AMX, but some sandboxes and virtual machines say yes and then refuse the
# instructions, which kills the process. AVX-512 is what our small models gain from; set the variable yourself to use AMX.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")

from sightline.kept_code import find_place

find_place()
