#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ONNX's own node cases for LSTM, GRU and RNN as numbers: onnx_node_cases.py > ../onnx_node_cases.json

Needs the Python package onnx. All cases of its backend test for these operators are written, with the outputs that come
with them. Each GRU is written a second time with linear_before_reset = 1, which none of them has; its outputs are those
of onnx's reference evaluator.
"""
import json
import sys
import warnings

import numpy as np
import onnx
from onnx.backend.test.case import node as node_cases
from onnx.reference import ReferenceEvaluator


def tensor(values):
    array = np.asarray(values, dtype=np.float32)
    return {"shape": list(array.shape), "values": [float(f"{value:.9g}") for value in array.ravel()]}


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def case_of(name, node, inputs, outputs):
    attributes = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
    return {
        "name": name,
        "type": node.op_type,
        "attributes": {key: text(value) for key, value in attributes.items()},
        "inputs": {key: tensor(value) for key, value in zip(node.input, inputs) if key},
        "outputs": {key: tensor(value) for key, value in zip([key for key in node.output if key], outputs)},
    }


def with_linear_before_reset(case, inputs):
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    node = model.graph.node[0]
    node.attribute.append(onnx.helper.make_attribute("linear_before_reset", 1))
    outputs = ReferenceEvaluator(model).run(None, dict(zip([key for key in node.input if key], inputs)))
    return case_of(case.name + "_linear_before_reset", node, inputs, outputs)


def main():
    warnings.simplefilter("ignore")
    cases = {}
    for case in node_cases.collect_testcases(None):
        node = case.model.graph.node[0]
        if node.op_type not in ("LSTM", "GRU", "RNN") or case.name in cases:
            continue
        inputs, outputs = case.data_sets[0]
        cases[case.name] = case_of(case.name, node, inputs, outputs)
        if node.op_type == "GRU":
            other = with_linear_before_reset(case, inputs)
            cases[other["name"]] = other
    lines = ",\n".join(json.dumps(case) for case in cases.values())
    sys.stdout.write('{"onnx": "%s", "cases": [\n%s\n]}\n' % (onnx.__version__, lines))


if __name__ == "__main__":
    main()
