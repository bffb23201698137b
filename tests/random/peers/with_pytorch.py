#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains random nets as PyTorch does, in double precision, and compares with what Hamnet's engines gave.

    random_nets 500 | with_pytorch.py [FIGURES]

Reads a line of JSON for each net. Of each net the reference of the tests has to be PyTorch's numbers to 1e-7, and what
each engine gave within what single precision allows. Prints what differs, and the figures at the end; fails where
something does. Without torch it says so and does nothing. Updates are those of torch.optim, with Caffe's learning rates, clipping and decay put before them.
"""
import json
import math
import re
import sys

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    print(f"PyTorch: skipped, as {sys.executable} has no module torch (HAMNET_PYTHON names another Python)")
    for _ in sys.stdin:  # so that who writes it is not disturbed
        pass
    sys.exit(0)

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

EXACT = 1e-7  # between two runs in double precision, relative to the largest element
MASK = 0xFFFFFFFF


def philox_word(position, step, key):
    """Word position of the masks' random numbers: Philox4x32-10 (Salmon et al. 2011)."""
    counter = [position // 4 & MASK, position // 4 >> 32, step & MASK, step >> 32]
    low, high = key & MASK, key >> 32
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [b >> 32 ^ counter[1] ^ low, b & MASK, a >> 32 ^ counter[3] ^ high, a & MASK]
        low, high = low + 0x9E3779B9 & MASK, high + 0xBB67AE85 & MASK
    return counter[position % 4]


def mask(count, ratio, seed, stream, step):
    key = (seed & 2**64 - 1) ^ (stream * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019 & 2**64 - 1)
    words = [philox_word(position, step, key) for position in range(count)]
    return torch.tensor([0.0 if word / 2**32 < ratio else 1 / (1 - ratio) for word in words])


class Net:
    """The layers of one phase; keeps the recurrent state from batch to batch."""

    def __init__(self, layers, tops, weights, seed, training):
        self.layers, self.tops, self.weights = layers, tops, weights
        self.seed, self.training = seed, training
        self.state = {}

    def run(self, batch, step):
        """What is minimised, and the newest tensor of each name."""
        tensors, objective = {}, torch.zeros(())
        for layer in self.layers:
            inputs = [tensors[name] for name in layer["bottoms"]]
            for bottom, passes in enumerate(layer["propagate_down"]):
                inputs[bottom] = inputs[bottom] if passes else inputs[bottom].detach()
            if layer["type"] in ("INPUT", "TEXTDATA"):
                outputs = self.fed(layer, batch)
            else:
                outputs = LAYERS.get(layer["type"], activation)(Call(self, layer, inputs, step))
            for name, tensor, weight in zip(layer["tops"], outputs, layer["loss_weights"]):
                tensors[name] = tensor
                if weight != 0:
                    objective = objective + weight * tensor.sum()
        return objective, tensors

    def fed(self, layer, batch):
        outputs = []
        for index, name in enumerate(layer["tops"]):
            if layer["type"] == "INPUT":
                shapes = layer["params"]["shape"]
                shape = shapes[index if len(shapes) > 1 else 0]
            else:
                shape = [layer["params"]["time_steps"], layer["params"]["batch_size"]]
                shape = [shape[0] * shape[1]] if index == 2 else shape
            kind = next(kind for kind, top in self.tops.items() if top == name)
            outputs.append(torch.tensor(batch[kind]).reshape(shape))
        return outputs


class Call:
    """One layer's work on one batch."""

    def __init__(self, net, layer, inputs, step):
        self.net, self.x, self.step, self.stream = net, inputs, step, layer["stream"]
        self.name, self.type = layer["name"], layer["type"]
        self.params, self.tops = layer["params"], layer["tops"]
        self.w = [net.weights[name] for name in layer["weights"]]

    def axis(self, key="axis"):
        axis = self.params[key]
        return axis + self.x[0].dim() if axis < 0 else axis

    def mask(self, shape, ratio, seed, stream):
        return mask(math.prod(shape), ratio, seed or self.net.seed, stream, self.step).reshape(shape)


def embed(k):
    y = k.w[0][k.x[0].long()]
    return [y + k.w[1] if len(k.w) > 1 else y]


def inner_product(k):
    x, axis = k.x[0], k.axis()
    rows = x.reshape(list(x.shape[:axis]) + [-1])
    heads = k.params["heads"]
    if heads > 1:
        parts = zip(rows.chunk(heads, -1), k.w[0].chunk(heads, 0))
        y = torch.cat([x @ w.T for x, w in parts], -1)
    else:
        y = rows @ (k.w[0] if k.params["transpose"] else k.w[0].T)
    return [y + k.w[1] if len(k.w) > 1 else y]


def cell(gates, c):
    i, f, g, o = gates.chunk(4, -1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def lstm_steps(x, cont, weights, h, c, clip=0):
    all_h = []
    for now, mark in zip(x, cont):
        h, c = h * mark[:, None], c * mark[:, None]
        gates = F.linear(now, weights[0], weights[2]) + F.linear(h, weights[1])
        if clip > 0 and gates.requires_grad:
            gates.register_hook(lambda gradient: gradient.clamp(-clip, clip))
        h, c = cell(gates, c)
        all_h.append(h)
    return torch.stack(all_h), h, c


def cell_steps(k, x, cont, weights, first, backward):
    """One direction of one layer; h of each step and the last state, (h, c) of an LSTM and (h,) of others."""
    if k.type == "LSTM" and not backward:
        y, h, c = lstm_steps(x, cont, weights, *first)
        return y, (h, c)
    state, all_h = first, {}
    steps = range(len(x))
    for step in reversed(steps) if backward else steps:
        # Going back, what enters a step comes from the one behind it: a start there ends it. The last has none behind.
        if not backward or step + 1 < len(x):
            state = tuple(one * cont[step + backward][:, None] for one in state)
        sums, recurrent = F.linear(x[step], weights[0], weights[2]), F.linear(state[0], weights[1])
        if k.type == "LSTM":
            state = cell(sums + recurrent, state[1])
        elif k.type == "GRU":
            (xr, xz, xn), (hr, hz, hn) = sums.chunk(3, -1), (recurrent + weights[3]).chunk(3, -1)
            r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz)
            state = ((1 - z) * torch.tanh(xn + r * hn) + z * state[0],)
        else:
            curve = torch.relu if k.params["activation"] == "RELU" else torch.tanh
            state = (curve(sums + recurrent),)
        all_h[step] = state[0]
    return torch.stack([all_h[step] for step in steps]), state


def recurrent(k):
    x = k.x[0].flatten(2) if k.x[0].dim() > 2 else k.x[0][:, :, None]
    units, layers, ratio = k.params["num_output"], k.params["num_layers"], k.params["dropout_ratio"]
    directions = 2 if k.params["bidirectional"] else 1
    states, weights = (2 if k.type == "LSTM" else 1), (4 if k.type == "GRU" else 3)
    zeros = (torch.zeros(x.shape[1], units),) * states
    kept = k.net.state.get(k.name, {})
    last = []
    for layer in range(layers):
        both = []
        for direction in range(directions):
            part = layer * directions + direction
            first = tuple(port[part] for port in k.x[2:]) if len(k.x) > 2 else kept.get(part, zeros)
            y, state = cell_steps(k, x, k.x[1], k.w[weights * part:weights * (part + 1)], first, direction == 1)
            both.append(y)
            last.append(state)
        x = torch.cat(both, -1)
        if k.net.training and ratio > 0 and layer + 1 < layers:
            x = x * k.mask(x.shape, ratio, k.params["dropout_seed"], k.stream + (layer << 32))
    k.net.state[k.name] = {part: tuple(one.detach() for one in state)
                           for part, state in enumerate(last) if part % directions == 0}
    return [x, *(torch.stack(port) for port in zip(*last))][:len(k.tops)]


def gru_unit(k):
    h, (xr, xz, xn), (hr, hz, hn) = k.x[0], k.x[1].chunk(3, -1), k.x[2].chunk(3, -1)
    r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz)
    return [(1 - z) * torch.tanh(xn + r * hn) + z * h]


