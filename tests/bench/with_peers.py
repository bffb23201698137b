#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure hamnet beside PyTorch on the CPU, in turns, and print a table in Markdown.

Both train the same char-RNN (EMBED 15, LSTM, INNERPRODUCT, no dropout, Adam, clipping by norm) and write one stream of text.
They take turns round by round, so that a machine whose speed drifts disturbs both alike; medians over the rounds are shown, and
PyTorch's time over Hamnet's.

    python3 tests/bench/with_peers.py --hamnet build/release/app/cli/hamnet --python PYTHON_WITH_TORCH --threads 2
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess

PEER = pathlib.Path(__file__).parent / "peers" / "pytorch_recurrent.py"
# glibc hands freed tensors back to the system at every step; this is the peer without that.
TUNED_MALLOC = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "8000000000"}
SHAPES = {
    "25 x 75, 2 x 512": ["--steps", "75", "--streams", "25", "--units", "512"],
    "50 x 50, 2 x 128": ["--steps", "50", "--streams", "50", "--units", "128"],
}
WAYS_TO_WRITE = {
    "nn.LSTM": ["--variant", "lstm"],
    "nn.LSTM, oneDNN off": ["--variant", "lstm", "--onednn", "off"],
    "TorchScript cells": ["--variant", "script"],
}


def run(command, extra_environment=None):
    environment = dict(os.environ, **(extra_environment or {}))
    result = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{") and not json.loads(line).get("refusal")]


class Figures:
    """Figures of each round, by what they are of."""

    def __init__(self):
        self.rounds = {}

    def add(self, key, value):
        self.rounds.setdefault(key, []).append(value)

    def median(self, key):
        return statistics.median(self.rounds[key])


def measure_hamnet(options, figures):
    for line in run([options.hamnet, "bench", "--json", "--threads", str(options.threads), "--seconds", str(options.seconds)]):
        who = "Hamnet, " + line["ran"]
        figures.add(("train", line["net"], who), line["train_step_ms"])
        figures.add(("write", line["net"], who), line["write_character_ms"])
        figures.add(("memory", line["net"], who), line["peak_memory"] / 2**20)


def measure_peer(options, figures):
    common = [options.python, str(PEER), "--json", "--threads", str(options.threads), "--layers", "2", "--embed", "15",
              "--vocabulary", "65", "--seconds", str(options.seconds)]
    version = ""
    for net, shape in SHAPES.items():
        for who, environment in (("PyTorch", None), ("PyTorch, malloc tuned", TUNED_MALLOC)):
            line = run(common + ["--mode", "train"] + shape, environment)[0]
            version = line["torch"]
            figures.add(("train", net, who), line["step_ms_median"])
            figures.add(("memory", net, who), line["peak_rss_bytes"] / 2**20)
        units = shape[shape.index("--units"):]
        for way, arguments in WAYS_TO_WRITE.items():
            line = run(common + ["--mode", "generate"] + units + arguments)[0]
            figures.add(("write", net, "PyTorch, " + way), line["step_ms_median"])
    return version


def rows(figures, kind, best_of_hamnet):
    for (what, net, who), values in figures.rounds.items():
        if what == kind:
            value = statistics.median(values)
            yield net, who, value, value / best_of_hamnet[net]


def print_tables(figures, options, version):
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    print(f"Measured on {datetime.date.today()}: {processor}, {options.threads} threads, {platform.system()}, PyTorch {version}, "
          f"{options.rounds} rounds in turns, medians.\n")
    for kind, title, unit, digits in (("train", "A training step", "ms", 1), ("write", "Writing a character, one stream", "ms", 4),
                                      ("memory", "Peak memory of the process while training", "MiB", 0)):
        best = {net: min(statistics.median(values) for (what, where, who), values in figures.rounds.items()
                         if what == kind and where == net and who.startswith("Hamnet")) for net in SHAPES}
        print(f"| {title} | | {unit} | times Hamnet's best |\n| --- | --- | --- | --- |")
        for net, who, value, ratio in sorted(rows(figures, kind, best), key=lambda row: (list(SHAPES).index(row[0]), row[2])):
            print(f"| {net} | {who} | {value:.{digits}f} | {ratio:.2f} |")
        print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hamnet", required=True, help="the program")
    parser.add_argument("--python", default="python3", help="a Python with torch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4, help="for each figure of each round")
    options = parser.parse_args()
    figures, version = Figures(), ""
    for _ in range(options.rounds):
        measure_hamnet(options, figures)
        version = measure_peer(options, figures)
    print_tables(figures, options, version)


if __name__ == "__main__":
    main()
