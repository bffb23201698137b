#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure two builds of Hamnet in turn on one machine, and print in Markdown what became of each engine's speed.

    python3 tests/bench/compare_builds.py --before old/app/cli/hamnet --after build/release/app/cli/hamnet --engines cpu/caffe,cpu/onednn --cells lstm,gru,rnn

Each round runs both builds, the other one first each time; medians of the rounds, and the ratio after / before of each. A whole training step in
milliseconds (less is better) and characters written a second (more is better), for the two standard nets of `hamnet bench`.
"""

import argparse
import json
import statistics
import subprocess
import sys

FIGURES = {"train_step_ms": "train step, ms", "use_per_second": "write, characters/s"}


def bench(program, cell, engines, precision, seconds, threads):
    """The rows of one run of `hamnet bench`; none and a word on standard error where it fails."""
    command = [program, "bench", "--cell", cell, "--engines", engines, "--seconds", str(seconds), "--json"]
    command += ["--precision", precision] if precision else []
    command += ["--threads", str(threads)] if threads else []
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        print(f"{' '.join(command)}: {result.stderr.strip()[-300:]}", file=sys.stderr)
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    for row in rows:
        if row.get("refusal"):
            print(f"{row['net']}, {row['engine']}: {row['refusal']}", file=sys.stderr)
    return [row for row in rows if not row.get("refusal")]


def show(found):
    for (net, engine, precision, key), values in found.items():
        if values["before"] and values["after"]:
            before, after = statistics.median(values["before"]), statistics.median(values["after"])
            print(f"| {net} | {engine} | {precision} | {FIGURES[key]} | {before:.4g} | {after:.4g} | {after / before:.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", required=True, help="a hamnet; its CUDA module lies beside it")
    parser.add_argument("--after", required=True)
    parser.add_argument("--engines", required=True, help="as `hamnet bench --engines` takes them")
    parser.add_argument("--cells", default="lstm,gru,rnn")
    parser.add_argument("--precisions", default="", help="fp32,tf32,bf16 of a GPU; without it the engine's own")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    print("| net | engine | precision | figure | before | after | after / before |")
    print("| --- | --- | --- | --- | ---: | ---: | ---: |")
    for cell in options.cells.split(","):
        for precision in options.precisions.split(","):
            found = {}
            for number in range(options.rounds):
                sides = [("before", options.before), ("after", options.after)]
                for side, program in sides if number % 2 == 0 else reversed(sides):
                    for row in bench(program, cell, options.engines, precision, options.seconds, options.threads):
                        for key in FIGURES:
                            place = (row["net"], row["engine"], row["precision"], key)
                            found.setdefault(place, {"before": [], "after": []})[side].append(row[key])
            show(found)


if __name__ == "__main__":
    main()
