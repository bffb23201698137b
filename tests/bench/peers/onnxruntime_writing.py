#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time ONNX Runtime on the CPU writing one stream of text with a net that `hamnet convert` made.

    python3 tests/bench/peers/onnxruntime_writing.py net.onnx --threads 2 --json

Each call reads one character and gives the chances of the next, of which one is drawn; the states that a call gives go into the
next. (States bound to ONNX Runtime's own memory, by its IO binding, took as long.)
"""

import argparse
import json
import statistics
import time

import numpy
import onnxruntime

CHARACTERS_A_ROUND = 100


class Writer:
    def __init__(self, file, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self.session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        inputs, outputs = self.session.get_inputs(), self.session.get_outputs()
        self.data = inputs[0].name
        self.states = {one.name: numpy.zeros([size if isinstance(size, int) else 1 for size in one.shape], numpy.float32) for one in inputs[1:]}
        self.given = [one.name for one in outputs if one.name not in ("logits", "probabilities")]
        if "probabilities" not in [one.name for one in outputs] or len(self.given) != len(self.states):
            raise SystemExit(f"{file} does not give probabilities and the states that it takes: write it with hamnet convert")
        self.character = 0
        self.random = numpy.random.default_rng(1)

    def draw(self, probabilities):
        sums = numpy.cumsum(probabilities.reshape(-1))
        self.character = int(numpy.searchsorted(sums, self.random.random() * sums[-1], side="right"))

    def write(self):
        for _ in range(CHARACTERS_A_ROUND):
            data = numpy.array([[self.character]], numpy.int64)
            probabilities, *states = self.session.run(["probabilities", *self.given], {self.data: data, **self.states})
            self.states = dict(zip(self.states, states))
            self.draw(probabilities)


def measure(write, seconds):
    for _ in range(3):
        write()
    times, end = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        start = time.perf_counter()
        write()
        times.append(time.perf_counter() - start)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("net", help="NET.onnx, written by hamnet convert")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--json", action="store_true", help="one line instead of an indented object")
    options = parser.parse_args()
    writer = Writer(options.net, options.threads)
    times = measure(writer.write, options.seconds)
    median = statistics.median(times)
    result = {"net": options.net, "step_ms_median": 1e3 * median / CHARACTERS_A_ROUND,
              "characters_a_second": CHARACTERS_A_ROUND / median, "rounds": len(times), "onnxruntime": onnxruntime.__version__}
    print(json.dumps(result, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
