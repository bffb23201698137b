# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a program that came in this wheel."""
import importlib.util
import os
import sys
from pathlib import Path


def nvidia_folders():
    """The folders of NVIDIA's libraries among this environment's wheels."""
    nvidia = importlib.util.find_spec("nvidia")
    places = nvidia.submodule_search_locations if nvidia else []
    return [str(folder) for place in places for folder in sorted(Path(place).glob("*/lib"))]


def start(program):
    """Becomes that program of the folder bin, with the arguments of this process."""
    folders = nvidia_folders()
    if folders:
        os.environ.setdefault("HAMNET_CUDA_LIBRARIES", ":".join(folders))
    os.execv(Path(__file__).parent / "bin" / program, [program, *sys.argv[1:]])
