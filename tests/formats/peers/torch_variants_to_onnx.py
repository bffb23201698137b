# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports many nets that read text with PyTorch's two exporters, and runs each file with ONNX Runtime:
torch_variants_to_onnx.py FOLDER RUN.json CASES.json

CASES.json has for each file its name, the logarithms of its chances [T * N * V] as ONNX Runtime gives them, and what is
wanted: null where it is to be read, else the type of a node that it is to be refused for, or "" where exporters differ. A
variant that an exporter or the runtime refuses itself is left out; nearly all must be there."""
import contextlib
import io
import json
import sys
import warnings

import numpy
import onnx
import onnxruntime
import torch
from torch import nn
from torch.nn import functional

folder, run_file, cases_file = sys.argv[1:]
V, E, H = 7, 3, 5
with open(run_file) as stream:
    ids = torch.tensor(json.load(stream)["ids"])
T, N = ids.shape
torch.manual_seed(1)
torch.set_num_threads(1)


class Net(nn.Module):
    """ids to scores; subclasses change one thing."""

    streams_first = False
    wanted = None

    def __init__(self, layers=2, bias=True, **more):
        super().__init__()
        self.embed = nn.Embedding(V, E)
        self.rnn = nn.LSTM(E, H, layers, bias=bias, batch_first=self.streams_first, **more)
        self.decoder = nn.Linear(H * (2 if more.get("bidirectional") else 1), V, bias=bias)

    def run(self, x):
        return self.rnn(x)[0]

    def forward(self, ids):
        return self.decoder(self.run(self.embed(ids)))


class StreamsFirst(Net):
    streams_first = True


class Rows(Net):
    def forward(self, ids):
        y = self.run(self.embed(ids))
        return self.decoder(y.reshape(-1, H))


class RowsByShape(Net):
    streams_first = True

    def forward(self, ids):
        y = self.run(self.embed(ids))
        return self.decoder(y.contiguous().view(y.size(0) * y.size(1), y.size(2)))


class LogChances(Net):
    def forward(self, ids):
        return functional.log_softmax(super().forward(ids), -1)


class Chances(Net):
    def forward(self, ids):
        return functional.softmax(super().forward(ids), 2)


class Dropped(Net):
    def __init__(self):
        super().__init__(dropout=0.5)
        self.drop = nn.Dropout(0.3)

    def run(self, x):
        return self.drop(super().run(self.drop(x)))


class Deep(Net):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(H, H)

    def run(self, x):
        return torch.tanh(self.hidden(torch.relu(super().run(x))))


class Tied(Net):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(E, E, 1)
        self.decoder = nn.Linear(E, V)
        self.decoder.weight = self.embed.weight


class TwoWidths(Net):
    def __init__(self):
        super().__init__()
        self.second = nn.LSTM(H, H + 1)
        self.decoder = nn.Linear(H + 1, V)

    def run(self, x):
        return self.second(super().run(x))[0]


class State(Net):
    """With the state as inputs and outputs."""

    def forward(self, ids, h, c):
        y, (h, c) = self.rnn(self.embed(ids), (h, c))
        return self.decoder(y), h, c


class Step(Net):
    """One character of each stream at a time."""

    def forward(self, ids, h, c):
        y, (h, c) = self.rnn(self.embed(ids.view(1, -1)).view(1, ids.size(0), -1), (h, c))
        return self.decoder(y.view(ids.size(0), -1)), h, c


class Both(Net):
    def __init__(self):
        super().__init__(bidirectional=True)


class Gru(Net):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(E, H)


class Plain(Net):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(E, H)


class LastStep(Net):
    wanted = "Gather"

    def run(self, x):
        return super().run(x)[-1]


class LastState(Net):
    wanted = ""  # Squeeze, Slice or Gather

    def run(self, x):
        return self.rnn(x)[1][0][-1]


class NextCharacter(Net):
    wanted = "Add"

    def forward(self, ids):
        return super().forward((ids + 1) % V)


class SoftmaxInside(Net):
    wanted = "LogSoftmax"

    def run(self, x):
        return functional.log_softmax(super().run(x), -1)


class Whole(Net):
    wanted = "Cast"

    def run(self, x):
        return super().run(x).long().float()


class Residual(Net):
    wanted = "Add"

    def run(self, x):
        y = super().run(x)
        return y + torch.tanh(y)


class Parallel(Net):
    wanted = "LSTM"  # the second

    def __init__(self):
        super().__init__()
        self.other = nn.LSTM(E, H)

    def run(self, x):
        return self.other(x)[0] + super().run(x)


class Concatenated(Net):
    wanted = "Concat"

    def __init__(self):
        super().__init__()
        self.decoder = nn.Linear(H + E, V)

    def run(self, x):
        return torch.cat([super().run(x), x], -1)


class Temperature(Net):
    wanted = ""  # Div or Mul

    def forward(self, ids):
        return super().forward(ids) / 0.7


class Shifted(Net):
    wanted = ""  # Sub, or Mul where the constants are not folded

    def forward(self, ids):
        scores = super().forward(ids)
        return scores - torch.arange(V, dtype=torch.float32) * 0.25


class Scaled(Net):
    wanted = "Mul"

    def run(self, x):
        return super().run(x * 1.75)


class Normed(Net):
    wanted = ""  # LayerNormalization, or what it is made of

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(H)

    def run(self, x):
        return self.norm(super().run(x))


class Confused(Net):
    """Steps and streams by a view, which mixes them."""

    wanted = "Reshape"

    def run(self, x):
        return super().run(x.reshape(x.size(1), x.size(0), -1)).reshape(x.size(0), x.size(1), -1)


class Turned(Net):
    """Along the width of each character."""

    wanted = "LSTM"

    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(T, H)

    def run(self, x):
        return super().run(x.permute(2, 1, 0))


class SideBySide(Net):
    """The scores, and something beside them."""

    wanted = "MatMul"

    def forward(self, ids):
        y = self.run(self.embed(ids))
        return self.decoder(y), torch.tanh(y)


def quiet(function):
    """Without the exporters' words."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return function()


