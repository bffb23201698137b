# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a net that Hamnet wrote as ONNX, and writes its logits: with_onnx_runtime.py NET.onnx RUN.json LOGITS.json

RUN.json has "ids" [T][N] and "cut": the text is read in two calls, the state going from one to the next."""
import json
import sys

import numpy
import onnx
import onnxruntime

file, run_file, logits_file = sys.argv[1:]
onnx.checker.check_model(file, full_check=True)
session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
with open(run_file) as stream:
    run = json.load(stream)
ids, cut = numpy.array(run["ids"], dtype=numpy.int64), run["cut"]
outputs = [output.name for output in session.get_outputs()]
state = {}
for given in session.get_inputs():
    if given.name != "data":
        state[given.name] = numpy.zeros((given.shape[0], ids.shape[1], given.shape[2]), dtype=numpy.float32)
logits = []
for part in filter(len, (ids[:cut], ids[cut:])):
    found = dict(zip(outputs, session.run(None, {"data": part, **state})))
    scores = found["logits"].reshape(part.size, -1)
    chances = found["probabilities"].reshape(part.size, -1)
    expected = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    assert numpy.allclose(chances, expected / expected.sum(axis=1, keepdims=True), atol=1e-6)
    logits += scores.flatten().tolist()
    state = {name: found[name.removesuffix("0") + "T"] for name in state}
with open(logits_file, "w") as stream:
    json.dump(logits, stream)
