#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure hamnet beside PyTorch on the CPU, in turns, and print a table in Markdown.

Both train the same char-RNN (EMBED 15, LSTM, INNERPRODUCT, no dropout, Adam, clipping by norm) and write one stream of text.
They take turns round by round, so that a machine whose speed drifts disturbs both alike; medians over the rounds are shown, and
the median of each round's time over that of Hamnet's best row in the same round.

ONNX Runtime writes with the same net as `hamnet convert` makes it, where the Python has onnxruntime.

--precisions fp32,bf16 measures both in bf16 too, on a processor that has it: ONEDNN, and PyTorch by autocast over float weights and
as a model of bf16 weights.

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
import tempfile

PEER = pathlib.Path(__file__).parent / "peers" / "pytorch_recurrent.py"
ONNX_PEER = PEER.with_name("onnxruntime_writing.py")
# glibc hands freed tensors back to the system at every step; this is the peer without that.
TUNED_MALLOC = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "8000000000"}
SHAPES = {
    "25 x 75, 2 x 512": ["--steps", "75", "--streams", "25", "--units", "512"],
    "50 x 50, 2 x 128": ["--steps", "50", "--streams", "50", "--units", "128"],
}
PYTORCH_WAYS = {"fp32": ("fp32",), "bf16": ("autocast", "bf16")}
WAYS_TO_WRITE = {
    "nn.LSTM": ["--variant", "lstm"],
    "nn.LSTM, oneDNN off": ["--variant", "lstm", "--onednn", "off"],
    "TorchScript cells": ["--variant", "script"],
}


# The net of both, for ONNX Runtime.
NET = """name: "write"
layer {{ name: "text" type: "TextData" top: "data" top: "clip" top: "label" text_data_param {{ time_steps: 4 batch_size: 1 }} }}
layer {{ name: "embed" type: "Embed" bottom: "data" top: "vectors" embed_param {{ input_dim: 65 num_output: 15 weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "lstm" type: "LSTM" bottom: "vectors" bottom: "clip" top: "memory"
  recurrent_param {{ num_output: {units} num_layers: 2 weight_filler {{ type: "uniform" min: -0.08 max: 0.08 }} }} }}
layer {{ name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param {{ num_output: 65 axis: 2 weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param {{ axis: 2 }} }}
"""


