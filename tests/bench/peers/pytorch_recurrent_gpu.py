#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time a recurrent net over characters in PyTorch on a GPU: the peer that Hamnet's CUDA engines are measured against.

The net and the step are Hamnet's own char-RNN: EMBED -> nn.LSTM, nn.GRU or nn.RNN (cuDNN), L layers of H units -> INNERPRODUCT to V; forward, mean
cross entropy, backward, clipping by the global norm, fused Adam; the state is carried from batch to batch. Ids are random, which
changes no operation's cost, and lie on the GPU. --cell bidirectional_lstm reads in both directions, scores [2H] and starts each batch from zeros;
--cell peephole_lstm, janet or mgu is that of torchrecurrent; paragru, paralstm, slstm_diagonal or cfc is pararnn's, whose steps run in parallel by
Newton's method, and starts each batch from zeros; its CfC reads the gap between two steps, here 1, as one more column.

Each shape is timed at each precision as people run it (eager) and at its best (the whole step captured in a CUDA graph). bf16 and
fp16 are timed both ways that PyTorch has, autocast over float weights and a model of such weights, and the quicker one counts; in fp16
the loss is scaled by a constant. Times are by events over several replays in a row, the median of the rounds.

Prints one JSON object a line:

    python3 pytorch_recurrent_gpu.py --cell gru --shapes 25x75x2x512,50x50x2x128 --precisions fp32,tf32,bf16
"""

import argparse
import contextlib
import json
import statistics

import torch
from torch import nn
from torch.nn import functional

VOCABULARY = 65
CLIP_NORM = 5.0
LEARNING_RATE = 1e-3
KINDS = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}
BOTH = "bidirectional_"
OTHERS = {"peephole_lstm": "PeepholeLSTM", "janet": "JANET", "mgu": "MGU"}  # of torchrecurrent
PARALLEL = {"paragru": "ParaGRU", "paralstm": "ParaLSTM", "slstm_diagonal": "ParaSLSTM", "cfc": "ParaCfC"}  # of pararnn
CELLS = [*KINDS, *(BOTH + kind for kind in KINDS), *OTHERS, *PARALLEL]
HALVES = {"bf16": torch.bfloat16, "fp16": torch.float16}
FP16_SCALE = 1024.0
WARM_UP = 5
ROUNDS = 9


class Parallel(nn.Module):
    def __init__(self, cell, embed, units):
        super().__init__()
        import pararnn
        self.gap = 1 if cell == "cfc" else 0
        self.cells = pararnn.ParaRNN(getattr(pararnn, PARALLEL[cell])(embed + self.gap, units), batch_first=False)

    def forward(self, inputs, state):
        if self.gap:
            inputs = torch.cat([inputs, inputs.new_ones(*inputs.shape[:-1], 1)], -1)
        return self.cells(inputs), state


def layers_of(cell):
    if cell in PARALLEL:
        return lambda embed, units, layers: Parallel(cell, embed, units)
    if cell in OTHERS:
        import torchrecurrent
        return getattr(torchrecurrent, OTHERS[cell])
    return KINDS[cell.removeprefix(BOTH)]


class CharacterNet(nn.Module):
    """Ids [T, N] and a state (one tensor, or two of an LSTM) in; scores [T, N, V] and the next state out."""

    def __init__(self, cell, embed, units, layers):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, embed)
        directions = 2 if cell.startswith(BOTH) else 1
        both = {"bidirectional": True} if directions == 2 else {}
        self.cells = layers_of(cell)(embed, units, layers, **both)
        self.scores = nn.Linear(directions * units, VOCABULARY)

    def forward(self, ids, state):
        out, state = self.cells(self.embed(ids), state if len(state) > 1 else state[0])
        return self.scores(out), state if isinstance(state, tuple) else (state,)


class Step:
    """One whole training step on buffers that stay where they are, so that it can be captured."""

    def __init__(self, cell, shape, embed, precision, way):
        streams, steps, layers, units = shape
        torch.manual_seed(1)
        self.net = CharacterNet(cell, embed, units, layers).cuda()
        half = HALVES.get(precision, torch.float32)
        self.net.to(half if way == "weights" else torch.float32)
        self.cast = torch.autocast("cuda", dtype=half) if way == "autocast" else contextlib.nullcontext()
        self.scale = FP16_SCALE if precision == "fp16" else 1.0
        self.solver = torch.optim.Adam(self.net.parameters(), lr=LEARNING_RATE, fused=True, capturable=True)
        self.ids = torch.randint(VOCABULARY, (steps, streams), device="cuda")
        self.targets = torch.randint(VOCABULARY, (steps, streams), device="cuda")
        self.carries = not cell.startswith(BOTH) and cell not in PARALLEL
        parts = 2 * layers if cell.startswith(BOTH) else layers
        self.state = tuple(torch.zeros(parts, streams, units, device="cuda", dtype=half)
                           for _ in range(2 if cell.endswith(("lstm", "janet")) else 1))

    def __call__(self):
        self.solver.zero_grad(set_to_none=True)
        with self.cast:
            scores, state = self.net(self.ids, self.state)
            loss = functional.cross_entropy(scores.flatten(0, 1).float(), self.targets.flatten())
        (loss * self.scale if self.scale != 1 else loss).backward()
        if self.scale != 1:
            torch._foreach_mul_([weight.grad for weight in self.net.parameters()], 1 / self.scale)
        nn.utils.clip_grad_norm_(self.net.parameters(), CLIP_NORM, foreach=True)
        self.solver.step()
        if self.carries:
            for kept, new in zip(self.state, state):
                kept.copy_(new.detach())


def captured(step):
    """The step as one graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def milliseconds(one, seconds):
    """Median over rounds of the time of one call, several calls in a row."""
    for _ in range(WARM_UP):
        one()
    torch.cuda.synchronize()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def many(count):
        begin.record()
        for _ in range(count):
            one()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) / count

    count = max(3, int(1e3 * seconds / ROUNDS / many(3)))
    return statistics.median(many(count) for _ in range(ROUNDS))


