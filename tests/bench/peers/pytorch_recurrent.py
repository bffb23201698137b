#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time a recurrent net over characters in PyTorch on the CPU: the peer that Hamnet is measured against.

The net and the step are Hamnet's own char-RNN:

    EMBED (with bias) -> LSTM (or --cell gru, rnn, peephole_lstm), L layers of H units, dropout between them -> DROPOUT -> INNERPRODUCT to V

A training step is the whole of it: forward, mean cross entropy, backward, clipping by the global norm, solver, with the
state (h, c) carried from batch to batch and cut off from the gradient. Ids are random, which changes no operation's cost.
Generating is one stream, one character a step, drawn from the softmax at temperature 1. Three ways to do it, since which is
fastest is the peer's only fair figure (measured, torch 2.11, two Xeon cores): nn.LSTM is fast here only with --onednn off
(with oneDNN, PyTorch packs the weights afresh at every call); nn.LSTMCell is as fast; TorchScript adds a little.

On glibc a large step spends a fifth of its time in page faults: malloc gives freed tensors back to the system at once. The
peer at its best is run with MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=8000000000 in its environment; say which was measured.

Prints one JSON object on one line (without --json: the same, indented). Needs torch, and torchrecurrent for the last cell:

    python3 pytorch_recurrent.py --mode train --steps 75 --streams 25 --units 512 --layers 2 --threads 2 --json
"""

import argparse
import contextlib
import json
import resource
import statistics
import time

import torch
from torch import nn
from torch.nn import functional

WARM_UP_SECONDS = 1.0  # long enough for oneDNN to build and cache its primitives, and for the clock to settle
FEWEST_ROUNDS = 5      # measure at least so many, however short --seconds is
CLIP_NORM = 5.0        # char-RNN's usual bound
LEARNING_RATE = 0.001  # never learns anything here; must only not blow up
CHARACTERS_A_ROUND = 100  # in generate mode one timed round is so many characters


CELLS = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}
OTHER_CELLS = {"peephole_lstm": "PeepholeLSTM"}  # of torchrecurrent, eager: PyTorch has none


def layers_of(cell):
    if cell in CELLS:
        return CELLS[cell]
    import torchrecurrent
    return getattr(torchrecurrent, OTHER_CELLS[cell])


class CharacterNet(nn.Module):
    """Ids [T, N] and a state (two tensors of an LSTM, else one) in; scores [T, N, V] and the next state out."""

    def __init__(self, vocabulary, embed, units, layers, dropout, cell):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, embed)
        self.embed_bias = nn.Parameter(torch.zeros(embed))  # Caffe's EMBED has a bias, nn.Embedding has none
        # nn.LSTM warns if it is given a dropout and has no place between layers to put it.
        self.lstm = layers_of(cell)(embed, units, layers, batch_first=False, dropout=dropout if layers > 1 else 0.0)
        self.dropout = nn.Dropout(dropout) if dropout > 0.0 else nn.Identity()
        self.scores = nn.Linear(units, vocabulary)

    def forward(self, ids, state):
        out, state = self.lstm(self.embed(ids) + self.embed_bias, state)
        return self.scores(self.dropout(out)), state

    def zero_state(self, streams, kind):
        state = torch.zeros((self.lstm.num_layers, streams, self.lstm.hidden_size), dtype=kind)
        return state if isinstance(self.lstm, (nn.GRU, nn.RNN)) else (state, state.clone())


class SteppingNet(nn.Module):
    """A CharacterNet's weights driven by one LSTM cell call a layer, for one id at a time; TorchScript can compile it."""

    def __init__(self, net):
        super().__init__()
        self.embed, self.embed_bias, self.scores = net.embed, net.embed_bias, net.scores
        self.cells = nn.ModuleList()
        for layer in range(net.lstm.num_layers):
            cell = nn.LSTMCell(net.lstm.input_size if layer == 0 else net.lstm.hidden_size, net.lstm.hidden_size)
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
                setattr(cell, name, getattr(net.lstm, f"{name}_l{layer}"))
            self.cells.append(cell)

    def forward(self, id: torch.Tensor, h: list[torch.Tensor], c: list[torch.Tensor]):
        x = self.embed(id) + self.embed_bias
        for layer, cell in enumerate(self.cells):
            x, c[layer] = cell(x, (h[layer], c[layer]))
            h[layer] = x
        return self.scores(x), h, c


def rounding(options):
    """The context of a forward pass: autocast to bf16 over float weights, or nothing."""
    return torch.autocast("cpu", torch.bfloat16) if options.precision == "autocast" else contextlib.nullcontext()


def measure(one_round, seconds):
    """Seconds of each round, run for `seconds` after a warm-up."""
    started = time.perf_counter()
    rounds_warm = 0
    while rounds_warm < 2 or time.perf_counter() - started < WARM_UP_SECONDS:
        one_round()
        rounds_warm += 1

    times = []
    started = time.perf_counter()
    while len(times) < FEWEST_ROUNDS or time.perf_counter() - started < seconds:
        before = time.perf_counter()
        one_round()
        times.append(time.perf_counter() - before)
    return times


