#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time images by rows in PyTorch, on a GPU or the CPU: the peer of Hamnet's models/rows_*.prototxt.

The net and the step are Hamnet's: 28 rows of 28 numbers -> LSTM (or --cell gru, rnn; --bidirectional) of H units -> the last step (of both directions)
-> INNERPRODUCT to 10 classes; mean cross entropy, backward, clipping by the global norm, Adam. The images, 8-bit, lie on the device; a step picks its
batch there and scales it. On a GPU with --graph the whole step is one CUDA graph, PyTorch's quickest way; else it is run as people write it.

Prints one JSON object on one line. Needs torch and nothing else:

    python3 pytorch_rows.py --device cuda --graph --precision tf32 --cell lstm
"""

import argparse
import json
import statistics
import time

import torch
from torch import nn
from torch.nn import functional

CELLS = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}
IMAGES, CLASSES, SIDE, CLIP_NORM, LEARNING_RATE = 19000, 10, 28, 1.0, 0.001


class RowsNet(nn.Module):
    """Images [N, T, I] in, scores [N, classes] out."""

    def __init__(self, cell, units, bidirectional):
        super().__init__()
        self.units, self.bidirectional = units, bidirectional
        self.cell = CELLS[cell](SIDE, units, batch_first=False, bidirectional=bidirectional)
        self.scores = nn.Linear(units * (2 if bidirectional else 1), CLASSES)

    def forward(self, images):
        out, _ = self.cell(images.transpose(0, 1))
        last = out[-1]
        if self.bidirectional:  # which ends at the first row
            last = torch.cat((last[:, :self.units], out[0][:, self.units:]), 1)
        return self.scores(last)


def step_of(net, options, device):
    """A function that does one whole training step."""
    images = torch.randint(256, (IMAGES, SIDE, SIDE), dtype=torch.uint8, device=device)
    labels = torch.randint(CLASSES, (IMAGES,), device=device)
    order = torch.randperm(IMAGES, device=device)
    place = torch.zeros((), dtype=torch.long, device=device)
    count = torch.arange(options.batch, device=device)
    cuda = device.type == "cuda"
    solver = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, fused=True, capturable=cuda)
    kinds = {"bf16": torch.bfloat16, "fp16": torch.float16}

    def step():
        chosen = order[(place + count) % IMAGES]
        place.add_(options.batch)
        solver.zero_grad(set_to_none=True)
        with torch.autocast(device.type, kinds.get(options.precision, torch.bfloat16), enabled=options.precision in kinds):
            loss = functional.cross_entropy(net(images[chosen].float() / 255).float(), labels[chosen])
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), CLIP_NORM, foreach=True)
        solver.step()

    return step


def captured(step):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(5):
            step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def milliseconds(step, seconds, cuda):
    """The median of rounds of 20 steps, a step."""
    def round_():
        started = time.perf_counter()
        for _ in range(20):
            step()
        if cuda:
            torch.cuda.synchronize()
        return 1e3 * (time.perf_counter() - started) / 20

    for _ in range(3):
        round_()
    rounds, end = [], time.perf_counter() + seconds
    while len(rounds) < 5 or time.perf_counter() < end:
        rounds.append(round_())
    return statistics.median(rounds)


def main():
    parser = argparse.ArgumentParser(description="Time images by rows in PyTorch.")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--cell", choices=CELLS, default="lstm")
    parser.add_argument("--bidirectional", action="store_true")
    parser.add_argument("--units", type=int, default=128)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--precision", choices=("fp32", "tf32", "bf16", "fp16"), default="fp32")
    parser.add_argument("--graph", action="store_true", help="the step as one CUDA graph")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(options.threads)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = options.precision != "fp32"
    device = torch.device(options.device)
    net = RowsNet(options.cell, options.units, options.bidirectional).to(device)
    step = step_of(net, options, device)
    step = captured(step) if options.graph else step
    found = milliseconds(step, options.seconds, device.type == "cuda")
    print(json.dumps({"torch": torch.__version__, **vars(options), "step_ms": found}))


if __name__ == "__main__":
    main()
