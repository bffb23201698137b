# SPDX-License-Identifier: GPL-3.0-or-later
"""A net that was trained."""
from __future__ import annotations

import importlib.util
import json
import math
import numbers
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from collections.abc import Mapping

import numpy as np

from . import _engine
from .data import Data, Error, classes_named, file_of, is_arrays, sequences


class Run:
    """A trained net: what train() returns, and load()."""

    def __init__(self, trained: _engine.Trained, file: str, events: list[dict[str, Any]], data: Data = None, y: Any = None,
                 classes: np.ndarray | None = None):
        self._trained, self._file, self._data, self._y = trained, file, data, y
        self.events = events  #: what the run told: its start, validations, samples, its end; empty of a loaded one
        self.facts: dict[str, Any] = json.loads(trained.facts)  #: iteration, seed, device, classes, characters, ...
        self._classes = classes  # of the type that y had; None: it predicts numbers or text
        if classes is None and self.classes:
            self._classes = classes_named(self.classes)

    @property
    def prototxt(self) -> str:
        """The net as it was trained, with the sizes that the data set."""
        return self._trained.net

    @property
    def classes(self) -> list[str]:
        """Their names; empty where the net predicts numbers or text."""
        return self.facts["classes"]

    @property
    def curve(self) -> Mapping[str, np.ndarray]:
        """Columns of all iterations: iteration, seconds, loss, learning_rate, gradient_norm; and NaN where nothing was
        validated: validation_loss and the metrics by their names."""
        return self._trained.curve()

    @property
    def weights(self) -> Mapping[str, np.ndarray]:
        """Copies of all weights: "lstm.Wx" [4H, I], "lstm.Wh" [4H, H], ... by the name of the layer."""
        return {name.replace("/", "."): values for name, values in self._trained.weights().items()}

    def plot(self, column: str = "loss", ax: Any = None) -> Any:
        """Plots a column of the curve, and of the loss the validations. Needs matplotlib; returns the axes."""
        from matplotlib import pyplot

        ax = pyplot.gca() if ax is None else ax
        curve = self.curve
        ax.plot(curve["iteration"], curve[column], label=column)
        if column == "loss" and np.isfinite(curve["validation_loss"]).any():
            there = np.isfinite(curve["validation_loss"])
            ax.plot(curve["iteration"][there], curve["validation_loss"][there], "o--", label="validation")
        ax.set_xlabel("iteration")
        ax.set_ylabel(column)
        ax.legend()
        return ax

    def generate(self, prompt: str = "", length: int = 500, *, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0,
                 seed: int | None = None, stop: str = "") -> str:
        """Writes `length` characters that follow the prompt. At temperature 0 the likeliest each time; the same seed writes
        the same text."""
        settings = {"prompt": _given("prompt", prompt, str), "length": _given("length", length, numbers.Integral),
                    "temperature": _given("temperature", temperature, numbers.Real),
                    "top_k": _given("top_k", top_k, numbers.Integral), "top_p": _given("top_p", top_p, numbers.Real),
                    "seed": secrets.randbits(32) if seed is None else _given("seed", seed, numbers.Integral),
                    "stop": _given("stop", stop, str)}
        return self._trained.write(json.dumps(settings)).decode("utf-8", "replace")

    def evaluate(self, data: Data = None, y: Any = None, *, split: str | None = None) -> dict[str, Any]:
        """The loss and the metrics on data: of text loss (nats a character), bits_per_char, accuracy; of sequences loss and
        accuracy, or mae, rmse, r2.

        data, y: as for train(); without them what the run learned from. split: "train", "validation", "test" or "all"; by
        default what the run's data hold out (validation, or test where there is none), and all of other data.
        """
        split = split or ("" if data is None else "all")
        if data is None and self._data is not None:
            data, y = self._data, self._y
        elif data is None and self.facts["kind"] == "sequences":
            raise Error("the net has learned from arrays, which its checkpoint does not hold; give X and y")
        elif data is None:
            data = Path(self._trained.data(self._file))
        if is_arrays(data):
            return json.loads(self._trained.evaluate(sequences(data, y, self._classes), split))
        if y is not None:
            raise Error("y is given, but the data are no arrays; a text and a table have their answers, so leave y out")
        with file_of(data) as file:
            return json.loads(self._trained.evaluate(file, split))

    def predict(self, X: Data, *, split: str = "all") -> Any:
        """What the net says of each sequence: [samples] of classes, or of numbers.

        X: [samples, steps, width], or arrays [steps, width] of unequal length. Of a pandas frame or the path of a table, a
        frame with a row for each window and where it is from.
        """
        said, _, origins = self._ask(X, split)
        values = said if self._classes is None else self._classes[said.astype(int)]
        if is_arrays(X):
            return values
        import pandas

        columns = {name: pandas.to_numeric(pandas.Series(texts)) if numbers else texts
                   for name, (numbers, texts) in origins.items()}
        return pandas.DataFrame({**columns, "predicted": values})

    def predict_proba(self, X: Data, *, split: str = "all") -> np.ndarray:
        """[samples, classes]: the chance of each class, in the order of .classes."""
        if not self.classes:
            raise Error("the net predicts no classes, so there are no chances of them")
        return self._ask(X, split)[1]

    def _ask(self, X: Data, split: str) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
        if self.facts["kind"] == "text":
            raise Error("the net writes text and predicts no classes or numbers; use generate()")
        if is_arrays(X):
            return self._trained.predict(sequences(X, None, self._classes), split)
        with file_of(X) as file:
            return self._trained.predict(file, split)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a checkpoint, which hamnet.load() and all of Hamnet's programs read."""
        self._trained.save(os.fspath(file))

    def to_torch(self) -> Any:
        """The net as a torch.nn.Module with its weights. forward() takes a batch as PyTorch has it: ids [steps, streams] of a
        text, data [steps, sequences, width]. `hamnet convert` writes the same as a file."""
        try:
            import torch  # noqa: F401
        except ImportError as error:
            raise ImportError("to_torch() needs PyTorch; install torch") from error
        with tempfile.TemporaryDirectory(prefix="hamnet-") as folder:
            file = f"{folder}/net.py"
            self._trained.write_code(file)
            found = importlib.util.spec_from_file_location("net", file)
            module = importlib.util.module_from_spec(found)
            found.loader.exec_module(module)
            return module.load()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the checkpoint, without the data."""
        with tempfile.TemporaryDirectory(prefix="hamnet-") as folder:
            self.save(f"{folder}/run.hamnet")
            return {"checkpoint": Path(folder, "run.hamnet").read_bytes(), "file": self._file, "events": self.events,
                    "classes": self._classes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        with tempfile.TemporaryDirectory(prefix="hamnet-") as folder:
            Path(folder, "run.hamnet").write_bytes(state["checkpoint"])
            trained = _engine.Trained.load(f"{folder}/run.hamnet", "{}")
        Run.__init__(self, trained, state["file"], state["events"], classes=state["classes"])

    def __repr__(self) -> str:
        return f"hamnet.Run({self.facts['iteration']:,} iterations on {self.facts['device']})"


def _given(name: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (kind is numbers.Real and not math.isfinite(value)):
        wanted = {str: "a text", numbers.Integral: "a whole number", numbers.Real: "a number"}[kind]
        raise TypeError(f"{name} is {value!r}, but must be {wanted}")
    return value if kind is str else int(value) if kind is numbers.Integral else float(value)


def load(file: str | os.PathLike[str], **settings: Any) -> Run:
    """The run in a checkpoint. settings: device, engine, precision, threads; by default as it was trained."""
    return Run(_engine.Trained.load(os.fspath(file), json.dumps(settings)), os.fspath(file), [])
