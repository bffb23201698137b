#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Train presets from several seeds to equal iterations in each precision, and print in Markdown what the precision costs in held-out loss.

    python3 tests/bench/precision_table.py --hamnet build/release/app/cli/hamnet --text tinyshakespeare.txt > tests/bench/results/precision.md

A preset is a model in models/, with where it stops if that is before its solver's end: char_rnn_best:1500. Presets of images (rows_...) learn from the
folder of --images. A precision is as good as the first one if its mean over the seeds is not above the first one's by as much as that one's seeds differ (largest - smallest);
if one is not, the exit code is 1. --at-once K trains K seeds at the same time: the losses are the same, the script is over sooner where starting takes long.
"""

import argparse
import concurrent.futures
import json
import pathlib
import statistics
import subprocess
import sys

MODELS = pathlib.Path(__file__).resolve().parent.parent.parent / "models"


def train(options, preset, iterations, precision, seed):
    """The start event and the held-out loss at the end, or the sentence that says why there is none."""
    data = options.images if preset.startswith("rows_") else options.text
    command = [options.hamnet, "train", options.models / f"{preset}.prototxt", "--data", data, "--device", options.device,
               "--precision", precision, "--seed", str(seed), "--validate-every", "0", "--sample-every", "0", "--no-checkpoint", "--json"]
    command += ["--iterations", str(iterations)] if iterations else []
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    events = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    starts = [event for event in events if event["event"] == "start"]
    losses = [event["loss"] for event in events if event["event"] == "validation"]
    if result.returncode != 0 or not starts or not losses:
        return None, (result.stderr.strip().splitlines() or ["it ended without a validation"])[-1]
    return {"start": starts[0], "loss": losses[-1], "iterations": events[-1].get("iterations")}, None


def measure(options, preset, iterations, precision):
    """Each seed's run, or the first sentence that says why not."""
    seeds = range(1, options.seeds + 1)
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        runs = list(pool.map(lambda seed: train(options, preset, iterations, precision, seed), seeds))
    refusals = [why for run, why in runs if run is None]
    return ([], refusals[0]) if refusals else ([run for run, _ in runs], None)


def row_of(preset, precision, runs, base):
    """The table's row, and whether the precision is as good as the one with the losses `base`; None where nothing is held against those."""
    start, losses = runs[0]["start"], [run["loss"] for run in runs]
    row = [preset, f"{runs[0]['iterations']:,}", start["precision"] + (" (auto)" if precision == "auto" else ""), start["engine"],
           " ".join(f"{loss:.4f}" for loss in losses), f"{statistics.mean(losses):.4f}"]
    if base is None:
        return row + ["-", f"{max(losses) - min(losses):.4f}", "-"], None
    difference, spread = statistics.mean(losses) - statistics.mean(base), max(base) - min(base)
    good = difference < spread
    return row + [f"{difference:+.4f}", f"{spread:.4f}", ("yes" if difference > -spread else "yes: lower") if good else "NO"], good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamnet", required=True)
    parser.add_argument("--text", help="tiny Shakespeare, or another text of 65 different characters")
    parser.add_argument("--images", help="a folder of MNIST's files, for presets of images")
    parser.add_argument("--models", type=pathlib.Path, default=MODELS)
    parser.add_argument("--presets", default="char_rnn_fast,char_rnn_best:1500,char_gru:1500")
    parser.add_argument("--precisions", default="fp32,tf32,bf16", help="the first is what the others are held against")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=1)
    options = parser.parse_args()
    presets = [(name, int(most or 0)) for name, _, most in (one.partition(":") for one in options.presets.split(","))]
    for name, _ in presets:
        wanted = "images" if name.startswith("rows_") else "text"
        if not getattr(options, wanted):
            parser.error(f"the preset {name} learns from --{wanted}, which is not given")
    if options.seeds < 2:
        parser.error(f"--seeds is {options.seeds}, but a spread needs 2 or more")

    rows, devices, failed = [], set(), False
    for preset, iterations in presets:
        base, first = None, options.precisions.split(",")[0]
        for precision in options.precisions.split(","):
            runs, why = measure(options, preset, iterations, precision)
            if why:
                rows.append([preset, "-", precision, "-", why, "-", "-", "-", "not measured"])
                failed = True
                continue
            devices.add(runs[0]["start"]["device"])
            row, good = row_of(preset, precision, runs, base)
            base = [run["loss"] for run in runs] if precision == first else base
            rows.append(row)
            failed = failed or good is False
            print(" ".join(row), file=sys.stderr, flush=True)
    print("# What a precision costs in learning\n")
    print(f"Held-out loss after equal iterations, {options.seeds} seeds, on {', '.join(sorted(devices)) or options.device}. A precision is as good as "
          f"{options.precisions.split(',')[0]} if its mean is not above that one's by as much as that one's seeds differ (largest - smallest).\n")
    head = ["preset", "iterations", "precision", "engine", "loss by seed", "mean", "difference", "spread of the seeds", "as good"]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
