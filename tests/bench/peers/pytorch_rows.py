#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time images by rows in PyTorch, on a GPU or the CPU, or see how well they are learned: the peer of Hamnet's models/rows_*.prototxt.

The net and the step are Hamnet's: 28 rows of 28 numbers -> LSTM (or --cell gru, rnn; --bidirectional) of H units -> the last step (of both directions)
-> INNERPRODUCT to 10 classes; mean cross entropy, backward, clipping by the global norm, Adam. The images, 8-bit, lie on the device; a step picks its
batch there and scales it. On a GPU with --graph the whole step is one CUDA graph, PyTorch's quickest way; else it is run as people write it.

Prints one JSON object on one line. Needs torch and nothing else:

    python3 pytorch_rows.py --device cuda --graph --precision tf32 --cell lstm

With --data FOLDER (MNIST's four files) it trains for --epochs from --seeds seeds and prints the accuracy on the test images after each last epoch.
--biases says how biases begin and learn: "torch", uniform and two of each, or "hamnet", zero and one of each.
"""

import argparse
import gzip
import json
import pathlib
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


def made_images(device):
    return (torch.randint(256, (IMAGES, SIDE, SIDE), dtype=torch.uint8, device=device),
            torch.randint(CLASSES, (IMAGES,), device=device))


def read_images(folder, part, device):
    """Images [count, 28, 28] and labels [count] of IDX files such as train-images-idx3-ubyte.gz; `part` begins their names."""
    def values(kind, header):
        [file] = pathlib.Path(folder).glob(f"{part}*-{kind}-ubyte.gz")
        return torch.frombuffer(bytearray(gzip.decompress(file.read_bytes())[header:]), dtype=torch.uint8)
    return values("images-idx3", 16).view(-1, SIDE, SIDE).to(device), values("labels-idx1", 8).long().to(device)


def step_of(net, data, options, device):
    """A function that does one whole training step, and one that begins an epoch."""
    images, labels = data
    order = torch.randperm(len(images), device=device)
    place = torch.zeros((), dtype=torch.long, device=device)
    count = torch.arange(options.batch, device=device)
    cuda = device.type == "cuda"
    solver = torch.optim.Adam([one for one in net.parameters() if one.requires_grad], lr=LEARNING_RATE, fused=True, capturable=cuda)
    kinds = {"bf16": torch.bfloat16, "fp16": torch.float16}

    def step():
        chosen = order[(place + count) % len(images)]
        place.add_(options.batch)
        solver.zero_grad(set_to_none=True)
        with torch.autocast(device.type, kinds.get(options.precision, torch.bfloat16), enabled=options.precision in kinds):
            loss = functional.cross_entropy(net(images[chosen].float() / 255).float(), labels[chosen])
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), CLIP_NORM, foreach=True)
        solver.step()

    def begin_epoch():
        order.copy_(torch.randperm(len(images), device=device))
        place.zero_()

    return step, begin_epoch


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


def accuracy(net, data):
    images, labels = data
    with torch.no_grad():
        right = [(net(some.float() / 255).argmax(1) == wanted).sum() for some, wanted in zip(images.split(1000), labels.split(1000))]
    return sum(right).item() / len(images)


def begin_as_hamnet(net):
    """Biases of zero; of each gate of LSTM and RNN one alone, which learns."""
    for name, values in net.named_parameters():
        if "bias" in name:
            values.data.zero_()
        if "bias_hh" in name and not isinstance(net.cell, nn.GRU):
            values.requires_grad_(False)


def learned(options, device):
    """The accuracy on the test images of each seed."""
    training, test = read_images(options.data, "train", device), read_images(options.data, "t10k", device)
    found = []
    for seed in range(1, options.seeds + 1):
        torch.manual_seed(seed)
        net = RowsNet(options.cell, options.units, options.bidirectional).to(device)
        if options.biases == "hamnet":
            begin_as_hamnet(net)
        step, begin_epoch = step_of(net, training, options, device)
        for _ in range(options.epochs):
            begin_epoch()
            for _ in range(len(training[0]) // options.batch):
                step()
        found.append(accuracy(net, test))
    return found


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
    parser.add_argument("--data", help="a folder with MNIST's four files: learn them")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--biases", choices=("torch", "hamnet"), default="torch")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(options.threads)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = options.precision != "fp32"
    device = torch.device(options.device)
    if options.data:
        found = learned(options, device)
        print(json.dumps({"torch": torch.__version__, **vars(options), "accuracy": found, "mean": statistics.mean(found)}))
        return
    net = RowsNet(options.cell, options.units, options.bidirectional).to(device)
    step, _ = step_of(net, made_images(device), options, device)
    step = captured(step) if options.graph else step
    found = milliseconds(step, options.seconds, device.type == "cuda")
    print(json.dumps({"torch": torch.__version__, **vars(options), "step_ms": found}))


if __name__ == "__main__":
    main()
