#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure one run on several GPUs beside the same run on one and PyTorch's DistributedDataParallel, and print the table in Markdown.

    python3 tests/bench/several_gpus.py --hamnet build/release/app/cli/hamnet --devices 2,4 > tests/bench/results/several_gpus.md

A figure is characters a second of training: the median of the program's own reports, validation and saving left out. Rows take turns.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

from gpu_table import NET, SOLVER, lines_of, name_of, table

HERE = pathlib.Path(__file__).parent
SHAPES = [(128, 128, 3, 1024, 128), (100, 100, 3, 512, 64)]
WARM_UP_REPORTS = 3


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def train(self, shape, devices, iterations, *more):
        """The events of a run on so many GPUs."""
        streams, steps, layers, units, embed = shape
        model = self.folder / f"net_{streams}_{steps}_{units}.prototxt"
        model.write_text(NET.format(streams=streams, steps=steps, layers=layers, units=units, embed=embed, cell="LSTM", own="",
                                    order="STREAMS", wanted="label"))
        (self.folder / (model.stem + "_solver.prototxt")).write_text(SOLVER)
        command = [self.options.hamnet, "train", model, "--device", ",".join(f"cuda:{index}" for index in range(devices)), "--seed", "1",
                   "--iterations", str(iterations), "--validate-every", "0", "--sample-every", "0", "--no-checkpoint", "--json", *more]
        if self.options.text:
            command += ["--data", self.options.text]
        return lines_of(command)

    def speed(self, shape, devices, *more):
        events = self.train(shape, devices, self.options.iterations, "--every", str(self.options.iterations // 12), *more)
        speeds = [event["per_second"] for event in events if event.get("event") == "train"][WARM_UP_REPORTS:]
        return statistics.median(speeds) if speeds else None

    def losses(self, shape, devices):
        return [event["loss"] for event in self.train(shape, devices, 200, "--every", "1") if event.get("event") == "train"]


def rate(value):
    return "-" if value is None else f"{value / 1e6:.2f}"


def ratio(value, base):
    return "-" if not value or not base else f"{value / base:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamnet", required=True)
    parser.add_argument("--devices", default="2", help="numbers of GPUs, separated by commas")
    parser.add_argument("--text", help="the text to learn; the bundled play where it is not given")
    parser.add_argument("--iterations", type=int, default=600)
    parser.add_argument("--python", default=sys.executable, help="that has PyTorch")
    options = parser.parse_args()
    counts = [int(count) for count in options.devices.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        print("## Characters a second, millions; streams x steps of one device, layers x units, bf16\n")
        rows = []
        for shape in SHAPES:
            one = bench.speed(shape, 1)
            for count in counts:
                grown = bench.speed(shape, count, "--batch-per-device", "same")
                shared = bench.speed(shape, count)
                peers = lines_of([options.python, HERE / "peers" / "pytorch_ddp.py", "--devices", str(count), "--shapes",
                                  "x".join(map(str, shape[:4])), "--embeds", str(shape[4])])
                peer = peers[0]["characters_per_second"] if peers else None
                rows.append([name_of(shape), count, rate(one), rate(grown), ratio(grown, one), rate(shared), ratio(shared, one), rate(peer),
                             ratio(grown, peer)])
        table(["net", "GPUs", "one", "a batch on each", "of one", "one batch shared out", "of one", "PyTorch DDP", "Hamnet / PyTorch"], rows)
        print("## Losses of 200 iterations against one GPU, nats\n")
        rows = []
        for shape in SHAPES:
            one = bench.losses(shape, 1)
            for count in counts:
                several, again = bench.losses(shape, count), bench.losses(shape, count)
                furthest = max((abs(a - b) for a, b in zip(one, several)), default=None)
                rows.append([name_of(shape), count, len(several), "-" if furthest is None else f"{furthest:.1e}",
                             "yes" if several and several == again else "no"])
        table(["net", "GPUs", "iterations", "furthest apart", "two runs alike in each bit"], rows)


if __name__ == "__main__":
    main()
