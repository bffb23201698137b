# SPDX-License-Identifier: GPL-3.0-or-later
"""A net that is not trained yet, and how it is trained."""
from __future__ import annotations

import html
import json
import os
import sys
import warnings
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from collections.abc import Callable

import numpy as np

from . import _engine
from .data import Data, Error, classes_of, file_of, is_arrays, is_path, sequences
from .layers import Layer, prototxt
from .run import Run

Event = dict[str, Any]


class Net:
    """A recurrent net.

    net: the path of a prototxt file, its text, or a list of layers, between which and the data a data layer and a loss
        are put.
    solver: the path of a solver's file, its text, or a dict of its settings ({"base_lr": 0.01}); by default the one
        beside the net's file, else Adam.
    predicts: of layers: "text" (the default where the first is Embed), "class" or "number".
    batch, steps, held_out: of layers: streams or sequences in a batch, steps of a text that a batch reads, and the share of
        the data that measures and does not train.

    In a notebook it shows its drawing and its sizes.
    """

    def __init__(self, net: str | os.PathLike[str] | list[Layer], solver: str | os.PathLike[str] | dict[str, Any] | None = None,
                 *, predicts: str | None = None, batch: int = 32, steps: int = 64, held_out: float = 0.1,
                 name: str = "net") -> None:
        self.folder = ""
        if isinstance(net, (list, tuple)):
            self.prototxt, self.solver = _engine.read_net(prototxt(list(net), predicts, batch, steps, held_out, name), "")
            _engine.require_known(self.prototxt, "")
        elif is_path(net) or ("{" not in str(net)):  # a path, also of a file that is not there
            self.folder = os.path.dirname(os.fspath(net))
            self.prototxt, self.solver = _engine.read_net("", os.fspath(net))
        else:
            self.prototxt, self.solver = _engine.read_net(str(net), "")
        if isinstance(solver, dict):
            given = "".join(f"{key}: {json.dumps(value, default=_plain)}\n" for key, value in solver.items())
            kept = [line for line in self.solver.splitlines() if line.split(":")[0] not in solver]
            self.solver = _engine.read_solver("\n".join(kept) + "\n" + given, "")
            _engine.require_known("", self.solver)
        elif solver is not None:
            path = is_path(solver) or ":" not in str(solver)
            self.solver = _engine.read_solver("" if path else str(solver), os.fspath(solver) if path else "")

    def steps(self, data: Data = None, y: Any = None, *, target: str | None = None, **settings: Any) -> Steps:
        """Trains event by event: `for event in net.steps(...)`. The net waits while the loop's body runs. The events are those
        of `hamnet train --json`, as dicts. What was trained is in `.run`, which ends a run that the loop has left.

        Arguments are those of train().
        """
        return Steps(self, data, y, target, settings)

    def train(self, data: Data = None, y: Any = None, *, target: str | None = None,
              callback: Callable[[Event], Any] | None = None, progress: bool | None = None, **settings: Any) -> Run:
        """Trains the net and returns the run. Ctrl-C ends it after the step under way and keeps what was trained.

        data: a text or the path of one; of sequences the path of a folder of images or of a table, an array [samples,
            steps, width], a list of arrays [steps, width] of unequal length, or a pandas frame whose rows are steps.
            Without it what the net names, or what comes with Hamnet.
        y: of arrays the answers [samples]: classes or numbers.
        target: the column of a table or a frame that is predicted.
        callback: gets each event; False ends the run.
        progress: whether a line tells how far it is; by default in a terminal or a notebook.
        settings: those of `hamnet train --help` by their names, such as iterations=2000, seconds=60, threads=1, seed=3;
            hamnet.settings() lists them.
        """
        shows = _is_watched() if progress is None else progress
        if shows:
            settings.setdefault("every", 10)
        steps, line = self.steps(data, y, target=target, **settings), _Line() if shows else None
        try:
            for event in steps:
                if line:
                    line.show(event)
                if callback is not None and callback(event) is False:
                    steps.stop()
        except KeyboardInterrupt:
            steps.stop()
            if not steps.events:  # it has not begun
                raise
        except BaseException:
            steps.stop()
            raise
        finally:
            if line:
                line.end()
        return steps.run

    def sizes(self) -> list[dict[str, Any]]:
        """A row a layer: layer, type, output (shapes), parameters. What the data set is as it was written."""
        return json.loads(_engine.sizes(self.prototxt))["layers"]

    def __repr__(self) -> str:
        found = json.loads(_engine.sizes(self.prototxt))
        rows = [f"{row['layer']:<16} {row['type']:<18} {_shapes(row):<24} {row['parameters']:>12,}" for row in found["layers"]]
        return "\n".join([*rows, f"{'all':<60} {found['parameters']:>12,}"])

    def _repr_svg_(self) -> str:
        return _engine.svg(self.prototxt)

    def _repr_html_(self) -> str:
        found = json.loads(_engine.sizes(self.prototxt))
        rows = "".join(f"<tr><td>{html.escape(row['layer'])}</td><td>{html.escape(row['type'])}</td>"
                       f"<td>{html.escape(_shapes(row))}</td><td>{row['parameters']:,}</td></tr>" for row in found["layers"])
        drawing = self._repr_svg_()
        return (f"<div>{drawing[drawing.index('<svg'):]}</div><table><tr><th>layer</th><th>type</th><th>output</th>"
                f"<th>parameters</th></tr>{rows}<tr><td>all</td><td></td><td></td><td>{found['parameters']:,}</td></tr></table>")


