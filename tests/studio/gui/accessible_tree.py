#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""accessible_tree.py STUDIO: what a screen reader finds of a drawing, in AT-SPI's own tree, walked and edited by keys.

Runs on a display with a window manager (see on_display). Gives 77 with a reason where AT-SPI is not installed.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds
NET = """name: "heard"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label" text_data_param { batch_size: 16 time_steps: 32 } }
layer { name: "embed" type: "Embed" bottom: "data" top: "embed" embed_param { num_output: 64 input_dim: 65 } }
layer { name: "lstm" type: "LSTM" bottom: "embed" bottom: "clip" top: "lstm" recurrent_param { num_output: 128 } }
layer { name: "scores" type: "InnerProduct" bottom: "lstm" top: "scores" inner_product_param { num_output: 65 axis: 2 } }
layer { name: "rows" type: "Reshape" bottom: "scores" top: "rows" reshape_param { shape { dim: -1 dim: 16 } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "rows" bottom: "label" top: "loss" softmax_param { axis: 1 } }
"""


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


if not shutil.which("dbus-run-session"):
    skip("dbus-run-session is not installed (scripts/test installs it)")
try:
    import pyatspi
    from gi.repository import GLib
except ImportError:
    system = "/usr/bin/python3"  # which has the distribution's modules
    if os.path.exists(system) and os.path.realpath(sys.executable) != os.path.realpath(system):
        os.execv(system, [system, *sys.argv])
    skip("python3-pyatspi is not installed (scripts/test installs it)")
if not any(os.path.exists(f"/usr/{folder}/at-spi-bus-launcher") for folder in ("libexec", "lib/at-spi2-core")):
    skip("at-spi2-core is not installed (scripts/test installs it)")
if "HEARD_ON_A_BUS" not in os.environ:
    os.environ["HEARD_ON_A_BUS"] = "yes"
    os.execvp("dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv])

events = []


def wait_for(what, told):
    """Until told() is true; what is told is kept."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            answer = told()
        except (RuntimeError, LookupError, GLib.Error):  # it is just going or coming
            answer = None
        if answer:
            return answer
        time.sleep(0.05)
    sys.exit(f"FAILED: {what}; last events {events[-5:]}")


def children(accessible):
    return [accessible.getChildAtIndex(i) for i in range(accessible.childCount)]


def found(accessible, role, name):
    if accessible.getRoleName() == role and accessible.name == name:
        return accessible
    for child in children(accessible):
        inside = child and found(child, role, name)
        if inside:
            return inside
    return None


def studio():
    for application in children(pyatspi.Registry.getDesktop(0)):
        if application and "hamnet" in application.name.lower():
            return found(application, "list", "Canvas")
    return None


def layers():
    return {child.name: child for child in children(canvas) if child and child.getRoleName() == "list item"}


def has(layer, state):
    return layers()[layer].getState().contains(state)


def describes(layer, *words):
    return lambda: all(word in layers()[layer].description for word in words)


def press(*keys):
    subprocess.run(["xdotool", "key", "--delay", "50", *keys], check=True)


def heard(kind, name):
    return lambda: any(event == kind and name in words for event, words in events)


def listen(event):
    events.append((event.type, event.source.name if event.source else ""))


folder = tempfile.mkdtemp()
net = os.path.join(folder, "heard.prototxt")
with open(net, "w", encoding="utf-8") as file:
    file.write(NET)
homes = {name: folder for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
program = subprocess.Popen([sys.argv[1], net], env={**os.environ, **homes, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"})
signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: stopped"))
try:
    for kind in ("object:state-changed:focused", "object:state-changed:selected", "object:children-changed",
                 "object:property-change:accessible-name", "object:property-change:accessible-description"):
        pyatspi.Registry.registerEventListener(listen, kind)
    canvas = wait_for("the canvas is in the tree", studio)
    names = ["text, TEXTDATA", "embed, EMBED", "lstm, LSTM", "scores, INNERPRODUCT", "rows, RESHAPE",
             "loss, SOFTMAXWITHLOSS"]
    wait_for("all layers in the model's order", lambda: list(layers()) == names)

    # Ports, sizes and problems.
    wait_for("ports and sizes", describes("lstm, LSTM", "128 units", "input x from embed, 32×16×64",
                                          "input cont from text, 32×16", "output lstm to scores, 32×16×128"))
    wait_for("the problem at its cause", describes("rows, RESHAPE", "label is 512"))

    # To a layer and on by keys; the tree says where the keyboard is.
    layers()["embed, EMBED"].queryAction().doAction(0)
    wait_for("the keyboard is at the layer", lambda: has("embed, EMBED", pyatspi.STATE_FOCUSED))
    press("Tab")
    wait_for("Tab goes to the next", lambda: has("lstm, LSTM", pyatspi.STATE_FOCUSED))
    wait_for("it is selected", lambda: has("lstm, LSTM", pyatspi.STATE_SELECTED))
    wait_for("the other is not", lambda: not has("embed, EMBED", pyatspi.STATE_SELECTED))
    wait_for("a focus event", heard("object:state-changed:focused", "lstm, LSTM"))
    wait_for("a selection event", heard("object:state-changed:selected", "lstm, LSTM"))

    # Edits by keys: a name, a new layer with its wire, one less, and all back.
    press("F2", "m", "e", "m", "Return")
    wait_for("another name", lambda: "mem, LSTM" in layers())
    wait_for("its reader says so", describes("scores, INNERPRODUCT", "from mem"))
    wait_for("an event of the description", heard("object:property-change:accessible-description", "scores"))
    press(*"dropout", "Return")
    wait_for("a layer more", lambda: "dropout, DROPOUT" in layers())
    wait_for("which is wired", describes("dropout, DROPOUT", "from mem"))
    wait_for("the keyboard is there", lambda: has("dropout, DROPOUT", pyatspi.STATE_FOCUSED))
    press("Delete")
    wait_for("a layer less", lambda: "dropout, DROPOUT" not in layers())
    press("ctrl+z", "ctrl+z", "ctrl+z")
    wait_for("all as before", lambda: list(layers()) == names)
    print("passed")
finally:
    program.kill()
    program.wait()
    shutil.rmtree(folder, ignore_errors=True)
