# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a net with PyTorch, exports it with PyTorch's own exporter and writes its logits:
torch_to_onnx.py NET.onnx RUN.json LOGITS.json"""
import json
import sys
import warnings

import torch

file, run_file, logits_file = sys.argv[1:]
torch.manual_seed(1)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(7, 3)
        self.rnn = torch.nn.LSTM(3, 5, 2)
        self.decoder = torch.nn.Linear(5, 7)

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
