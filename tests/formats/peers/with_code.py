# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs nets that Hamnet wrote as Python: with_code.py FOLDER

FOLDER/cases.json is a list of {"net": "net0", "calls": [...], "writes": true}: numbers of characters [T] of a text that is read in
several calls, or of sequences, one a call, [T] or [T][I]. said.json has all numbers that each net says."""
import importlib
import json
import sys
from pathlib import Path

import torch

folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
said = []
with torch.no_grad():
    for case in json.loads((folder / "cases.json").read_text()):
        net = importlib.import_module(case["net"]).load()
        states, numbers = None, []
        for call in case["calls"]:
            data = torch.tensor(call).unsqueeze(1)
            if case["writes"]:
                scores, states = net(data, states)
            else:
                scores = net(data.double() if data.is_floating_point() else data)
            numbers += scores.reshape(-1).tolist()
        said.append(numbers)
(folder / "said.json").write_text(json.dumps(said))
