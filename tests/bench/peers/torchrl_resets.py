#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time TorchRL's LSTM and GRU on a GPU where some streams start a sequence inside the batch: the peer of Hamnet's `cont`.

The net and the step are those of pytorch_recurrent_gpu.py, with TorchRL's LSTMModule or GRUModule for the cells: EMBED -> L layers of H units ->
INNERPRODUCT to V; forward, mean cross entropy, backward, clipping by the global norm, fused Adam; the state is carried from batch to batch. Of each share
in --shares, so many percent of the streams (rounded up) have one start, is_init, at a random step behind the first.

Backends, as TorchRL names them: triton, its own kernels for forward and backward, which reset the state inside; pad, the default, which cuts the
sequences at their starts and gives them to cuDNN padded and packed. Weights of the Triton kernels are float: in bf16 they multiply the state in bf16, and
the input products and those of the weights' gradients are in tf32, or in bf16 by autocast where they go forward. Both ways are timed, and the quicker one
counts. pad in bf16 is timed by autocast and as a model of bf16 weights. Each is timed as people run it (eager) and in a CUDA graph, which pad cannot
do since it asks on the host where the starts are. Times are by events over calls in a row, the median of the rounds.

The first call of a shape builds the Triton kernels: backward, at 512 units, each of six configurations takes minutes on one processor, so they are
built side by side; those of 1024 units take far longer still.

Prints one JSON object a line; "difference" is that of the scores of triton from those of pad, as a part of the largest, with starts of the last share:

    python3 torchrl_resets.py --cell gru --shapes 25x75x2x512 --embeds 15 --precisions tf32,bf16 --shares 0,20,50
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import random

try:
    import tensordict
    import torch
    import torchrl
    import triton
    from torch import nn
    from torch.nn import functional
    from torchrl.modules import GRUModule, LSTMModule
    from torchrl.modules.tensordict_module import _rnn_triton
    from pytorch_recurrent_gpu import CLIP_NORM, LEARNING_RATE, VOCABULARY, captured, milliseconds
except ImportError as error:
    raise SystemExit(f"torchrl_resets.py: {error}, but it needs torch with Triton, and torchrl 0.14 or newer with its tensordict")

STATES = {"lstm": ["h", "c"], "gru": ["h"]}
MODULES = {"lstm": LSTMModule, "gru": GRUModule}
BACKENDS = ["triton", "pad"]
WAYS = {("triton", "bf16"): ["tf32 products", "autocast"], ("pad", "bf16"): ["autocast", "weights"]}
MULTIPLIES = {"fp32": "ieee", "tf32": "tf32", "bf16": "tf32"}  # recurrent_matmul_precision; the Triton kernels' own is recurrent_compute_dtype


def streams_started(streams, share):
    return -(-streams * share // 100)


def starts(streams, steps, share):
    """[N, T, 1], true where a stream starts inside the batch."""
    draw = random.Random(1)
    mask = torch.zeros(streams, steps, 1, dtype=torch.bool)
    for stream in draw.sample(range(streams), streams_started(streams, share)):
        mask[stream, draw.randrange(1, steps)] = True
    return mask


class CharacterNet(nn.Module):
    """Ids [N, T], states [N, T, L, H] and starts [N, T, 1] in; scores [N, T, V] and the next states [N, T, L, H] out.

    TorchRL reads a stream's state at step 0 and, where it starts, at that step; it tells the next one at the last step of each sequence."""

    def __init__(self, cell, shape, embed, backend, precision, device):
        super().__init__()
        _, _, layers, units = shape
        self.states = STATES[cell]
        self.embed = nn.Embedding(VOCABULARY, embed, device=device)
        own = {"recurrent_compute_dtype": torch.bfloat16 if precision == "bf16" else torch.float32,
               "recurrent_matmul_precision": MULTIPLIES[precision]} if backend == "triton" else {}
        self.cells = MODULES[cell](input_size=embed, hidden_size=units, num_layers=layers, in_keys=["x", *self.states],
                                   out_keys=["y", *(("next", state) for state in self.states)], recurrent_backend=backend,
                                   default_recurrent_mode=True, device=device, **own)
        self.scores = nn.Linear(units, VOCABULARY, device=device)

    def forward(self, ids, states, is_init):
        batch = tensordict.TensorDict({"x": self.embed(ids), **dict(zip(self.states, states)), "is_init": is_init}, ids.shape)
        batch = self.cells(batch)
        return self.scores(batch["y"]), [batch["next", state] for state in self.states]


class Step:
    """One whole training step on buffers that stay where they are, so that it can be captured."""

    def __init__(self, cell, shape, embed, backend, precision, way, device="cuda"):
        streams, steps, layers, units = shape
        torch.manual_seed(1)
        kind = torch.bfloat16 if way == "weights" else torch.float32
        self.net = CharacterNet(cell, shape, embed, backend, precision, device).to(kind)
        self.cast = torch.autocast(torch.device(device).type, torch.bfloat16) if way == "autocast" else contextlib.nullcontext()
        self.solver = torch.optim.Adam(self.net.parameters(), lr=LEARNING_RATE, fused=True, capturable=device == "cuda")
        self.ids = torch.randint(VOCABULARY, (streams, steps), device=device)
        self.targets = torch.randint(VOCABULARY, (streams, steps), device=device)
        self.is_init = torch.zeros(streams, steps, 1, dtype=torch.bool, device=device)
        self.states = [torch.zeros(streams, steps, layers, units, device=device, dtype=kind) for _ in STATES[cell]]

    def __call__(self):
        self.solver.zero_grad(set_to_none=True)
        with self.cast:
            scores, states = self.net(self.ids, self.states, self.is_init)
            loss = functional.cross_entropy(scores.flatten(0, 1).float(), self.targets.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), CLIP_NORM, foreach=True)
        self.solver.step()
        for kept, new in zip(self.states, states):
            kept[:, 0].copy_(new[:, -1].detach())


