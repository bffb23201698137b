#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure Hamnet's CUDA engines on one GPU beside cuDNN itself and PyTorch, in one run, and print the tables in Markdown.

    cmake --preset release -DHAMNET_BENCH=ON && cmake --build --preset release
    python3 tests/bench/gpu_table.py --hamnet build/release/app/cli/hamnet --cudnn-bench build/release/tests/bench/cudnn_lstm_bench \
        --text tinyshakespeare.txt > tests/bench/results/NAME.md

What is compared: a whole training step (EMBED, LSTM or another cell, INNERPRODUCT, loss, backward, clipping, Adam) in each; cuDNN's own time is
that of its three calls alone, by its quickest algorithm. All from CUDA graphs but where a row says otherwise; medians.
Without --text the race on tiny Shakespeare is left out; --only NAME,... measures some parts: nets, small, step, cells, typed, diagonal, resets, engines, write,
race;
--cells NAME,... some of the part cells. The part typed has cells of models/cells beside those built in, and beside torchrecurrent's where Python has it. A bidirectional net has seen the next character, so it is asked for those that it reads, window by window: the same work.

The part diagonal, which is measured where --only names it, has pararnn-torch beside Hamnet, where Python has it; that cannot be captured as a graph.

The part resets, which is measured where --only names it too, has batches in which 0, 20 or 50 % of the streams start a sequence at a random step inside. Hamnet
reads them as lines of text: a line that is shorter than the batch ends there, and cont is 0 at the step behind. Beside it are TorchRL's LSTM and GRU.
"""

import argparse
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
MODELS = HERE.parent.parent / "models"
SHAPES = [(25, 75, 2, 512, 15), (50, 50, 2, 128, 64), (100, 100, 3, 512, 64), (128, 128, 3, 1024, 128)]
PRECISIONS = ["fp32", "tf32", "bf16"]
# What people train, from small to large, each with its cell.
NETS = [("lstm", shape) for shape in SHAPES] + [
    ("lstm", (16, 1024, 1, 768, 64)), ("lstm", (16, 1024, 1, 768, 128)), ("lstm", (1, 1024, 1, 768, 64)), ("lstm", (256, 64, 1, 512, 64)), ("lstm", (64, 128, 2, 2048, 256)),
    ("gru", SHAPES[0]), ("bidirectional_lstm", SHAPES[0]), ("lstm", (128, 28, 1, 128, 28))]
WRITING = [(2, 128), (2, 256), (2, 512), (3, 512), (3, 1024)]
# Small nets over long signals.
SMALL = [("lstm", (50, 2048, 1, 16, 8)), ("lstm", (50, 2048, 1, 40, 8)), ("lstm", (32, 2048, 1, 64, 8)), ("lstm", (16, 8192, 1, 16, 8)),
         ("gru", (50, 2048, 1, 40, 8)), ("rnn", (50, 2048, 1, 40, 8)), ("lstm", (50, 2048, 2, 24, 8)), ("bidirectional_lstm", (50, 2048, 1, 40, 8))]
NET = """name: "bench"
layer {{ name: "text" type: "TextData" top: "data" top: "clip" top: "label" text_data_param {{ time_steps: {steps} batch_size: {streams} order: {order} }} }}
layer {{ name: "embed" type: "Embed" bottom: "data" top: "vectors" embed_param {{ input_dim: 65 num_output: {embed} weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "lstm" type: "{cell}" bottom: "vectors" bottom: "clip" top: "memory"
  recurrent_param {{ num_output: {units} num_layers: {layers} {own} weight_filler {{ type: "uniform" min: -0.05 max: 0.05 }} }} }}
layer {{ name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param {{ num_output: 65 axis: 2 weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "{wanted}" top: "loss" softmax_param {{ axis: 2 }} }}
"""
# The net on lines of text, of the same work for each step: it restores the characters that it reads. A class of each line is what lines need.
LINES = """layer {{ name: "lines" type: "SequenceData" top: "data" top: "clip" top: "label" top: "length"
  sequence_data_param {{ kind: LINES time_steps: {steps} batch_size: {streams} validation: 0 }} }}"""
CLASS = """layer {{ name: "last" type: "Last" bottom: "memory" bottom: "length" top: "last" }}
layer {{ name: "class" type: "InnerProduct" bottom: "last" top: "class"
  inner_product_param {{ num_output: 2 from_data: true weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "class_loss" type: "SoftmaxWithLoss" bottom: "class" bottom: "label" top: "class_loss" {weight} }}
"""
LINES_NET = NET.replace(NET.splitlines()[1], LINES) + CLASS
# Its loss is the sum of cont over the batch.
CONT_NET = LINES + """
layer {{ name: "embed" type: "Embed" bottom: "data" top: "vectors" embed_param {{ input_dim: 65 num_output: 1 }} }}
layer {{ name: "lstm" type: "LSTM" bottom: "vectors" bottom: "clip" top: "memory" recurrent_param {{ num_output: 1 }} }}
""" + CLASS + """layer {{ name: "sum" type: "Reduction" bottom: "clip" top: "sum" loss_weight: 1 }}
"""
SHARES = [0, 20, 50]  # percent of the streams that start inside a batch
RESETS = [("lstm", SHAPES[0]), ("lstm", SHAPES[2]), ("lstm", SHAPES[3]), ("lstm", (16, 1024, 1, 768, 64)), ("gru", SHAPES[0])]
WIDEST_TRITON = 512  # units; TorchRL's backward kernels of more take longer to build than all else to measure
BOTH = "bidirectional_"
CELLS = ["lstm", "gru", "rnn", "bidirectional_lstm", "bidirectional_gru", "bidirectional_rnn"]
# Typed cells, each with the built-in cell that is the same and with torchrecurrent's, where there is one.
TYPED = [("cell:lstm", "lstm", None, SHAPES[0]), ("cell:gru", "gru", None, SHAPES[0]), ("bidirectional_cell:lstm", "bidirectional_lstm", None, SHAPES[0]),
         ("cell:peephole_lstm", None, "peephole_lstm", SHAPES[0]), ("cell:janet", None, "janet", SHAPES[0]), ("cell:mgu", None, "mgu", SHAPES[0]),
         ("cell:lstm", "lstm", None, SHAPES[1]), ("cell:slstm", None, None, (16, 1024, 1, 768, 64)), ("cell:mingru", None, None, (64, 1000, 1, 100, 64)),
         ("cell:mingru", None, None, (16, 1024, 1, 768, 64)),
         ("cell:peephole_lstm", "lstm", None, (50, 2048, 1, 40, 8)), ("cell:lstm", "lstm", None, (32, 2048, 1, 64, 8)), ("cell:gru", "gru", None, (50, 2048, 1, 40, 8))]
# Cells whose units see themselves alone, of pararnn too, over signals of 1, 16 and 131 thousand steps.
DIAGONAL = ["paragru", "paralstm", "slstm_diagonal", "cfc"]
LENGTHS = [1024, 16384, 131072]
SOLVER = 'type: "Adam" momentum: 0.9 base_lr: 0.001 lr_policy: "fixed" clip_gradients: 5 max_iter: 1000000\n'


def lines_of(command):
    """The JSON objects that a program prints, one a line; none and a word on standard error where it fails."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        print(f"{' '.join(map(str, command))}: {result.stderr.strip()[-500:]}", file=sys.stderr)
    return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]


def name_of(shape):
    streams, steps, layers, units, _ = shape
    return f"{streams} x {steps}, {layers} x {units}"


def name_of_cell(cell):
    """"bidirectional_gru" -> "GRU, both directions"."""
    kind = cell.removeprefix(BOTH)
    kind = f"`{kind}`" if kind.startswith("cell:") else kind.upper()
    return f"{kind}, both directions" if cell.startswith(BOTH) else kind


def milliseconds(value):
    return "-" if value is None else f"{value:.3f}"


def times(value, base):
    return "-" if value is None or not base else f"{value / base:.2f}"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.refusals = {}  # by sentence: the rows that have no figure for it

    def model(self, shape, cell):
        streams, steps, layers, units, embed = shape
        file = self.folder / f"{cell.replace(':', '_')}_{streams}_{steps}_{layers}_{units}_{embed}.prototxt"
        kind, both = cell.removeprefix(BOTH), cell.startswith(BOTH)
        typed = kind.removeprefix("cell:") if kind.startswith("cell:") else None
        own = ("activation: TANH " if kind == "rnn" else f'cell: "{typed}" ' if typed else "") + ("bidirectional: true" if both else "")
        file.write_text(NET.format(streams=streams, steps=steps, layers=layers, units=units, embed=embed, cell="CELL" if typed else kind.upper(), own=own,
                                   order="WINDOWS" if both else "STREAMS", wanted="data" if both else "label"))
        solver = self.folder / (file.stem + "_solver.prototxt")
        solver.write_text(SOLVER)
        return file

    def drawn_text(self):
        """A text of 65 characters that is long enough for long signals."""
        file = self.folder / "drawn.txt"
        draw = random.Random(1)
        file.write_text("".join(chr(ord("0") + draw.randrange(65)) for _ in range(1_500_000)))
        return file

    def lines_model(self, shape, cell):
        streams, steps, layers, units, embed = shape
        file = self.folder / f"{cell}_lines_{streams}_{steps}_{layers}_{units}.prototxt"
        file.write_text(LINES_NET.format(streams=streams, steps=steps, layers=layers, units=units, embed=embed, cell=cell.upper(), own="",
                                         wanted="data", weight=""))
        (self.folder / (file.stem + "_solver.prototxt")).write_text(SOLVER)
        return file

    def lines(self, shape, share):
        """A file of the lines of one batch, and how many of its streams start inside, as Hamnet's own cont says."""
        streams, steps = shape[:2]
        file = self.folder / f"lines_{streams}_{steps}_{share}.txt"
        draw = random.Random(1)
        short = draw.sample(range(streams), -(-streams * share // 100))
        lengths = [draw.randrange(1, steps) if stream in short else steps for stream in range(streams)]
        file.write_text("".join(f"{'ab'[stream % 2]}\t{''.join(chr(ord('0') + (stream + step) % 65) for step in range(length))}\n"
                                for stream, length in enumerate(lengths)))
        net = self.folder / f"cont_{streams}_{steps}.prototxt"
        net.write_text(CONT_NET.format(streams=streams, steps=steps, weight="loss_weight: 0"))
        (self.folder / (net.stem + "_solver.prototxt")).write_text(SOLVER)
        events = lines_of([self.options.hamnet, "train", net, "--data", file, "--device", "cpu", "--precision", "fp32", "--iterations", "1",
                           "--validate-every", "0", "--no-checkpoint", "--json"])
        sums = [event["loss"] for event in events if event["event"] == "train"]
        if not sums:
            raise SystemExit(f"{self.options.hamnet} did not train on {file}, so its starts inside a batch are not known")
        inside = streams * steps - streams - sums[0]
        if inside != len(short):
            raise SystemExit(f"{file}: cont has {inside:g} starts inside the batch, but {len(short)} lines are shorter than it")
        return file, len(short)

    def hamnet(self, shape, engine, precision, extra=(), cell="lstm", model=None):
        """What `hamnet bench` says of one engine; nothing where it refuses, which is kept for say_refusals()."""
        lines = lines_of([self.options.hamnet, "bench", model or self.model(shape, cell), "--device", "cuda", "--precision", precision,
                          "--engines", engine, "--seconds", str(self.options.seconds), "--json", *extra])
        refusal = lines[0].get("refusal") if lines else "it said nothing"
        if refusal:
            self.refuse(refusal, f"{engine.upper()}, {name_of_cell(cell)} {name_of(shape)}, {precision}")
            return None
        return lines[0]

    def refuse(self, sentence, row):
        self.refusals.setdefault(sentence, []).append(row)

    def say_refusals(self):
        """Under a table: why it has no figure for some rows."""
        for sentence, rows in self.refusals.items():
            print(f"- {'; '.join(rows)}: {sentence}")
        if self.refusals:
            print()
        self.refusals = {}


def cudnn_itself(options):
    """cuDNN's own best time in ms by (streams, steps, layers, units, width, precision)."""
    if not options.cudnn_bench:
        return {}
    result = subprocess.run([options.cudnn_bench, "7"], capture_output=True, text=True)
    best = {}
    pattern = re.compile(r"^(\d+)x(\d+) (\d+) -> (\d+)x(\d+)\s+(\w+)\s+(\S+).*cuDNN\s+([\d.]+) ")
    for line in result.stdout.splitlines():
        found = pattern.match(line)
        if found and not line[found.start(7):].startswith("chosen"):
            streams, steps, width, layers, units = (int(found.group(index)) for index in range(1, 6))
            key = (streams, steps, layers, units, width, found.group(6))
            took = float(found.group(8)) / 1e3
            if key not in best or took < best[key][0]:
                best[key] = (took, found.group(7))
    return best


def pytorch(options, cell="lstm", shapes=SHAPES, precisions=PRECISIONS):
    lines = lines_of([options.python, HERE / "peers" / "pytorch_recurrent_gpu.py", "--seconds", "0.5", "--cell", cell,
                      "--shapes", ",".join("x".join(map(str, shape[:4])) for shape in shapes),
                      "--embeds", ",".join(str(shape[4]) for shape in shapes), "--precisions", ",".join(precisions)])
    return {(line["streams"], line["steps"], line["layers"], line["units"], line["embed"], line["precision"]): line for line in lines}


def measure_nets(options, bench, nets, title, extra=(), engines=(("cudnn", "bf16"), ("fused", "bf16"))):
    """What everyone gets without a flag, beside each engine asked for and PyTorch at its quickest. In one layer of 128 n units cuDNN is quick in half
    precision alone, and only for an embedding of 128 n: so one net stands here with both."""
    print(f"## {title}, ms\n")
    peers = {cell: pytorch(options, cell, [shape for kind, shape in nets if kind == cell], ["bf16", "fp16", "fp32"])
             for cell in dict.fromkeys(cell for cell, _ in nets)}
    if any(peers.values()):
        one = next(line for lines in peers.values() for line in lines.values())
        print(f"PyTorch {one['torch']}, CUDA {one['cuda']}, cuDNN {one['cudnn']}, the step in a CUDA graph.\n")
    rows = []
    for cell, shape in nets:
        alone = [bench.hamnet(shape, engine, precision, extra, cell) for engine, precision in engines]
        chosen = bench.hamnet(shape, "default", "auto", extra, cell)
        graphs = [peers[cell].get((*shape, precision), {}).get("graph_ms") for precision in ("bf16", "fp16", "fp32")]
        quickest = min((graph for graph in graphs if graph is not None), default=None)
        step = chosen["train_step_ms"] if chosen else None
        rows.append([name_of_cell(cell), f"{name_of(shape)}, {shape[4]}", milliseconds(step), chosen["ran"] if chosen else "-",
                     *(milliseconds(found["train_step_ms"] if found else None) for found in alone),
                     *map(milliseconds, graphs), times(quickest, step)])
    table(["cell", "streams x steps, layers x units, embedding", "DEFAULT, no flags", "runs the cells on",
           *(f"{engine.upper()}, {precision}" for engine, precision in engines), "PyTorch, bf16", "PyTorch, fp16", "PyTorch, fp32", "PyTorch / DEFAULT"], rows)
    bench.say_refusals()


def measure_steps(options, bench, peers):
    own = cudnn_itself(options)
    print("## A training step, ms\n")
    rows = []
    for shape in SHAPES:
        streams, steps, layers, units, embed = shape
        for precision in PRECISIONS:
            cudnn = bench.hamnet(shape, "cudnn", precision)
            fused = bench.hamnet(shape, "fused", precision) if precision == "bf16" else None
            step = cudnn["train_step_ms"] if cudnn else None
            quick = fused["train_step_ms"] if fused else None
            alone, algorithm = own.get((streams, steps, layers, units, embed, precision), (None, ""))
            peer = peers.get((*shape, precision), {})
            graph, eager = peer.get("graph_ms"), peer.get("eager_ms")
            best = min(value for value in (step, quick, float("inf")) if value is not None)
            rows.append([name_of(shape), precision, milliseconds(alone), algorithm, milliseconds(step), times(step, alone),
                         milliseconds(quick), milliseconds(graph), milliseconds(eager), times(graph, step), times(eager, step),
                         times(graph, best)])
    table(["streams x steps, layers x units", "precision", "cuDNN alone", "its algorithm", "CUDNN", "of cuDNN", "FUSED",
           "PyTorch, graph", "PyTorch, eager", "graph / CUDNN", "eager / CUDNN", "graph / Hamnet's best"], rows)
    bench.say_refusals()


def measure_cells(options, bench):
    print("## A training step of other cells, ms\n")
    rows = []
    for cell in options.cells.split(","):
        peers = pytorch(options, cell)
        for shape in SHAPES:
            for precision in PRECISIONS:
                cudnn = bench.hamnet(shape, "cudnn", precision, cell=cell)
                step = cudnn["train_step_ms"] if cudnn else None
                peer = peers.get((*shape, precision), {})
                graph, eager = peer.get("graph_ms"), peer.get("eager_ms")
                rows.append([name_of_cell(cell), name_of(shape), precision, milliseconds(step), milliseconds(graph),
                             milliseconds(eager), times(graph, step), times(eager, step)])
    table(["cell", "streams x steps, layers x units", "precision", "CUDNN", "PyTorch, graph", "PyTorch, eager",
           "graph / CUDNN", "eager / CUDNN"], rows)
    bench.say_refusals()


def measure_typed(options, bench):
    print("## A training step with typed cells, FUSED in bf16, ms\n")
    rows, long = [], ("--data", bench.drawn_text())
    for cell, built_in, peer, shape in TYPED:
        typed = bench.hamnet(shape, "fused", "bf16", long, cell)
        step = typed["train_step_ms"] if typed else None
        same = bench.hamnet(shape, "fused", "bf16", long, built_in) if built_in else None
        other = next(iter(pytorch(options, peer, [shape], ["tf32"]).values()), {}) if peer else {}
        own = same["train_step_ms"] if same else None
        rows.append([name_of_cell(cell), name_of(shape), milliseconds(step), milliseconds(own), times(step, own),
                     milliseconds(other.get("graph_ms")), milliseconds(other.get("eager_ms")), times(other.get("graph_ms"), step)])
    table(["cell", "streams x steps, layers x units", "typed", "built in", "typed / built in", "torchrecurrent in tf32, graph", "eager",
           "graph / typed"], rows)
    bench.say_refusals()


def measure_diagonal(options, bench):
    print("## A training step with diagonal cells: a walk by FUSED in bf16, and pararnn's parallel Newton, ms\n")
    rows = []
    for cell in DIAGONAL:
        for steps in LENGTHS:
            shape = (8, steps, 1, 256, 64)
            walk = bench.hamnet(shape, "fused", "bf16", ("--data", bench.drawn_text()), "cell:" + cell)
            found = pytorch(options, cell, [shape], ["tf32", "bf16"]).values()
            newton = min((line["eager_ms"] for line in found), default=None)
            step = walk["train_step_ms"] if walk else None
            rows.append([f"`cell:{cell}`", name_of(shape), milliseconds(step), milliseconds(newton), times(newton, step)])
    table(["cell", "streams x steps, layers x units", "walk", "parallel Newton", "Newton / walk"], rows)
    bench.say_refusals()


def torchrl(options, bench, cell, shape, notes):
    """TorchRL's steps in bf16, in ms: by backend and mode, then by share. What has none is kept for say_refusals()."""
    backends = ["pad", "triton"] if shape[3] <= WIDEST_TRITON else ["pad"]
    lines = lines_of(["timeout", str(options.peer_seconds), options.python, HERE / "peers" / "torchrl_resets.py", "--cell", cell,
                      "--shapes", "x".join(map(str, shape[:4])), "--embeds", str(shape[4]), "--backends", ",".join(backends),
                      "--precisions", "bf16", "--shares", ",".join(map(str, SHARES)), "--seconds", "0.5"])
    row = f"{name_of_cell(cell)} {name_of(shape)}"
    found = {}
    for difference in {line["difference"] for line in lines if line["difference"] is not None}:
        notes.append(f"{row}: the scores of TorchRL's triton in bf16 and pad in tf32 differ by {difference:.1e} of the largest "
                     f"where {SHARES[-1]} % start inside")
    for line in lines:
        for mode in ("graph", "eager"):
            if line[f"{mode}_ms"] is not None:
                found.setdefault(f"TorchRL {line['torchrl']}, {line['backend']}, bf16, {mode}", {})[line["share"]] = line[f"{mode}_ms"]
    for line in lines:
        for refusal in line["refusals"] if line["share"] == SHARES[0] else ():
            bench.refuse(refusal, f"TorchRL, {line['backend']}, {row}")
    for backend in sorted({"pad", "triton"} - {line["backend"] for line in lines}):
        bench.refuse(f"gave no figure in {options.peer_seconds} s; standard error may say why" if backend in backends else
                     f"not measured, as its backward kernel of more than {WIDEST_TRITON} units takes longer to build than all else to measure",
                     f"TorchRL, {backend}, {row}")
    return found


def reset_rows(options, bench, notes):
    """The rows of a shape once they are measured; what is to be said under the table goes into the notes."""
    for cell, shape in RESETS:
        data = {share: bench.lines(shape, share) for share in SHARES}
        notes.append(f"{name_of_cell(cell)} {name_of(shape)}: " +
                     ", ".join(f"at {share} % {count} of {shape[0]} streams start inside" for share, (_, count) in data.items()))
        found = {}
        for engine, precision in (("fused", "bf16"), ("default", "auto")):
            steps = {share: bench.hamnet(shape, engine, precision, ("--data", file), cell, bench.lines_model(shape, cell))
                     for share, (file, _) in data.items()}
            steps["text"] = bench.hamnet(shape, engine, precision, cell=cell)
            ran = sorted({step["ran"] for step in steps.values() if step})
            found[f"Hamnet, {engine.upper()} ({', '.join(ran) or 'refused'}), {precision}"] = {
                key: step["train_step_ms"] for key, step in steps.items() if step}
        own = min((steps[SHARES[-1]] for steps in found.values() if SHARES[-1] in steps), default=None)
        for who, steps in (found | torchrl(options, bench, cell, shape, notes)).items():
            yield [name_of_cell(cell), name_of(shape), who, milliseconds(steps.get("text")), *(milliseconds(steps.get(share)) for share in SHARES),
                   *(times(steps.get(share), steps.get(0)) for share in SHARES[1:]), times(steps.get(SHARES[-1]), own)]


def measure_resets(options, bench):
    """Hamnet and TorchRL where streams start inside the batch, and Hamnet on a text of the same shape, where none does."""
    print("## A training step where streams start inside the batch, ms\n")
    notes = []
    table(["cell", "streams x steps, layers x units", "", "text, none inside", *(f"{share} %" for share in SHARES),
           *(f"{share} % / none" for share in SHARES[1:]), f"of Hamnet's quickest at {SHARES[-1]} %"], reset_rows(options, bench, notes))
    for note in notes:
        print(f"- {note}")
    bench.say_refusals()


def megabytes(engine):
    return f"{engine['peak_memory'] / 2**20:.0f}"


def measure_engines(options, bench):
    """CAFFE, CUDNN and FUSED from the same weights in turns, by `hamnet compare`."""
    print("## The engines beside each other, 25 x 75, 2 x 512, no dropout\n")
    rows = []
    for precision in ("tf32", "bf16"):
        engines = "caffe,cudnn,fused" if precision == "bf16" else "caffe,cudnn"
        lines = lines_of([options.hamnet, "compare", bench.model(SHAPES[0], "lstm"), "--device", "cuda", "--precision", precision,
                          "--engines", engines, "--graph", "both", "--iterations", "100", "--seconds", "2", "--json"])
        if not lines:
            continue
        base = {engine["graph"]: engine for engine in lines[0]["engines"] if engine["engine"].startswith("CAFFE")}
        for refused in lines[0]["refused"]:
            print(f"{precision}: {refused['name']} has no row: {refused['reason']}\n")
        for engine in lines[0]["engines"]:
            caffe = base.get(engine["graph"], engine)
            joules = engine["joules_per_1000"]
            rows.append([precision, engine["engine"], "from a graph (as shipped)" if engine["graph"] else "without a graph",
                         milliseconds(1e3 * engine["step_seconds"]), times(caffe["step_seconds"], engine["step_seconds"]),
                         f"{engine['load_seconds']:.2f}", f"{100 * (1 - engine['load_seconds'] / caffe['load_seconds']):.0f} %",
                         megabytes(engine), f"{100 * (1 - engine['peak_memory'] / caffe['peak_memory']):.0f} %",
                         "-" if joules is None else f"{joules:.3f}"])
        print(f"{precision}: the losses of 100 iterations differ by {lines[0]['loss_difference']:.2g} at most.\n")
    table(["precision", "engine", "", "a step, ms", "CAFFE takes times", "loads in, s", "less than CAFFE", "MiB on the GPU",
           "less than CAFFE", "J a 1,000 characters"], rows)


def measure_writing(bench):
    print("## Writing, one stream\n")
    rows = []
    for layers, units in WRITING:
        for engine in ("cudnn", "caffe"):
            said = bench.hamnet((16, 64, layers, units, 64), engine, "auto")
            if said:
                rows.append([f"{layers}x{units}", engine.upper(), f"{said['use_per_second']:,.0f}"])
    table(["layers x units", "engine", "characters a second"], rows)
    bench.say_refusals()


def measure_race(options):
    print("## Tiny Shakespeare, its last tenth held out, stateful\n")
    rows = []
    for model in options.race.split(","):
        for precision in ("bf16", "tf32"):
            events = lines_of([options.hamnet, "train", MODELS / f"{model}.prototxt", "--data", options.text, "--device", "cuda",
                               "--precision", precision, "--json", "--no-checkpoint", "--sample-every", "0"])
            seconds, passed, best, engine = 0.0, None, None, ""
            for event in events:
                if event["event"] == "start":
                    engine = event["engine"]
                elif event["event"] == "train":
                    seconds = event["seconds"]
                elif event["event"] == "validation":
                    best = min(best or 9.0, event["loss"])
                    if event["loss"] <= 1.4697 and passed is None:
                        passed = seconds
            if best is not None:
                rows.append([model, precision, engine, f"{best:.4f}", f"{seconds:.2f}", "-" if passed is None else f"{passed:.2f}"])
    table(["preset", "precision", "engine", "best loss, nats", "seconds of training", "passes 1.4697 at"], rows)


def print_head():
    query = "name,driver_version,clocks.max.sm,clocks.sm,temperature.gpu,power.limit"
    gpu = subprocess.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"], capture_output=True, text=True)
    print(f"Measured on {datetime.date.today().isoformat()}: {gpu.stdout.strip().splitlines()[0]} (name, driver, most and "
          f"present SM clock, temperature, power limit).\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamnet", required=True)
    parser.add_argument("--cudnn-bench")
    parser.add_argument("--python", default=sys.executable, help="one that has torch")
    parser.add_argument("--text")
    parser.add_argument("--race", default="char_rnn_fast,char_rnn_best_gpu,char_rnn_best")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--cells", default=",".join(CELLS[1:]), help="those of the part cells: " + ", ".join(CELLS))
    parser.add_argument("--only", default="nets,small,step,cells,typed,engines,write,race")
    parser.add_argument("--peer-seconds", type=int, default=400, help="TorchRL's for each shape of the part resets, the building of its kernels too")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if unknown := [cell for cell in options.cells.split(",") if cell not in CELLS]:
        parser.error(f"--cells has {', '.join(unknown)}, but knows {', '.join(CELLS)}")
    print_head()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        if "nets" in wanted:
            measure_nets(options, bench, NETS, "A training step of several nets")
        if "small" in wanted:
            measure_nets(options, bench, SMALL, "A training step of small nets", ("--data", bench.drawn_text()),
                         [(engine, precision) for engine in ("cudnn", "fused") for precision in PRECISIONS])
        if "step" in wanted:
            peers = pytorch(options)
            if peers:
                one = next(iter(peers.values()))
                print(f"PyTorch {one['torch']}, CUDA {one['cuda']}, cuDNN {one['cudnn']}.\n")
            measure_steps(options, bench, peers)
        if "cells" in wanted:
            measure_cells(options, bench)
        if "typed" in wanted:
            measure_typed(options, bench)
        if "diagonal" in wanted:
            measure_diagonal(options, bench)
        if "resets" in wanted:
            measure_resets(options, bench)
        if "engines" in wanted:
            measure_engines(options, bench)
        if "write" in wanted:
            measure_writing(bench)
        if "race" in wanted and options.text:
            measure_race(options)


if __name__ == "__main__":
    main()
