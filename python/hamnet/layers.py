# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers as they are typed in Python, and the prototxt of a net of them.

Each layer takes the engine's settings by their names in prototxt: hamnet.LSTM(256, num_layers=2, forget_bias=1).
"""
from __future__ import annotations

import math
from typing import Any

Setting = Any  # a number, a text, True or False, a dict for a filler


class Layer:
    """A layer with settings: the base of those below."""

    type: str = ""  # as prototxt names it
    message: str = ""  # that holds its settings there

    def __init__(self, **settings: Setting) -> None:
        self.settings = settings

    def __repr__(self) -> str:
        words = ", ".join(f"{key}={value!r}" for key, value in self.settings.items())
        return f"hamnet.{type(self).__name__}({words})"


class Embed(Layer):
    """A learned vector of `units` numbers for each character. x [T, N] -> y [T, N, units]"""

    type, message = "Embed", "embed_param"

    def __init__(self, units: int, **settings: Setting) -> None:
        filler = {"type": "gaussian", "std": 1.0}
        super().__init__(**{"num_output": units, "input_dim": 1, "bias_term": False, "weight_filler": filler} | settings)


class _Recurrent(Layer):
    message = "recurrent_param"

    def __init__(self, units: int, **settings: Setting) -> None:
        bound = 1 / math.sqrt(max(units, 1))
        super().__init__(**{"num_output": units, "weight_filler": {"type": "uniform", "min": -bound, "max": bound}} | settings)


class LSTM(_Recurrent):
    """Long short-term memory (Hochreiter & Schmidhuber 1997). x [T, N, I] -> h [T, N, units]"""

    type = "LSTM"

    def __init__(self, units: int, **settings: Setting) -> None:
        super().__init__(units, **{"forget_bias": 1.0} | settings)


class GRU(_Recurrent):
    """Gated recurrent unit (Cho et al. 2014). x [T, N, I] -> h [T, N, units]"""

    type = "GRU"


class RNN(_Recurrent):
    """Elman's net; `activation` is TANH or RELU. x [T, N, I] -> h [T, N, units]"""

    type = "RNN"

    def __init__(self, units: int, activation: str = "TANH", **settings: Setting) -> None:
        super().__init__(units, activation=activation, **settings)


class Cell(_Recurrent):
    """A cell typed as equations, or the name of one in Hamnet's library. x [T, N, I] -> h [T, N, units]

    hamnet.Cell("janet", 192); hamnet.Cell("h = tanh(W x + U h[t-1] + b)", 64)
    """

    type = "CELL"

    def __init__(self, cell: str, units: int, **settings: Setting) -> None:
        super().__init__(units, **{"equations" if "=" in cell else "cell": cell} | settings)


class Dropout(Layer):
    """Sets a share `ratio` of the numbers to zero while the net learns. x [...] -> y [...]"""

    type, message = "Dropout", "dropout_param"

    def __init__(self, ratio: float = 0.5, **settings: Setting) -> None:
        super().__init__(dropout_ratio=ratio, **settings)


class Last(Layer):
    """The output of a recurrent layer where each sequence ends. h [T, N, W] -> y [N, W]"""

    type, message = "Last", "last_param"


class MeanOverSteps(Layer):
    """The mean over the steps of each sequence. h [T, N, W] -> y [N, W]"""

    type, message = "MeanOverSteps", "mean_over_steps_param"


class Dense(Layer):
    """A matrix and a bias; without `units` as wide as the data want. x [..., W] -> y [..., units]"""

    type, message = "InnerProduct", "inner_product_param"

    def __init__(self, units: int | None = None, **settings: Setting) -> None:
        super().__init__(**{"num_output": units or 1, "weight_filler": {"type": "xavier"}} | settings)
        self.takes_width_of_data = units is None


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _fields(settings: dict[str, Setting], words: tuple[str, ...] = ("activation", "kind", "same_over")) -> str:
    text = ""
    for key, value in settings.items():
        if isinstance(value, dict):
            text += f"{key} {{ {_fields(value)}}} "
        elif isinstance(value, bool):
            text += f"{key}: {str(value).lower()} "
        elif isinstance(value, str):
            text += f"{key}: {value if key in words else _quoted(value)} "
        else:
            text += f"{key}: {value} "
    return text


def _layer(name: str, type_: str, bottoms: list[str], tops: list[str], message: str = "",
           settings: dict[str, Setting] | None = None) -> str:
    wires = "".join(f' bottom: "{blob}"' for blob in bottoms) + "".join(f' top: "{blob}"' for blob in tops)
    held = f" {message} {{ {_fields(settings)}}}" if settings else ""
    return f'layer {{ name: "{name}" type: "{type_}"{wires}{held} }}\n'


def prototxt(layers: list[Layer], predicts: str | None, batch: int, steps: int, held_out: float, name: str) -> str:
    """The net of these layers one after the other, between a layer of data and a loss."""
    if predicts is None:
        predicts = "text" if layers and isinstance(layers[0], Embed) else "class"
    if predicts not in ("text", "class", "number"):
        raise ValueError(f"predicts is {predicts!r}, but must be 'text', 'class' or 'number'")
    is_text = predicts == "text"
    text = f'name: "{name}"\n'
    if is_text:
        text += _layer("text", "TextData", [], ["data", "clip", "label"], "text_data_param",
                       {"batch_size": batch, "time_steps": steps, "validation": held_out})
    else:
        text += _layer("sequences", "SequenceData", [], ["data", "clip", "label", "length"], "sequence_data_param",
                       {"batch_size": batch, "time_steps": steps, "validation": held_out})
    before = "data"
    counts: dict[str, int] = {}
    each_step = not is_text  # whether what came before has numbers of each step, and of a sequence one answer is wanted
    for place, layer in enumerate(layers):
        settings, bottoms = dict(layer.settings), []
        kind = "dense" if isinstance(layer, Dense) else layer.type.lower()
        if isinstance(layer, Dense) and is_text:
            settings.setdefault("axis", 2)
        elif isinstance(layer, Dense):
            if each_step:
                text += _layer("end", "Last", [before, "length"], ["end"])
                before, each_step = "end", False
            if layer.takes_width_of_data and place == len(layers) - 1:
                settings.setdefault("from_data", True)
        elif isinstance(layer, _Recurrent):
            bottoms = ["clip"]
        elif isinstance(layer, (Last, MeanOverSteps)):
            bottoms, each_step = ["length"], False
        counts[kind] = counts.get(kind, 0) + 1
        unique_name = kind if counts[kind] == 1 else f"{kind}{counts[kind]}"
        text += _layer(unique_name, layer.type, [before, *bottoms], [unique_name], layer.message, settings)
        before = unique_name
    loss = "EuclideanLoss" if predicts == "number" else "SoftmaxWithLoss"
    text += _layer("loss", loss, [before, "label"], ["loss"], "softmax_param", {"axis": 2} if is_text else None)
    if predicts == "class":
        text += _layer("accuracy", "Accuracy", [before, "label"], ["accuracy"])
    return text
