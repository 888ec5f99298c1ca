"""Half precision where the hardware computes faster in it: GPUs, and CPUs with AMX (LingUNet learns twice as fast)."""

from __future__ import annotations

import faulthandler
import os
import time
from functools import cache

import torch

PROBE = 2.0  # seconds that the probe may take


def autocast(device: torch.device, wanted: bool = True, inference: bool = False) -> torch.autocast:
    """A context in which models compute in bfloat16, if that is wanted and the device is made for it.

    Learning is slower in it without AMX. Inference of Lookout takes two thirds of the time on CPUs that multiply pairs of
    bfloat16 numbers (AVX-512 BF16): its goals move by centimetres.
    """
    fast = device.type == "cuda" or _has_amx() or (inference and _multiplies_pairs())
    return torch.autocast(device.type, torch.bfloat16, enabled=wanted and fast)


def _multiplies_pairs() -> bool:
    """Whether this CPU has AVX-512 BF16."""
    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", None)  # torch has no public name for it
    return supported is not None and supported()


@cache
def _has_amx() -> bool:
    """Whether this CPU multiplies bfloat16 matrices in tiles. Without tiles bfloat16 is slower than full precision.

    Some sandboxes announce AMX and then kill the process that uses it, so a child process tries it first.
    """
    supported = getattr(torch.cpu, "_is_amx_tile_supported", None)  # torch has no public name for it
    if supported is None or not supported() or not hasattr(os, "fork"):
        return False
    child = os.fork()
    if child == 0:
        faulthandler.disable()
        weight = torch.ones(192, 192, dtype=torch.bfloat16)
        torch.nn.functional.linear(torch.ones(512, 192, dtype=torch.bfloat16), weight)
        os._exit(0)
    deadline = time.monotonic() + PROBE
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.002)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False