def difference(cell, shape, embed, precision, share, device="cuda", backends=BACKENDS):
    """How far the scores of the backends are from each other, as a part of the largest: both start a stream where they are told to."""
    scores = []
    for backend in backends:
        step = Step(cell, shape, embed, backend, precision, "", device)  # the same seed, so the same weights
        step.is_init.copy_(starts(shape[0], shape[1], share))
        for state in step.states:
            state[:, 0].normal_()
        scores.append(step.net(step.ids, step.states, step.is_init)[0].detach())
    return float((scores[0] - scores[1]).abs().max() / scores[1].abs().max())


def build_side_by_side(kernel):
    """Lets an autotuned kernel build all its configurations at once, before it times the first of them."""
    run, built = kernel.run, set()

    def run_when_built(*arguments, **named):
        kind = tuple(getattr(one, "dtype", one) for one in arguments) + tuple(named[key] for key in sorted(named) if key != "grid")
        if kind not in built:
            built.add(kind)
            with (concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
                  triton.AsyncCompileMode(pool, ignore_errors=True)):  # the autotuner leaves out what cannot be built
                kernel.warmup(*arguments, **{key: value for key, value in named.items() if key != "warmup"})
        return run(*arguments, **named)

    kernel.run = run_when_built


def sentence(error):
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else 'no reason'}"


def measure(cell, shape, embed, backend, precision, shares, seconds):
    """For each share the best of each mode as {"ms", "way"}, and why what is not there is not, as sentences."""
    torch.backends.cuda.matmul.allow_tf32 = precision != "fp32"
    torch.backends.cudnn.allow_tf32 = precision != "fp32"
    best, refusals = {}, []
    modes = {"eager": lambda step: step, "graph": captured} if backend == "triton" else {"eager": lambda step: step}
    for way in WAYS.get((backend, precision), [""]):
        for mode, make in modes.items():
            try:
                step = Step(cell, shape, embed, backend, precision, way)
                one = make(step)
                for share in shares:
                    step.is_init.copy_(starts(shape[0], shape[1], share))
                    took = milliseconds(one, seconds)
                    if (share, mode) not in best or took < best[share, mode]["ms"]:
                        best[share, mode] = {"ms": took, "way": way}
            except (RuntimeError, triton.TritonError) as error:
                refusals.append(f"{mode}{', ' + way if way else ''}: {sentence(error)}")
            step = one = None
            torch.cuda.empty_cache()
    return best, refusals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cell", choices=list(MODULES), default="lstm")
    parser.add_argument("--shapes", default="25x75x2x512,100x100x3x512,128x128x3x1024,16x1024x1x768",
                        help="streams x steps x layers x units, separated by commas")
    parser.add_argument("--embeds", default="15,64,128,64", help="the width of EMBED, one for each shape")
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--precisions", default="tf32,bf16", help="of fp32, tf32, bf16")
    parser.add_argument("--shares", default="0,20,50", help="percent of the streams that start inside the batch")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each figure, or two dozen steps where they take longer")
    options = parser.parse_args()
    shapes = [tuple(int(number) for number in shape.split("x")) for shape in options.shapes.split(",")]
    embeds = [int(width) for width in options.embeds.split(",")]
    shares = [int(share) for share in options.shares.split(",")]
    precisions, backends = options.precisions.split(","), options.backends.split(",")
    if len(shapes) != len(embeds):
        parser.error(f"--embeds has {len(embeds)} widths, but --shapes has {len(shapes)} shapes")
    if unknown := [name for name in precisions if name not in MULTIPLIES] + [name for name in backends if name not in BACKENDS]:
        parser.error(f"{', '.join(unknown)} is no precision or backend of {', '.join([*MULTIPLIES, *BACKENDS])}")
    if not torch.cuda.is_available():
        raise SystemExit("torchrl_resets.py: PyTorch finds no GPU, but TorchRL's Triton kernels need one")
    for kernel in (_rnn_triton._lstm_fwd_kernel, _rnn_triton._lstm_bwd_kernel, _rnn_triton._gru_fwd_kernel, _rnn_triton._gru_bwd_kernel):
        build_side_by_side(kernel)
    for shape, embed in zip(shapes, embeds):
        for backend in backends:
            for precision in precisions:
                best, refusals = measure(options.cell, shape, embed, backend, precision, shares, options.seconds)
                apart = None
                if backend == "triton" and best:
                    try:
                        apart = difference(options.cell, shape, embed, precision, shares[-1])
                    except RuntimeError as error:
                        refusals.append(f"difference: {sentence(error)}")
                for share in shares:
                    eager, graph = (best.get((share, mode), {}) for mode in ("eager", "graph"))
                    print(json.dumps({
                        "cell": options.cell, "streams": shape[0], "steps": shape[1], "layers": shape[2], "units": shape[3], "embed": embed,
                        "backend": backend, "precision": precision, "share": share, "streams_started": streams_started(shape[0], share),
                        "eager_ms": eager.get("ms"), "graph_ms": graph.get("ms"), "eager_way": eager.get("way"), "graph_way": graph.get("way"),
                        "difference": apart, "refusals": refusals, "torchrl": torchrl.__version__, "triton": triton.__version__, "torch": torch.__version__,
                        "cuda": torch.version.cuda, "cudnn": torch.backends.cudnn.version(), "gpu": torch.cuda.get_device_name(),
                    }), flush=True)


if __name__ == "__main__":
    main()
