# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a net with PyTorch, exports it with PyTorch's own exporter and writes its logits:
torch_to_onnx.py NET.onnx RUN.json LOGITS.json LSTM|GRU|RNNTANH|RNNRELU DIRECTIONS"""
import json
import sys
import warnings

import torch

file, run_file, logits_file, cell, directions = sys.argv[1:]
torch.manual_seed(1)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(7, 3)
        options = {"nonlinearity": cell[3:].lower()} if cell.startswith("RNN") else {}
        self.rnn = getattr(torch.nn, cell[:3] if options else cell)(3, 5, 2, bidirectional=directions == "2", **options)
        self.decoder = torch.nn.Linear(5 * int(directions), 7)

    def forward(self, ids):
        return self.decoder(self.rnn(self.embed(ids))[0])


net = Net().eval()
with open(run_file) as stream:
    ids = torch.tensor(json.load(stream)["ids"])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    torch.onnx.export(net, (ids,), file, input_names=["data"], opset_version=14, dynamo=False)
with torch.no_grad():
    logits = net(ids).flatten().tolist()
with open(logits_file, "w") as stream:
    json.dump(logits, stream)
