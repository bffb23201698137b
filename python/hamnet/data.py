# SPDX-License-Identifier: GPL-3.0-or-later
"""What a net learns from and is asked of: a path, a text, arrays, a pandas frame."""
from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from collections.abc import Iterator

import numpy as np

from . import _engine
from ._engine import Error

Error.__module__ = "hamnet"

Data = Any  # a path, a text, an array [samples, steps, width], arrays [steps, width] of unequal length, a frame


def is_path(data: Data) -> bool:
    """Whether it is the path of a file: a string that names one that is there is a path, else a text. So is a short one
    without a blank: the name of a file that is missing, or of data that Hamnet makes."""
    if not isinstance(data, str):
        return isinstance(data, os.PathLike)
    return len(data) < 4096 and "\0" not in data and (os.path.exists(data) or (len(data) < 256 and len(data.split()) == 1))


def is_frame(data: Data) -> bool:
    return type(data).__module__.startswith("pandas") and hasattr(data, "to_csv")


@contextmanager
def file_of(data: Data) -> Iterator[str]:
    """The path of the data; a text or a frame is written to a file that is there meanwhile."""
    if is_path(data):
        yield os.fspath(data)
        return
    with tempfile.TemporaryDirectory(prefix="hamnet-") as folder:
        if is_frame(data):
            file = Path(folder) / "frame.csv"
            data.to_csv(file, index=data.index.name is not None)
        elif isinstance(data, str):
            file = Path(folder) / "text.txt"
            file.write_text(data, encoding="utf-8", newline="")
        else:
            raise TypeError(f"the data are a {type(data).__name__}, but must be a path, a text, arrays or a pandas frame")
        yield str(file)


def is_arrays(data: Data) -> bool:
    return isinstance(data, np.ndarray) or (isinstance(data, (list, tuple)) and not isinstance(data, str))


def sequences(X: Data, y: Any = None, classes: list[str] | None = None) -> _engine.Sequences:
    """X [samples, steps, width], or [samples, steps] of one number a step, or arrays [steps, width] of unequal length;
    y [samples], numbers, or names of `classes`; None: not known."""
    if isinstance(X, np.ndarray) and X.dtype != object:
        if X.ndim == 2:
            X = X[:, :, None]
        if X.ndim != 3:
            raise ValueError(f"X is {list(X.shape)}, but must be samples × steps × width")
        values = X.reshape(-1, X.shape[2])
        lengths = np.full(len(X), X.shape[1], np.int32)
    else:
        pieces = [np.asarray(one, np.float32) for one in X]
        pieces = [one[:, None] if one.ndim == 1 else one for one in pieces]
        for place, one in enumerate(pieces):
            if one.ndim != 2 or one.shape[1] != pieces[0].shape[1]:
                raise ValueError(f"X[{place}] is {list(one.shape)}, but must be steps × width, as wide as X[0]")
        values = np.concatenate(pieces) if pieces else np.zeros((0, 1))
        lengths = np.array([len(one) for one in pieces], np.int32)
    if len(lengths) == 0 or lengths.min() == 0:
        raise ValueError("X has no samples" if len(lengths) == 0 else f"X[{lengths.argmin()}] has no steps")
    values = np.ascontiguousarray(values, np.float32)
    if not np.isfinite(values).all():
        raise ValueError("X has a number that is NaN or infinite")
    answers = np.zeros(0)
    if y is not None:
        answers = numbers_of(y, classes)
        if len(answers) != len(lengths):
            raise ValueError(f"X has {len(lengths)} samples, but y has {len(answers)} answers")
    return _engine.Sequences(values, lengths, answers, classes or [])


def classes_of(y: Any) -> list[str]:
    """The names of the different classes, sorted; whole numbers by their value."""
    return [str(one) for one in np.unique(np.asarray(y)).tolist()]


def numbers_of(y: Any, classes: list[str] | None) -> np.ndarray:
    """[samples]: the number of each class, or the numbers as they are."""
    if not classes:
        return np.ascontiguousarray(np.asarray(y, np.float64).reshape(-1))
    places = {name: place for place, name in enumerate(classes)}
    names = [str(one) for one in np.asarray(y).reshape(-1).tolist()]
    for name in names:
        if name not in places:
            raise ValueError(f"y has the class {name!r}, but the net learned {', '.join(classes)}")
    return np.array([places[name] for name in names], np.float64)


def named(places: np.ndarray, classes: list[str]) -> np.ndarray:
    """The names of classes; whole numbers where all of them are."""
    try:
        names = np.array([int(one) for one in classes])
    except ValueError:
        names = np.array(classes)
    return names[places.astype(int)]
