# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a folder of event files with TensorBoard's own reader, and writes what it saw: with_tensorboard.py FOLDER OUT.json"""
import json
import sys

from tensorboard.backend.event_processing.event_multiplexer import EventMultiplexer
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

folder, out = sys.argv[1:]
events = EventMultiplexer(size_guidance={"scalars": 0}).AddRunsFromDirectory(folder)
events.Reload()
found = {}
for run, tags in events.Runs().items():
    seen = events.GetAccumulator(run)
    found[run] = {tag: [[one.step, one.wall_time, one.value] for one in seen.Scalars(tag)] for tag in tags["scalars"]}
    for tag in tags["histograms"]:
        found[run][tag] = [[one.step, one.histogram_value.num] for one in seen.Histograms(tag)]
    for tag in tags["tensors"]:
        plugin = seen.SummaryMetadata(tag).plugin_data
        if plugin.plugin_name == "text":
            found[run][tag] = [[one.step, one.tensor_proto.string_val[0].decode()] for one in seen.Tensors(tag)]
        else:
            start = HParamsPluginData.FromString(plugin.content).session_start_info
            found[run][tag] = {key: value.number_value or value.string_value for key, value in start.hparams.items()}
with open(out, "w") as stream:
    json.dump(found, stream)
