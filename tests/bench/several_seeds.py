#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure nets that one program trains side by side against one net alone, and print the table in Markdown.

    python3 tests/bench/several_seeds.py --hamnet build/release/app/cli/hamnet > tests/bench/results/several_seeds.md

A figure is iterations a second of all nets together, while all of them train: from when the last has begun until the first ends. The time of N
nets against one is then N times the rate of one, divided by that of all.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

from gpu_table import NET, SOLVER, table

ROWS = pathlib.Path(__file__).parents[2] / "models" / "rows_lstm.prototxt"
QUIET = ["--validate-every", "0", "--sample-every", "0", "--no-checkpoint", "--json", "--iterations", "100000000"]


def rate(command, nets, seconds):
    """Iterations a second of all nets together, over the seconds after each has reported twice."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    reports, began, first, last = {}, None, 0, 0
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] != "train":
            continue
        now = time.monotonic()
        reports.setdefault(event["seed"] if nets > 1 else 1, []).append(event["iteration"])
        if began is None and len(reports) == nets and all(len(own) > 1 for own in reports.values()):
            began, first = now, sum(own[-1] for own in reports.values())
        if began is not None and now - began >= seconds:
            last = sum(own[-1] for own in reports.values())
            break
    elapsed = time.monotonic() - began if began else float("nan")
    process.terminate()
    process.stdout.read()
    process.wait()
    return (last - first) / elapsed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamnet", required=True)
    parser.add_argument("--nets", default="2,4,8")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--every", default="100", help="iterations between reports")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    counts = [int(count) for count in options.nets.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "net.prototxt"
        text.write_text(NET.format(streams=50, steps=50, layers=2, units=128, embed=64, cell="LSTM", own="", order="STREAMS", wanted="label"))
        (pathlib.Path(folder) / "net_solver.prototxt").write_text(SOLVER)
        rows = []
        for name, model in [("50 x 50, 2 x 128", text), ("rows_lstm", ROWS)]:
            base = [options.hamnet, "train", model, "--device", options.device, "--every", options.every, *QUIET]
            found = {count: [] for count in [1] + counts}
            for _ in range(options.rounds):
                for count, rates in found.items():
                    more = [] if count == 1 else ["--seeds", str(count), "--at-once", str(count)]
                    rates.append(rate(base + more, count, options.seconds))
            one = statistics.median(found[1])
            for count in counts:
                together = statistics.median(found[count])
                rows.append([name, count, f"{one:,.0f}", f"{together:,.0f}", f"{count * one / together:.2f}"])
        table(["net", "nets", "iterations a second of one", "of all together", "time against one"], rows)


if __name__ == "__main__":
    main()