def training_round(net, options):
    """A function that does one whole training step."""
    # fused=True is PyTorch's fastest solver on the CPU: one pass over each tensor.
    if options.optimizer == "adam":
        solver = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, fused=True)
    else:
        solver = torch.optim.SGD(net.parameters(), lr=LEARNING_RATE, fused=True)

    # A few batches made beforehand, so that making random ids is no part of the step.
    shape = (options.steps, options.streams)
    batches = [(torch.randint(options.vocabulary, shape), torch.randint(options.vocabulary, shape)) for _ in range(8)]
    state = net.zero_state(options.streams, net.embed_bias.dtype)
    turn = 0

    net.train()

    def step():
        nonlocal state, turn
        ids, targets = batches[turn % len(batches)]
        turn += 1
        solver.zero_grad(set_to_none=True)
        with rounding(options):
            scores, state = net(ids, state)
            loss = functional.cross_entropy(scores.flatten(0, 1), targets.flatten())
        state = tuple(one.detach() for one in state) if isinstance(state, tuple) else state.detach()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), CLIP_NORM)
        solver.step()
        return loss.item()

    return step


def generating_round(net, options):
    """A function that writes CHARACTERS_A_ROUND characters, each drawn from the scores of the one before."""
    net.eval()
    id = torch.zeros(1, 1, dtype=torch.long)
    state = net.zero_state(1, net.embed_bias.dtype)

    @torch.inference_mode()
    def with_lstm():
        nonlocal id, state
        for _ in range(CHARACTERS_A_ROUND):
            with rounding(options):
                scores, state = net(id, state)
            id = torch.multinomial(torch.softmax(scores[0], dim=-1), 1)
            id.item()  # the reader wants the character now

    stepping = SteppingNet(net).eval()
    if options.variant == "script":
        stepping = torch.jit.script(stepping)
    cell_id = torch.zeros(1, dtype=torch.long)
    h, c = ([torch.zeros(1, options.units, dtype=net.embed_bias.dtype) for _ in range(options.layers)] for _ in range(2))

    @torch.inference_mode()
    def with_cells():
        nonlocal cell_id, h, c
        for _ in range(CHARACTERS_A_ROUND):
            with rounding(options):
                scores, h, c = stepping(cell_id, h, c)
            cell_id = torch.multinomial(torch.softmax(scores, dim=-1), 1)[0]
            cell_id.item()

    return with_lstm if options.variant == "lstm" else with_cells


def parse_options():
    parser = argparse.ArgumentParser(description="Time a recurrent net over characters in PyTorch on the CPU.")
    parser.add_argument("--cell", choices=(*CELLS, *OTHER_CELLS), default="lstm", help="of training; text is generated with an LSTM")
    parser.add_argument("--mode", choices=("train", "generate"), default="train")
    parser.add_argument("--variant", choices=("lstm", "cell", "script"), default="cell",
                        help="generate with nn.LSTM at T = 1, with nn.LSTMCell, or with nn.LSTMCell under TorchScript")
    parser.add_argument("--steps", type=int, default=75, metavar="T", help="characters of a stream in a batch")
    parser.add_argument("--streams", type=int, default=25, metavar="N", help="streams side by side")
    parser.add_argument("--embed", type=int, default=15, metavar="E")
    parser.add_argument("--units", type=int, default=512, metavar="H")
    parser.add_argument("--layers", type=int, default=2, metavar="L")
    parser.add_argument("--vocabulary", type=int, default=65, metavar="V")
    parser.add_argument("--dropout", type=float, default=0.0, metavar="P")
    parser.add_argument("--optimizer", choices=("adam", "sgd"), default="adam")
    parser.add_argument("--precision", choices=("fp32", "autocast", "bf16"), default="fp32",
                        help="autocast to bf16 over float weights, or a model of bf16 weights, which Adam then updates in bf16 too")
    parser.add_argument("--threads", type=int, default=2, metavar="K")
    parser.add_argument("--seconds", type=float, default=8.0, metavar="S", help="time to measure for, after the warm-up")
    parser.add_argument("--onednn", choices=("on", "off"), default="on", help="off: PyTorch's own kernels and MKL only")
    parser.add_argument("--json", action="store_true", help="one line instead of an indented object")
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    torch.backends.mkldnn.enabled = options.onednn == "on"

    net = CharacterNet(options.vocabulary, options.embed, options.units, options.layers, options.dropout, options.cell)
    net = net.to(torch.bfloat16) if options.precision == "bf16" else net
    if options.mode == "train":
        times = measure(training_round(net, options), options.seconds)
        characters, steps_a_round = options.steps * options.streams, 1
    else:
        times = measure(generating_round(net, options), options.seconds)
        characters, steps_a_round = CHARACTERS_A_ROUND, CHARACTERS_A_ROUND

    settings = ("cell", "mode", "variant", "steps", "streams", "embed", "units", "layers", "vocabulary", "dropout", "optimizer", "precision")
    result = {name: getattr(options, name) for name in settings}
    if options.mode == "train":
        del result["variant"]
    else:
        for name in ("steps", "streams", "dropout", "optimizer"):
            del result[name]
    median = statistics.median(times)
    result |= {
        "step_ms_median": 1e3 * median / steps_a_round,
        "step_ms_min": 1e3 * min(times) / steps_a_round,
        "step_ms_max": 1e3 * max(times) / steps_a_round,
        "rounds": len(times),
        "characters_a_second": characters / median,
        "peak_rss_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,  # Linux counts in KiB
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "onednn": torch.backends.mkldnn.is_available() and options.onednn == "on",
    }
    print(json.dumps(result, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