def run(command, extra_environment=None):
    environment = dict(os.environ, **(extra_environment or {}))
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {result.stderr.strip()}")
    return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{") and not json.loads(line).get("refusal")]


class Figures:
    """Figures of each round, by what they are of."""

    def __init__(self):
        self.rounds = {}

    def add(self, key, value):
        self.rounds.setdefault(key, []).append(value)

    def median(self, key):
        return statistics.median(self.rounds[key])


def measure_hamnet(options, figures, precision):
    command = [options.hamnet, "bench", "--device", "cpu", "--precision", precision, "--json", "--threads", str(options.threads),
               "--seconds", str(options.seconds)]
    for line in run(command + ([] if precision == "fp32" else ["--engines", "onednn"])):
        who = "Hamnet, " + line["ran"] + ("" if precision == "fp32" else ", " + precision)
        figures.add(("train", line["net"], who), line["train_step_ms"])
        figures.add(("write", line["net"], who), line["write_character_ms"])
        figures.add(("memory", line["net"], who), line["peak_memory"] / 2**20)


def measure_peer(options, figures, precision):
    name = {"fp32": "PyTorch", "autocast": "PyTorch, autocast to bf16", "bf16": "PyTorch, bf16 weights"}[precision]
    common = [options.python, str(PEER), "--json", "--threads", str(options.threads), "--layers", "2", "--embed", "15",
              "--vocabulary", "65", "--seconds", str(options.seconds), "--precision", precision]
    version = ""
    for net, shape in SHAPES.items():
        for who, environment in ((name, None), (name + ", malloc tuned", TUNED_MALLOC)):
            line = run(common + ["--mode", "train"] + shape, environment)[0]
            version = line["torch"]
            figures.add(("train", net, who), line["step_ms_median"])
            figures.add(("memory", net, who), line["peak_rss_bytes"] / 2**20)
        units = shape[shape.index("--units"):]
        for way, arguments in WAYS_TO_WRITE.items():
            line = run(common + ["--mode", "generate"] + units + arguments)[0]
            figures.add(("write", net, name + ", " + way), line["step_ms_median"])
    return version


def onnx_net(options, folder, units):
    """A net of so many units as ONNX, trained for an iteration on all its characters."""
    net, text, checkpoint, onnx = (pathlib.Path(folder) / (units + ending) for ending in (".prototxt", ".txt", ".hamnet", ".onnx"))
    net.write_text(NET.format(units=units))
    text.write_text("".join(chr(ord("0") + index % 65) for index in range(2000)))
    run([options.hamnet, "train", net, "--data", text, "--iterations", "1", "--device", "cpu", "--validate-every", "0", "--sample-every", "0",
         "--checkpoint", checkpoint])
    run([options.hamnet, "convert", checkpoint, onnx])
    return onnx


def measure_onnx_runtime(options, figures, files):
    for net, file in files.items():
        line = run([options.python, ONNX_PEER, file, "--json", "--threads", str(options.threads), "--seconds", str(options.seconds)])[0]
        figures.add(("write", net, "ONNX Runtime " + line["onnxruntime"]), line["step_ms_median"])


def has(options, module):
    return subprocess.run([options.python, "-c", f"import {module}"], capture_output=True).returncode == 0


def rows(figures, kind):
    for (what, net, who), values in figures.rounds.items():
        if what == kind:
            best = min((other for (one, where, name), other in figures.rounds.items()
                        if one == kind and where == net and name.startswith("Hamnet")), key=statistics.median)
            yield net, who, statistics.median(values), statistics.median(value / of_best for value, of_best in zip(values, best))


def print_tables(figures, options, version):
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    print(f"Measured on {datetime.date.today()}: {processor}, {options.threads} threads, {platform.system()}, PyTorch {version}, "
          f"{options.rounds} rounds in turns, medians.\n")
    for kind, title, unit, digits in (("train", "A training step", "ms", 1), ("write", "Writing a character, one stream", "ms", 4),
                                      ("memory", "Peak memory of the process while training", "MiB", 0)):
        print(f"| {title} | | {unit} | times Hamnet's best |\n| --- | --- | --- | --- |")
        for net, who, value, ratio in sorted(rows(figures, kind), key=lambda row: (list(SHAPES).index(row[0]), row[2])):
            print(f"| {net} | {who} | {value:.{digits}f} | {ratio:.2f} |")
        print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hamnet", required=True, help="the program")
    parser.add_argument("--python", default="python3", help="one that has torch, or onnxruntime and numpy, or all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4, help="for each figure of each round")
    parser.add_argument("--precisions", default="fp32", help="fp32, or fp32,bf16")
    options = parser.parse_args()
    figures, version = Figures(), "not there, so not measured"
    has_torch, has_onnx = has(options, "torch"), has(options, "onnxruntime, numpy")
    if not has_onnx:
        print(f"ONNX Runtime is not measured: {options.python} has no onnxruntime, or no numpy.\n")
    with tempfile.TemporaryDirectory() as folder:
        files = {net: onnx_net(options, folder, shape[-1]) for net, shape in SHAPES.items()} if has_onnx else {}
        for _ in range(options.rounds):
            for precision in options.precisions.split(","):
                measure_hamnet(options, figures, precision)
                if precision == "fp32":
                    measure_onnx_runtime(options, figures, files)
                for way in PYTORCH_WAYS[precision] if has_torch else ():
                    version = measure_peer(options, figures, way)
    print_tables(figures, options, version)


if __name__ == "__main__":
    main()
