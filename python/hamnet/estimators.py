# SPDX-License-Identifier: GPL-3.0-or-later
"""Estimators as scikit-learn has them, so that its GridSearchCV, pipelines and Optuna work with recurrent nets."""
from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from .layers import GRU, LSTM, RNN, Cell, Dense, Dropout, Last, Layer
from .net import Net


class _Sequences(BaseEstimator):
    """What both have: X is [samples, steps, width], [samples, steps] of one number a step, or a list of arrays [steps,
    width] of unequal length.

    cell: "LSTM", "GRU", "RNN", or a cell of hamnet.Cell. units, num_layers, bidirectional: of it. dropout: before the answer.
    epochs, batch_size, learning_rate: of training, by Adam. held_out: the share that measures and does not train.
    settings: others of train(), as a dict. random_state: the same whole number trains the same net.
    After fit(): run_, the hamnet.Run.
    """

    def __init__(self, cell: str = "LSTM", units: int = 32, *, num_layers: int = 1, bidirectional: bool = False,
                 dropout: float = 0.0, epochs: int = 100, batch_size: int = 32, learning_rate: float = 0.005,
                 held_out: float = 0.0, threads: int = 1, settings: dict[str, Any] | None = None, random_state: Any = None):
        self.cell = cell
        self.units = units
        self.num_layers = num_layers
        self.bidirectional = bidirectional
        self.dropout = dropout
        self.epochs = epochs
        self.batch_size = batch_size
        self.learning_rate = learning_rate
        self.held_out = held_out
        self.threads = threads
        self.settings = settings
        self.random_state = random_state

    def _layers(self) -> list[Layer]:
        stack = {"num_layers": self.num_layers, "bidirectional": self.bidirectional}
        known = {"LSTM": LSTM, "GRU": GRU, "RNN": RNN}
        cell = known[self.cell](self.units, **stack) if self.cell in known else Cell(self.cell, self.units, **stack)
        dropout = [Dropout(self.dropout)] if self.dropout > 0 else []
        return [cell, Last(bidirectional=self.bidirectional), *dropout, Dense()]

    def _read(self, X: Any, reset: bool) -> Any:
        if isinstance(X, (list, tuple)) and len(X) > 0 and all(isinstance(array, np.ndarray) and array.ndim == 2 for array in X):
            return self._of_width(list(X), X[0].shape[1], reset)
        if isinstance(X, (list, tuple)):
            X = np.asarray(X)
        has_width = getattr(X, "ndim", 2) == 3
        X = validate_data(self, X, reset=reset, allow_nd=True, dtype=np.float32, ensure_2d=not has_width)
        return self._of_width(X, X.shape[2], reset) if has_width else X

    def _of_width(self, X: Any, width: int, reset: bool) -> Any:
        if reset:
            self.n_features_in_ = width
        elif width != self.n_features_in_:
            raise ValueError(f"X has {width} features, but {type(self).__name__} is expecting {self.n_features_in_} features "
                             "as input")
        return X

    def _fit(self, X: Any, y: np.ndarray, predicts: str) -> None:
        check_consistent_length(X, y)
        learned = len(y) - round(self.held_out * len(y))
        solver = {"type": "Adam", "base_lr": float(self.learning_rate), "lr_policy": "fixed", "clip_gradients": 1.0}
        net = Net(self._layers(), solver,
                  predicts=predicts, batch=max(1, min(self.batch_size, learned)), held_out=self.held_out)
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self.run_ = net.train(X, y, progress=False, **{"epochs": self.epochs, "seed": seed, "threads": self.threads}
                              | (self.settings or {}))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.three_d_array = True
        return tags


class SequenceClassifier(ClassifierMixin, _Sequences):
    """A class for each sequence, by a recurrent net."""

    def fit(self, X: Any, y: Any) -> SequenceClassifier:
        """X as above, y [samples] of classes."""
        X = self._read(X, reset=True)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        self.classes_, places = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y has one class, {self.classes_[0]!r}, but at least two are wanted")
        self._fit(X, places, "class")
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        """[samples, classes]: the chance of each class, in the order of classes_."""
        check_is_fitted(self, "run_")
        return self.run_.predict_proba(self._read(X, reset=False))

    def predict(self, X: Any) -> np.ndarray:
        """[samples]: the likeliest classes."""
        chances = self.predict_proba(X)
        return self.classes_[chances.argmax(axis=1)]


class SequenceRegressor(RegressorMixin, _Sequences):
    """A number for each sequence, by a recurrent net. It learns y scaled to mean 0 and deviation 1."""

    def fit(self, X: Any, y: Any) -> SequenceRegressor:
        """X as above, y [samples] of numbers."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        X = self._read(X, reset=True)
        y = np.asarray(column_or_1d(y, warn=True), np.float64)
        if not np.isfinite(y).all():
            raise ValueError("y has a number that is NaN or infinite")
        self.mean_, self.deviation_ = float(y.mean()), float(y.std()) or 1.0
        self._fit(X, (y - self.mean_) / self.deviation_, "number")
        return self

    def predict(self, X: Any) -> np.ndarray:
        """[samples] of numbers."""
        check_is_fitted(self, "run_")
        return self.run_.predict(self._read(X, reset=False)) * self.deviation_ + self.mean_
