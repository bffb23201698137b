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

from . import _engine, _set_folders_of_wheel
from ._engine import Error

_set_folders_of_wheel()
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
    """The path of the data. A text or a frame is written to a temporary file, which errors do not name."""
    if is_path(data):
        yield os.fspath(data)
        return
    with tempfile.TemporaryDirectory(prefix="hamnet-") as folder:
        if is_frame(data):
            file, called = Path(folder) / "frame.csv", "the frame"
            data.to_csv(file, index=data.index.name is not None)
        elif isinstance(data, str):
            file, called = Path(folder) / "text.txt", "the text"
            file.write_text(data, encoding="utf-8", newline="")
        else:
            raise TypeError(f"the data are a {type(data).__name__}, but must be a path, a text, arrays or a pandas frame")
        try:
            yield str(file)
        except Error as error:
            raise Error(str(error).replace(f"text {file}", "text").replace(str(file), called)) from None


def is_arrays(data: Data) -> bool:
    return isinstance(data, np.ndarray) or (isinstance(data, (list, tuple)) and not isinstance(data, str))


def sequences(X: Data, y: Any = None, classes: np.ndarray | None = None) -> _engine.Sequences:
    """X [samples, steps, width], or [samples, steps] of one number a step, or arrays [steps, width] of unequal length;
    y [samples], numbers, or some of `classes`; None: not known."""
    if isinstance(X, np.ndarray) and X.dtype != object:
        if X.ndim == 2:
            X = X[:, :, None]
        if X.ndim != 3:
            raise ValueError(f"X is {list(X.shape)}, but must be samples × steps × width")
        values = X.reshape(-1, X.shape[2])
        lengths = np.full(len(X), X.shape[1], np.int32)
    else:
        arrays = [np.asarray(sequence, np.float32) for sequence in X]
        arrays = [array[:, None] if array.ndim == 1 else array for array in arrays]
        for place, array in enumerate(arrays):
            if array.ndim != 2 or array.shape[1] != arrays[0].shape[1]:
                raise ValueError(f"X[{place}] is {list(array.shape)}, but must be steps × width, as wide as X[0]")
        values = np.concatenate(arrays) if arrays else np.zeros((0, 1))
        lengths = np.array([len(array) for array in arrays], np.int32)
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
    return _engine.Sequences(values, lengths, answers, [] if classes is None else names_of(classes))


def classes_of(y: Any) -> np.ndarray:
    """The different classes, sorted, of the type that y has."""
    values = np.asarray(y)
    if any(_is_missing(value) for value in values.reshape(-1).tolist()):
        raise ValueError("y has a class that is missing (NaN or None)")
    return np.unique(values)


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA
        return True


def names_of(classes: np.ndarray) -> list[str]:
    return [str(value) for value in classes.tolist()]


def classes_named(names: list[str]) -> np.ndarray:
    """The classes of these names: texts, or whole numbers or truths where each name is written as one."""
    if names == names_of(np.array([False, True])):
        return np.array([False, True])
    try:
        numbers = [int(name) for name in names]
    except ValueError:
        return np.array(names)
    return np.array(numbers if [str(number) for number in numbers] == names else names)


def numbers_of(y: Any, classes: np.ndarray | None) -> np.ndarray:
    """[samples]: the number of each class, or the numbers as they are."""
    if classes is None:
        numbers = np.ascontiguousarray(np.asarray(y, np.float64).reshape(-1))
        if not np.isfinite(numbers).all():
            raise ValueError("y has a number that is NaN or infinite")
        return numbers
    places = {value: place for place, value in enumerate(classes.tolist())}
    places |= {name: place for place, name in enumerate(names_of(classes))}  # a checkpoint has names alone
    answers = []
    for value in np.asarray(y).reshape(-1).tolist():
        place = places.get(value, places.get(str(value)))
        if place is None:
            raise ValueError(f"y has the class {value!r}, but the net learned {', '.join(names_of(classes))}")
        answers.append(place)
    return np.array(answers, np.float64)