def settings() -> dict[str, str]:
    """The settings of a run, each with what it does."""
    return dict(_engine.run_settings())


def _shapes(row: dict[str, Any]) -> str:
    return str(row["problem"]) if row["problem"] else ", ".join("×".join(map(str, shape)) for shape in row["output"])


class Steps:
    """A run under way, as an iterator of its events."""

    def __init__(self, net: Net, data: Data, y: Any, target: str | None, given: dict[str, Any]) -> None:
        self._open, self._is_over = ExitStack(), False
        self._data, self._y = data, y
        self._classes: np.ndarray | None = None
        self._failure: Error | None = None
        self._place = {key: given[key] for key in ("device", "engine", "precision", "threads", "graph") if key in given}
        self.events: list[Event] = []  # all but those of single steps
        kind, has_classes = _engine.learns_from(net.prototxt)
        description: dict[str, Any] = {"model": net.prototxt, "solver": net.solver, "settings": given}
        arrays = None
        if is_arrays(data):
            if kind == "text":
                raise Error("the net learns a text, but the data are arrays")
            if y is None:
                raise Error("X is given without y, but the net learns an answer to each sequence")
            if target is not None:
                raise Error("target names a column of a table, but the data are arrays; their answers are y")
            if has_classes:
                self._classes = classes_of(y)
            arrays = sequences(data, y, self._classes)
        else:
            if y is not None:
                raise Error("y is given, but the data are no arrays; a text and a table have their answers, so leave y out")
            if target is not None:
                description["model"] = _engine.with_target(net.prototxt, target)
            if data is None:
                data = Path(_engine.own_data(net.prototxt, net.folder))
            description["data"] = self._open.enter_context(file_of(data))
        self._run: Run | None = None
        try:
            self._training = _engine.start(json.dumps(description, default=_plain), arrays)
        except BaseException:
            with self._open:  # closes the data, which says what they are called
                raise

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> Event:
        if self._is_over:
            raise StopIteration
        line = self._next_line()
        if line == "":
            self._is_over = True
            self._open.close()
            if self._training.warning:
                warnings.warn(f"TensorBoard's files are not whole: {self._training.warning}", stacklevel=3)
            raise StopIteration
        event = json.loads(line)
        if event["event"] not in ("train", "meters"):
            self.events.append(event)
        return event

    def stop(self) -> None:
        """Ends the run after the step under way. Events that follow, such as its end, are still told."""
        self._training.stop()

    def _next_line(self) -> str:
        try:
            while (line := self._training.next()) is None:
                pass
            return line
        except Error:
            self._is_over = True
            try:
                with self._open:  # closes the data, which says what they are called
                    raise
            except Error as error:
                self._failure = error
                raise
        except BaseException:  # Ctrl-C
            self.stop()
            raise

    def _finish(self) -> None:
        self.stop()
        for _ in self:
            pass

    @property
    def run(self) -> Run:
        """What was trained. Ends the run where it is under way."""
        if self._run is None:
            self._finish()
            if self._failure:
                raise self._failure
            trained = _engine.Trained.of(self._training, json.dumps(self._place))
            self._run = Run(trained, "", self.events, self._data, self._y, self._classes)
        return self._run


def _plain(value: Any) -> Any:
    """Numbers of numpy, and paths."""
    return value.item() if hasattr(value, "item") else os.fspath(value)


def _is_watched() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


class _Line:
    """How far a run is, in one line."""

    def __init__(self) -> None:
        self.last, self.width, self.words = 0, 0, ""

    def show(self, event: Event) -> None:
        if event["event"] == "start":
            self.last = event["iterations"] or 0
        elif event["event"] == "train":
            done = f"{event['iteration']:,}" + (f" of {self.last:,}" if self.last else "")
            self.words = f"iteration {done}  loss {event['smoothed_loss']:.4f}  {event['per_second']:,.0f} a second"
            self._print(self.words)
        elif event["event"] == "end":
            self._print(f"{self.words}  {event['reason']}")

    def _print(self, words: str) -> None:
        print("\r" + words.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(words)

    def end(self) -> None:
        if self.width:
            print(file=sys.stderr)