def arguments_of(net):
    """What it is run on, and which axes may be longer."""
    given = ids.T.contiguous() if net.streams_first else ids
    axes = {"ids": {0: "n", 1: "t"} if net.streams_first else {0: "t", 1: "n"}}
    if isinstance(net, Step):
        given, axes = ids[0], {"ids": {0: "n"}}
    names, values = ["ids"], [given]
    if isinstance(net, (State, Step)):
        names += ["h", "c"]
        values += [torch.zeros(2, N, H), torch.zeros(2, N, H)]
        axes |= {"h": {1: "n"}, "c": {1: "n"}}
    return names, tuple(values), axes


def log_chances(net, file, names, values):
    """[T, N, V] as ONNX Runtime gives them, step by step for a net of one step."""
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    used = {given.name for given in session.get_inputs()}
    fed = {name: value.numpy() for name, value in zip(names, values)}
    scores = []
    for step in ids if isinstance(net, Step) else [values[0]]:
        fed["ids"] = step.numpy()
        found = session.run(None, {name: value for name, value in fed.items() if name in used})
        scores.append(found[0])
        if len(found) == 3:
            fed |= {"h": found[1], "c": found[2]}
    scores = torch.tensor(numpy.stack(scores))
    if scores.numel() != T * N * V:
        return []
    scores = scores.reshape(N, T, V).permute(1, 0, 2) if net.streams_first else scores.reshape(T, N, V)
    if isinstance(net, Chances):
        scores = scores.log()
    return functional.log_softmax(scores, -1).flatten().tolist()


def graphs_of(net):
    """How it is exported: names and options."""
    names, values, axes = arguments_of(net)
    old = {"dynamo": False, "input_names": names}
    yield "fixed", {**old, "opset_version": 17}
    yield "free", {**old, "dynamic_axes": axes}
    yield "unfolded", {**old, "dynamic_axes": axes, "do_constant_folding": False, "opset_version": 13}
    yield "opset_11", {**old, "opset_version": 11}
    yield "dynamo", {"dynamo": True, "input_names": names, "external_data": False}
    yield "dynamo_unoptimized", {"dynamo": True, "input_names": names, "external_data": False, "optimize": False}


def wanted_of(net, file):
    """An exporter may unroll a cell into nodes for each step, which are not read."""
    unrolled = not any(node.op_type in ("LSTM", "GRU", "RNN") for node in onnx.load(file).graph.node)
    return "" if unrolled and net.wanted is None else net.wanted


nets = [Net(1), Net(2), Net(3, bias=False), StreamsFirst(), Rows(), RowsByShape(), LogChances(), Chances(), Dropped(), Deep(),
        Tied(), TwoWidths(), State(), Step(), Both(), Gru(), Plain(), LastStep(), LastState(), NextCharacter(),
        SoftmaxInside(), Whole(), Residual(), Parallel(), Concatenated(), Temperature(), Shifted(), Scaled(), Normed(),
        Confused(), Turned(), SideBySide()]
cases, left_out = [], []
for number, net in enumerate(nets):
    net.eval()
    for name, options in graphs_of(net):
        names, values, _ = arguments_of(net)
        file = f"{number}_{type(net).__name__}_{name}.onnx"
        try:
            quiet(lambda: torch.onnx.export(net, values, f"{folder}/{file}", **options))
            expected = log_chances(net, f"{folder}/{file}", names, values)
        except Exception as error:  # of many kinds, by exporters and runtime
            left_out.append(f"{file}: {str(error).strip().splitlines()[0] if str(error).strip() else type(error)}")
            continue
        cases.append({"file": file, "wanted": wanted_of(net, f"{folder}/{file}"), "log_chances": expected})
for line in left_out:
    print("left out:", line)
assert len(left_out) < len(cases) / 4, "the exporters refuse too many variants"
with open(cases_file, "w") as stream:
    json.dump(cases, stream)
