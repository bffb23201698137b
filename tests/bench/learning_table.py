#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Train variants of one model from several seeds, choose the best checkpoint of each run on the validation part, and print in Markdown what it does on the test part.

    python3 tests/bench/learning_table.py --hamnet build/release/app/cli/hamnet --model models/char_rnn_tuned_gpu.prototxt --text tinyshakespeare.txt \\
        --variant "as it stands" --variant "no weight dropout: lstm/weight_dropout=0" --variant "no averages: solver/average_weights=0"

A variant is its name and, behind a colon, what it changes: LAYER/setting=value, or solver/setting=value, separated by commas. The test part is read once, by the chosen
checkpoints: with the memory carried on, in windows that start from nothing, and, with two seeds or more, by all seeds of a variant as one ensemble. --at-once K trains K
runs at the same time; the losses are the same. --keep FOLDER keeps models, checkpoints and what the runs printed, and goes on where an earlier call was stopped.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile


def settings_of(words):
    """{"lstm": {"weight_dropout": "0.3"}} of "lstm/weight_dropout=0.3, ..."."""
    found = {}
    for word in filter(None, (one.strip() for one in words.split(","))):
        match = re.fullmatch(r"([^/=]+)/([^/=]+)=(.+)", word)
        if not match:
            raise ValueError(f'"{word}" is no setting, but LAYER/setting=value is wanted')
        found.setdefault(match[1], {})[match[2]] = match[3]
    return found


def replaced(text, key, value, before):
    """The text with the field `key`; where it has none, in front of the first match of `before`."""
    changed, count = re.subn(rf"(?m)^(\s*){re.escape(key)}: .*$", lambda line: f"{line[1]}{key}: {value}", text, count=1)
    if count:
        return changed
    changed, count = re.subn(before, lambda match: f"{match[0]}\n{key}: {value}\n", text, count=1)
    if not count:
        raise ValueError(f"there is no place for {key}")
    return changed


def with_settings(model, solver, settings):
    """Model and solver as texts, changed."""
    blocks = re.split(r"(?m)^(?=layer \{)", model)
    for layer, fields in settings.items():
        if layer == "solver":
            for key, value in fields.items():
                solver = replaced(solver, key, value, r"^")
            continue
        places = [index for index, block in enumerate(blocks) if re.search(rf'(?m)^  name: "{re.escape(layer)}"$', block)]
        if not places:
            raise ValueError(f"the model has no layer {layer}")
        for key, value in fields.items():
            blocks[places[0]] = replaced(blocks[places[0]], key, value, r"(?m)^  \w+_param \{")
    return "".join(blocks), solver


def run(options, command):
    result = subprocess.run([str(word) for word in [options.hamnet, *command, *options.machine]], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError((result.stderr.strip().splitlines() or ["it failed without a word"])[-1])
    return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]


class Variant:
    def __init__(self, options, words, folder):
        self.options, self.folder = options, folder
        self.name, _, changes = words.partition(":")
        self.name = self.name.strip()
        self.stem = re.sub(r"\W+", "_", self.name)
        solver = options.model.with_name(options.model.stem + "_solver.prototxt")
        texts = with_settings(options.model.read_text(), solver.read_text(), settings_of(changes))
        self.file = folder / f"{self.stem}.prototxt"
        self.file.write_text(texts[0])
        (folder / f"{self.stem}_solver.prototxt").write_text(texts[1].replace(options.model.name, self.file.name))

    def best(self, seed):
        return self.folder / f"{self.stem}.{seed}.best.hamnet"

    def train(self, seed):
        """The run's last validations and seconds; from the folder where an earlier call did it."""
        record = self.folder / f"{self.stem}.{seed}.json"
        if not record.exists():
            command = ["train", self.file, "--data", self.options.text, "--seed", seed, "--sample-every", 0, "--json", "--overwrite",
                       "--checkpoint", self.folder / f"{self.stem}.{seed}.hamnet"]
            events = run(self.options, command)
            losses = [event["loss"] for event in events if event["event"] == "validation"]
            record.write_text(json.dumps({"validation": min(losses), "last": losses[-1], "end": events[-1],
                                          "start": next(event for event in events if event["event"] == "start")}))
        return json.loads(record.read_text())

    def evaluate(self, checkpoints):
        which = ["--ensemble", ",".join(str(one) for one in checkpoints)] if len(checkpoints) > 1 else [checkpoints[0]]
        return run(self.options, ["evaluate", *which, "--data", self.options.text, "--split", "test", "--windows", self.options.windows, "--json"])[0]


def numbers(values):
    mean = f"{statistics.mean(values):.4f}"
    return mean if len(values) == 1 else f"{mean} ± {statistics.stdev(values):.4f}"


def row_of(variant, runs):
    seeds = range(1, len(runs) + 1)
    alone = [variant.evaluate([variant.best(seed)]) for seed in seeds]
    together = variant.evaluate([variant.best(seed) for seed in seeds]) if len(runs) > 1 else None
    cold = "windows"
    return [variant.name, numbers([one["validation"] for one in runs]), numbers([one["loss"] for one in alone]),
            numbers([one[cold]["loss"] for one in alone]), " ".join(f"{one['loss']:.4f}" for one in alone),
            f"{together['loss']:.4f}" if together else "-", f"{together[cold]['loss']:.4f}" if together else "-",
            f"{statistics.mean(one['end'].get('seconds', 0) for one in runs):.1f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamnet", required=True)
    parser.add_argument("--text", required=True)
    parser.add_argument("--model", type=pathlib.Path, required=True, help="its solver is beside it, as NAME_solver.prototxt")
    parser.add_argument("--variant", action="append", required=True, help="a name, and behind a colon what is changed")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--windows", type=int, default=256)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    options.machine = ["--device", options.device] + (["--threads", options.threads] if options.threads else [])

    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        variants = [Variant(options, words, folder) for words in options.variant]
        jobs = [(variant, seed) for variant in variants for seed in range(1, options.seeds + 1)]
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
            trained = list(pool.map(lambda job: job[0].train(job[1]), jobs))
        rows = []
        for index, variant in enumerate(variants):
            rows.append(row_of(variant, trained[index * options.seeds:(index + 1) * options.seeds]))
            print(" ".join(rows[-1]), file=sys.stderr, flush=True)

    start = trained[0]["start"]
    print(f"`{options.model.name}`, {options.seeds} seeds, {start['engine']} on {start['device']} in {start['precision']}. The checkpoint of each run is the best on the "
          "validation part; nats a character, mean ± standard deviation over the seeds.\n")
    head = ["variant", "validation", "test", f"test, windows of {options.windows}", "test by seed", "ensemble", "ensemble, windows", "s a run"]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    sys.exit(main())