def cell_unit(k):
    """The equation as Python has it: names that are not read are learned, in the order of first use."""
    functions = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu, "softplus": F.softplus,
                 "square": torch.square, "abs": torch.abs, "max": torch.maximum, "min": torch.minimum}
    text = k.params["equation"].split("=", 1)[1]
    names = dict(zip(k.params["reads"].split(), k.x))
    learned = [name for name in dict.fromkeys(re.findall(r"[a-z]\w*", text)) if name not in {**functions, **names}]
    shape = k.x[0].shape
    names.update((name, w.expand(shape)) for name, w in zip(learned, k.w))
    return [eval(text, functions, names)]


def lstm_simple(k):
    streams, units = k.params["batch_size"], k.params["num_output"]
    x = k.x[0].reshape(k.x[0].shape[0] // streams, streams, -1)
    zeros = torch.zeros(streams, units)
    h, c = k.net.state.get(k.name, (zeros, zeros)) if len(k.x) > 1 else (zeros, zeros)
    cont = k.x[1].reshape(x.shape[:2]) if len(k.x) > 1 else torch.ones(x.shape[:2])
    y, h, c = lstm_steps(x, cont, k.w, h, c, k.params["clipping_threshold"])
    k.net.state[k.name] = (h.detach(), c.detach())
    return [y.flatten(0, 1)]


def lstm_unit(k):
    h, c = cell(k.x[1][0], k.x[2][0][:, None] * k.x[0][0])
    return [c[None], h[None]]


def dropout(k):
    if not k.net.training or not k.params["active"]:
        return [k.x[0]]
    return [k.x[0] * k.mask(k.x[0].shape, k.params["dropout_ratio"], k.params["seed"], k.stream)]


def scale(k):
    x, axis = k.x[0], k.axis()
    factor = k.x[1] if len(k.x) > 1 else k.w[0]
    bias = k.w[len(k.w) - 1] if len(k.w) > (1 if len(k.x) == 1 else 0) else None
    shape = list(factor.shape) + [1] * (x.dim() - axis - factor.dim()) if factor.dim() else []
    y = x * factor.reshape(shape)
    return [y + bias.reshape(shape) if bias is not None else y]


def eltwise(k):
    operation, coefficients = k.params["operation"], k.params["coeff"] or [1.0] * len(k.x)
    if operation == "SUM":
        return [sum(coefficient * x for coefficient, x in zip(coefficients, k.x))]
    if operation == "PROD":
        return [torch.stack(k.x).prod(0)]
    y = torch.where(k.x[0] > k.x[1], k.x[0], k.x[1])  # Caffe's choice between equals
    for x in k.x[2:]:
        y = torch.where(x > y, x, y)
    return [y]


def reduction(k):
    x = k.x[0].flatten(k.axis()) if k.x[0].dim() else k.x[0].reshape(1)
    y = {"SUM": lambda: x.sum(-1), "ASUM": lambda: x.abs().sum(-1), "SUMSQ": lambda: x.square().sum(-1),
         "MEAN": lambda: x.mean(-1)}[k.params["operation"]]()
    return [k.params["coeff"] * y]


def softmax_with_loss(k):
    axis = k.axis()
    scores = k.x[0].movedim(axis, -1)
    labels, ignored = k.x[1].flatten().long(), k.params["ignore_label"]
    rows = scores.reshape(-1, scores.shape[-1])
    total = F.cross_entropy(rows, labels, ignore_index=ignored, reduction="sum")
    normalization = k.params["normalization"]
    divisor = {"NONE": 1, "FULL": len(labels), "BATCH_SIZE": math.prod(k.x[0].shape[:axis]),
               "VALID": max(1, int((labels != ignored).sum()))}[normalization]
    return [total / divisor, k.x[0].softmax(axis).detach()][:len(k.tops)]


def accuracy(k):
    axis = k.axis()
    scores = k.x[0].detach().movedim(axis, -1)
    labels = k.x[1].flatten().long()
    rows = scores.reshape(-1, scores.shape[-1])
    counts = labels != k.params["ignore_label"]
    rows, labels = rows[counts], labels[counts]
    right = ((rows >= rows.gather(1, labels[:, None])).sum(1) <= k.params["top_k"]).double()
    each = torch.zeros(scores.shape[-1])
    for label in range(len(each)):
        each[label] = right[labels == label].mean() if (labels == label).any() else 0
    return [right.mean() if len(right) else torch.zeros(()), each][:len(k.tops)]


def slices(k):
    axis, points = k.axis(), k.params["slice_point"]
    if not points:
        return list(k.x[0].chunk(len(k.tops), axis))
    ends = points + [k.x[0].shape[axis]]
    return list(k.x[0].split([end - start for start, end in zip([0] + points, ends)], axis))


def reshape(k):
    shape, extents = k.params["shape"], list(k.x[0].shape)
    first = k.params["axis"]
    first = first + len(extents) + 1 if first < 0 else first
    last = len(extents) if k.params["num_axes"] < 0 else first + k.params["num_axes"]
    middle = [extents[first + place] if extent == 0 else extent for place, extent in enumerate(shape)]
    return [k.x[0].reshape(extents[:first] + middle + extents[last:])]


def activation(k):
    """Without settings, under PyTorch's name for it."""
    return [getattr(F, k.type.lower())(k.x[0])]


LAYERS = {
    "ACCURACY": accuracy,
    "CONCAT": lambda k: [torch.cat(k.x, k.axis())],
    "DROPOUT": dropout,
    "ELTWISE": eltwise,
    "EMBED": embed,
    "INNERPRODUCT": inner_product,
    "GRU": recurrent,
    "GRU_UNIT": gru_unit,
    "CELL_UNIT": cell_unit,
    "LAYERNORM": lambda k: [F.layer_norm(k.x[0], k.x[0].shape[-1:], eps=1e-5)],
    "LSTM": recurrent,
    "LSTM_SIMPLE": lstm_simple,
    "LSTM_UNIT": lstm_unit,
    "REDUCTION": reduction,
    "RELU": lambda k: [F.leaky_relu(k.x[0], k.params["negative_slope"])],
    "RESHAPE": reshape,
    "SCALE": scale,
    "SIGMOID": lambda k: [torch.sigmoid(k.x[0])],
    "SILENCE": lambda k: [],
    "SLICE": slices,
    "SOFTMAX": lambda k: [k.x[0].softmax(k.axis())],
    "SOFTMAXWITHLOSS": softmax_with_loss,
    "SPLIT": lambda k: [k.x[0]] * len(k.tops),
    "TANH": lambda k: [torch.tanh(k.x[0])],
}


def policy_rate(s, iteration):
    """The learning rate before the warm-up, by the comments of caffe.proto; cosine is Hamnet's own."""
    policy, base, gamma, power = s["lr_policy"], s["base_lr"], s["gamma"], s["power"]
    if policy == "step":
        return base * gamma ** (iteration // s["stepsize"])
    if policy == "exp":
        return base * gamma ** iteration
    if policy == "inv":
        return base * (1 + gamma * iteration) ** -power
    if policy == "multistep":
        return base * gamma ** sum(cut <= iteration for cut in s["stepvalue"])
    if policy == "poly":
        return base * max(0.0, 1 - iteration / s["max_iter"]) ** power
    if policy == "sigmoid":
        return base / (1 + math.exp(-gamma * (iteration - s["stepsize"])))
    if policy == "cosine":
        warm, last = s["warmup_iter"], s["max_iter"]
        done = 1 if iteration >= last else 0 if iteration <= warm else (iteration - warm) / (last - warm)
        return s["min_lr"] + (base - s["min_lr"]) * (1 + math.cos(math.pi * done)) / 2
    assert policy == "fixed"
    return base


class Solver:
    def __init__(self, settings, weights, paces):
        self.s, self.weights, self.paces, self.iteration = settings, weights, paces, 0
        self.learning = [name for name in weights if paces[name]["lr_mult"] != 0]
        groups = [{"params": [weights[name]], "name": name} for name in self.learning]
        kind, momentum = settings["type"], settings["momentum"]
        betas = (momentum, settings["momentum2"])
        # The rate is in the gradients of SGD and Nesterov, as Caffe's history has it.
        self.optimizer = None if not groups else {
            "SGD": lambda: torch.optim.SGD(groups, 1.0, momentum=momentum),
            "Nesterov": lambda: torch.optim.SGD(groups, 1.0, momentum=momentum, nesterov=momentum > 0),
            "AdaGrad": lambda: torch.optim.Adagrad(groups, 1.0, eps=settings["delta"]),
            "RMSProp": lambda: torch.optim.RMSprop(groups, 1.0, alpha=settings["rms_decay"], eps=settings["delta"]),
            "AdaDelta": lambda: torch.optim.Adadelta(groups, 1.0, rho=momentum, eps=settings["delta"]),
            "Adam": lambda: torch.optim.Adam(groups, 1.0, betas=betas),
            "AdamW": lambda: torch.optim.AdamW(groups, 1.0, betas=betas, weight_decay=0.0),
        }[kind]()

    def rate(self):
        warm = self.s["warmup_iter"]
        share = (self.iteration + 1) / warm if self.iteration < warm else 1
        return policy_rate(self.s, self.iteration) * share

    def decays(self):
        """Of the decay through the gradient, and of AdamW's beside it."""
        beside = self.s["adamw_decay"]
        if self.s["type"] == "AdamW" and beside < 0:
            return 0.0, self.s["weight_decay"]
        return self.s["weight_decay"], beside

    def update(self):
        """The rate and the norm of the gradients that the batches left in the weights."""
        s, rate = self.s, self.rate()
        gradients = [self.weights[name].grad for name in self.learning]
        norm = math.sqrt(sum(float(gradient.square().sum()) for gradient in gradients))
        through, beside = self.decays()
        for group in self.optimizer.param_groups if self.optimizer else []:
            weight, pace = group["params"][0], self.paces[group["name"]]
            gradient = weight.grad
            if 0 <= s["clip_gradients"] < norm:
                gradient = gradient * (s["clip_gradients"] / norm)
            if s["clip_values"] >= 0:
                gradient = gradient.clamp(-s["clip_values"], s["clip_values"])
            drawn = weight.detach().sign() if s["regularization_type"] == "L1" else weight.detach()
            gradient = gradient / s["iter_size"] + through * pace["decay_mult"] * drawn
            if s["type"] in ("SGD", "Nesterov"):
                gradient = gradient * rate * pace["lr_mult"]
            else:
                group["lr"] = rate * pace["lr_mult"]
            if s["type"] in ("Adam", "AdamW"):  # Caffe adds delta before the correction of the second mean, not after
                group["eps"] = s["delta"] / math.sqrt(1 - s["momentum2"] ** (self.iteration + 1))
            if s["type"] == "AdamW":
                group["weight_decay"] = beside * pace["decay_mult"]
            weight.grad = gradient
        if self.optimizer:
            self.optimizer.step()
        self.iteration += 1
        return rate, norm / s["iter_size"]


def unread(layers):
    names = {}
    for layer in layers:
        for bottom in layer["bottoms"]:
            names.pop(bottom, None)
        if layer["type"] not in ("INPUT", "TEXTDATA"):
            names.update(dict.fromkeys(layer["tops"]))
    return names


def train(net):
    """All numbers that Hamnet's runs give, by their names."""
    record = {}
    weights, paces = {}, {one["name"]: one for one in net["weights"]}
    for one in net["weights"]:
        weights[one["name"]] = torch.tensor(one["values"]).reshape(one["shape"]).requires_grad_(one["lr_mult"] != 0)
    before = {name: weight.detach().clone() for name, weight in weights.items()}
    solver = Solver(net["solver"], weights, paces)
    run = Net(net["TRAIN"], net["tops"], weights, net["seed"], True)
    size = net["solver"]["iter_size"]
    for update in range(len(net["batches"]) // size):
        title, objective = f"update {update + 1}: ", 0.0
        for weight in weights.values():
            weight.grad = torch.zeros_like(weight) if weight.requires_grad else None
        for place in range(size):
            step = update * size + place
            loss, tensors = run.run(net["batches"][step], step)
            if step == 0:
                record.update({"TRAIN: " + name: tensors[name] for name in unread(net["TRAIN"])})
            objective += loss.item() / size
            if loss.requires_grad:
                loss.backward()
        record[title + "objective"] = torch.tensor(objective)
        for name in solver.learning:
            record[title + "gradient of " + name] = weights[name].grad.clone()
        rate, norm = solver.update()
        record[title + "learning rate"] = torch.tensor(rate)
        record[title + "norm of the gradients"] = torch.tensor(norm)
    for name, weight in weights.items():
        record["change of " + name] = weight.detach() - before[name]
    with torch.no_grad():
        objective, tensors = Net(net["TEST"], net["tops"], weights, net["seed"], False).run(net["test"], 0)
    record["objective in TEST"] = objective
    record.update({"TEST: " + name: tensors[name] for name in unread(net["TEST"])})
    return {name: tensor.detach().flatten().tolist() for name, tensor in record.items()}


def far(found, wanted, allowed):
    """The first element that is further off than it may be, as a sentence."""
    if len(found) != len(wanted):
        return f"{len(found)} elements, but PyTorch has {len(wanted)}"
    for index, (one, other) in enumerate(zip(found, wanted)):
        if not abs(one - other) <= allowed:
            return f"element {index} is {one!r}, but PyTorch has {other!r}, give or take {allowed:.2g}"
    return None


def compare(net, figures):
    torch_record = train(net)
    faults = []
    for one in net["wanted"]:
        theirs = torch_record[one["name"]]
        size = max((abs(value) for value in theirs), default=0.0)
        fault = far(one["values"], theirs, EXACT * size + 1e-12)
        faults += [f"the reference: {one['name']}: {fault}"] if fault else []
        for name, found in net["found"].items():
            if "record" in found:
                fault = far(found["record"].get(one["name"], []), theirs, one["allowed"] + EXACT * size)
                faults += [f"{name}: {one['name']}: {fault}"] if fault else []
        figures["numbers"] += 1
    return faults


def main():
    figures = {"nets": 0, "equal": 0, "refused": 0, "different": 0, "runs": 0, "numbers": 0}
    for line in sys.stdin:
        net = json.loads(line)
        figures["nets"] += 1
        faults = [f"{name}: {found['fault']}" for name, found in net["found"].items() if "fault" in found]
        refused = "wanted" not in net and not faults
        if "wanted" in net:
            faults += compare(net, figures)
            figures["runs"] += sum("record" in found for found in net["found"].values())
        figures["refused" if refused else "different" if faults else "equal"] += 1
        if faults:
            print("\n".join(faults[:5]), net["text"], sep="\n", flush=True)
    print(f"{figures['nets']} nets: {figures['equal']} equal to PyTorch {torch.__version__} in {figures['numbers']} places "
          f"({figures['runs']} runs), {figures['refused']} refused, {figures['different']} different")
    return 1 if figures["different"] or not figures["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
