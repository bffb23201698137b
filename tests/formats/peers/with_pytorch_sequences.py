# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads a net of sequences that Hamnet wrote as safetensors into PyTorch's own modules:
with_pytorch_sequences.py NET.safetensors RUN.json SAID.json [LSTM|GRU|RNNTANH|RNNRELU] [Last|MeanOverSteps]

RUN.json has "values" [N][T][I] as the net reads them (or characters [N][T]), "lengths" [N], and whether the net is told
the lengths: else what is behind an end counts for it, though no state goes over that end."""
import json
import sys

import torch
from safetensors.torch import load_file

file, run_file, said_file, cell, end = sys.argv[1:]
weights = load_file(file)
both = "rnn.weight_ih_l0_reverse" in weights
levels = sum(name.startswith("rnn.weight_ih_l") for name in weights) // (2 if both else 1)
options = {"nonlinearity": cell[3:].lower()} if cell.startswith("RNN") else {}


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        if "embed.weight" in weights:
            self.embed = torch.nn.Embedding(*weights["embed.weight"].shape)
        self.rnn = getattr(torch.nn, cell[:3] if options else cell)(
            weights["rnn.weight_ih_l0"].shape[1], weights["rnn.weight_hh_l0"].shape[1], levels, bidirectional=both,
            batch_first=True, **options)
        self.decoder = torch.nn.Linear(weights["decoder.weight"].shape[1], weights["decoder.weight"].shape[0])

    def untold(self, x, lengths):
        rows = [torch.cat([self.rnn(part[None])[0][0] for part in (row[:length], row[length:]) if len(part)])
                for row, length in zip(x, lengths.tolist())]
        y, units = torch.stack(rows), self.rnn.hidden_size
        return torch.cat([y[:, -1, :units], y[:, 0, units:]], dim=1) if end == "Last" else y.mean(dim=1)

    def forward(self, values, lengths):
        x = self.embed(values) if hasattr(self, "embed") else values
        if not run["told"]:
            return self.decoder(self.untold(x, lengths))
        packed = torch.nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        y, state = self.rnn(packed)
        if end == "Last":
            h = state[0] if isinstance(state, tuple) else state
            summed = torch.cat([h[-2], h[-1]], dim=1) if both else h[-1]
        else:
            y, _ = torch.nn.utils.rnn.pad_packed_sequence(y, batch_first=True)
            summed = y.sum(dim=1) / lengths[:, None]
        return self.decoder(summed)


net = Net()
net.load_state_dict(weights, strict=True)
net.eval()
with open(run_file) as stream:
    run = json.load(stream)
values = torch.tensor(run["values"], dtype=torch.int64 if hasattr(net, "embed") else torch.float32)
with torch.no_grad():
    said = net(values, torch.tensor(run["lengths"])).flatten().tolist()
with open(said_file, "w") as stream:
    json.dump(said, stream)
