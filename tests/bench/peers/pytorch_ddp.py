#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time a char-RNN in PyTorch's DistributedDataParallel, one process a GPU: the peer of hamnet train --device cuda:0,cuda:1.

The net and the step are those of pytorch_recurrent_gpu.py, as people run them (eager), in bf16 by autocast and by weights in bf16; the
quicker one counts. Shapes are those of one device. Prints one JSON object a line, by rank 0:

    python3 pytorch_ddp.py --devices 2 --shapes 128x128x3x1024 --embeds 128
"""

import argparse
import json
import os
import statistics
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel

from pytorch_recurrent_gpu import Step

WARM_UP, ROUNDS = 8, 7


def milliseconds(step, seconds):
    for _ in range(WARM_UP):
        step()
    took = []
    count = 10
    for _ in range(ROUNDS):
        dist.barrier()
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(count):
            step()
        torch.cuda.synchronize()
        took.append(1e3 * (time.perf_counter() - begin) / count)
    return statistics.median(took)


def work(rank, options):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(options.port))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=options.devices)
    shapes = [tuple(int(number) for number in shape.split("x")) for shape in options.shapes.split(",")]
    for shape, embed in zip(shapes, (int(width) for width in options.embeds.split(","))):
        best = None
        for way in ("autocast", "weights"):
            step = Step("lstm", shape, embed, "bf16", way)
            step.net = DistributedDataParallel(step.net, device_ids=[rank])
            took = milliseconds(step, options.seconds)
            best = took if best is None else min(best, took)
            del step
            torch.cuda.empty_cache()
        if rank == 0:
            streams, steps, layers, units = shape
            print(json.dumps({"streams": streams, "steps": steps, "layers": layers, "units": units, "devices": options.devices,
                              "ms": best, "characters_per_second": 1e3 * options.devices * streams * steps / best,
                              "torch": torch.__version__, "nccl": ".".join(map(str, torch.cuda.nccl.version()))}), flush=True)
    dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=2)
    parser.add_argument("--shapes", default="128x128x3x1024,100x100x3x512", help="streams x steps x layers x units")
    parser.add_argument("--embeds", default="128,64", help="the width of EMBED, one for each shape")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--port", type=int, default=29511)
    options = parser.parse_args()
    mp.spawn(work, args=(options,), nprocs=options.devices)


if __name__ == "__main__":
    main()
