# SPDX-License-Identifier: GPL-3.0-or-later
"""Recurrent nets from Python: LSTM, GRU, RNN and cells typed as equations.

    net = hamnet.Net([hamnet.Embed(32), hamnet.LSTM(192), hamnet.Dense()])
    run = net.train("tiny.txt", iterations=2000)
    run.generate("ROMEO:", 400, temperature=0.7)
    run.save("tiny.hamnet")

The package also holds the program of the terminal, `hamnet`.
"""
import importlib as _importlib
import os as _os
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _TYPE_CHECKING:
    from ._engine import Error as Error
    from .estimators import SequenceClassifier as SequenceClassifier, SequenceRegressor as SequenceRegressor
    from .layers import (GRU as GRU, LSTM as LSTM, RNN as RNN, Cell as Cell, Dense as Dense, Dropout as Dropout,
                         Embed as Embed, Last as Last, Layer as Layer, MeanOverSteps as MeanOverSteps)
    from .net import Net as Net, settings as settings
    from .run import Run as Run, load as load

# Imported when they are asked for: the program of the terminal needs none of it, and only the estimators scikit-learn.
_PLACES = {
    "data": ["Error"],
    "estimators": ["SequenceClassifier", "SequenceRegressor"],
    "layers": ["Cell", "Dense", "Dropout", "Embed", "GRU", "LSTM", "Last", "Layer", "MeanOverSteps", "RNN"],
    "net": ["Net", "settings"],
    "run": ["Run", "load"],
}
__all__ = [name for names in _PLACES.values() for name in names]


def __getattr__(name):
    for place, names in _PLACES.items():
        if name in names:
            return getattr(_importlib.import_module(f".{place}", __name__), name)
    raise AttributeError(f"module 'hamnet' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)


def _set_folders_of_wheel():
    """Tells the engine where a wheel has samples and corpus, and where NVIDIA's wheels have their libraries."""
    if (_Path(__file__).parent / "launch.py").exists():
        from .launch import nvidia_folders

        _os.environ.setdefault("HAMNET_RESOURCES", str(_Path(__file__).parent / "share" / "hamnet"))
        if folders := nvidia_folders():
            _os.environ.setdefault("HAMNET_CUDA_LIBRARIES", ":".join(folders))
