# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads a net that Hamnet wrote as safetensors into PyTorch's own modules, writes its logits and saves it again:
with_pytorch.py NET.safetensors RUN.json LOGITS.json AGAIN.safetensors [LSTM|GRU|RNNTANH|RNNRELU]"""
import json
import sys

import torch
from safetensors.torch import load_file, save_file

file, run_file, logits_file, again = sys.argv[1:5]
cell = (sys.argv[5:] or ["LSTM"])[0]
weights = load_file(file)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        both = "rnn.weight_ih_l0_reverse" in weights
        levels = sum(name.startswith("rnn.weight_ih_l") for name in weights) // (2 if both else 1)
        options = {"nonlinearity": cell[3:].lower()} if cell.startswith("RNN") else {}
        self.embed = torch.nn.Embedding(*weights["embed.weight"].shape)
        self.rnn = getattr(torch.nn, cell[:3] if options else cell)(
            weights["rnn.weight_ih_l0"].shape[1], weights["rnn.weight_hh_l0"].shape[1], levels, bidirectional=both, **options)
        self.decoder = torch.nn.Linear(weights["decoder.weight"].shape[1], weights["decoder.weight"].shape[0])

    def forward(self, ids):
        return self.decoder(self.rnn(self.embed(ids))[0])


net = Net()
net.load_state_dict(weights, strict=True)
net.eval()
with open(run_file) as stream:
    ids = torch.tensor(json.load(stream)["ids"])
with torch.no_grad():
    logits = net(ids).flatten().tolist()
with open(logits_file, "w") as stream:
    json.dump(logits, stream)
# As a user of PyTorch would save it, with the two biases changed so that only their sum is the same. A GRU needs both.
with torch.no_grad():
    for name, tensor in net.named_parameters() if cell != "GRU" else ():
        if name.startswith("rnn.bias_ih"):
            tensor -= 0.5
        elif name.startswith("rnn.bias_hh"):
            tensor += 0.5
save_file({name: tensor.contiguous() for name, tensor in net.state_dict().items()}, again)