def measure(cell, shape, embed, precision, seconds):
    torch.backends.cuda.matmul.allow_tf32 = precision != "fp32"
    torch.backends.cudnn.allow_tf32 = precision != "fp32"
    ways = ["autocast", "weights"] if precision in HALVES else [""]
    best = {}
    for way in ways:
        for name, make in (("eager", lambda step: step), ("graph", captured)):
            if name == "graph" and cell in PARALLEL:
                continue  # it waits for the GPU, so it cannot be captured
            step = Step(cell, shape, embed, precision, way)
            took = milliseconds(make(step), seconds)
            if name not in best or took < best[name]["ms"]:
                best[name] = {"ms": took, "way": way}
            del step
            torch.cuda.empty_cache()
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", default="25x75x2x512,50x50x2x128,100x100x3x512,128x128x3x1024",
                        help="streams x steps x layers x units, separated by commas")
    parser.add_argument("--embeds", default="15,64,64,128", help="the width of EMBED, one for each shape")
    parser.add_argument("--cell", choices=CELLS, default="lstm")
    parser.add_argument("--precisions", default="fp32,tf32,bf16")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each figure")
    options = parser.parse_args()
    shapes = [tuple(int(number) for number in shape.split("x")) for shape in options.shapes.split(",")]
    embeds = [int(width) for width in options.embeds.split(",")]
    for shape, embed in zip(shapes, embeds):
        for precision in options.precisions.split(","):
            best = measure(options.cell, shape, embed, precision, options.seconds)
            print(json.dumps({
                "cell": options.cell, "streams": shape[0], "steps": shape[1], "layers": shape[2], "units": shape[3], "embed": embed,
                "precision": precision, **{f"{name}_{key}": value for name, found in best.items() for key, value in found.items()},
                "torch": torch.__version__, "cuda": torch.version.cuda, "cudnn": torch.backends.cudnn.version(),
                "gpu": torch.cuda.get_device_name(),
            }), flush=True)


if __name__ == "__main__":
    main()
