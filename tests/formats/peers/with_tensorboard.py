# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads an event file with TensorBoard's own reader, and writes what it saw: with_tensorboard.py FOLDER OUT.json"""
import json
import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

folder, out = sys.argv[1:]
events = EventAccumulator(folder, size_guidance={"scalars": 0})
events.Reload()
found = {tag: [[one.step, one.wall_time, one.value] for one in events.Scalars(tag)] for tag in events.Tags()["scalars"]}
with open(out, "w") as stream:
    json.dump(found, stream)
