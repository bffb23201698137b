# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a net of sequences that Hamnet wrote as ONNX: with_onnx_runtime_sequences.py NET.onnx RUN.json SAID.json

RUN.json has "inputs" {name: {"extents": [...], "values": [...], "whole": bool}}. The batch is run whole, and sequence by sequence,
which must give the same."""
import json
import sys

import numpy
import onnx
import onnxruntime

file, run_file, said_file = sys.argv[1:]
onnx.checker.check_model(file, full_check=True)
session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
types = {"tensor(int64)": numpy.int64, "tensor(float)": numpy.float32, "tensor(double)": numpy.float64}
wanted = {given.name: types[given.type] for given in session.get_inputs()}
with open(run_file) as stream:
    inputs = {
        name: numpy.array(given["values"], dtype=wanted[name]).reshape(given["extents"])
        for name, given in json.load(stream)["inputs"].items()
    }
assert sorted(inputs) == sorted(given.name for given in session.get_inputs())
outputs = [output.name for output in session.get_outputs()]


def said(part):
    found = dict(zip(outputs, session.run(None, part)))
    if "prediction" in found:
        return found["prediction"]
    scores, chances = found["logits"], found["probabilities"]
    expected = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    assert numpy.allclose(chances, expected / expected.sum(axis=1, keepdims=True), atol=1e-6)
    return scores


whole = said(inputs)
count = len(next(iter(inputs.values())))
for index in range(count):
    alone = said({name: values[index:index + 1] for name, values in inputs.items()})
    assert numpy.allclose(alone, whole[index:index + 1], rtol=1e-5, atol=1e-5), index
with open(said_file, "w") as stream:
    json.dump(whole.flatten().tolist(), stream)
