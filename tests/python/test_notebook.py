# SPDX-License-Identifier: GPL-3.0-or-later
"""A notebook from the first cell to the last, as people run it: train on an array, show, plot, predict, save, load."""
import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

CELLS = [
    "import numpy as np, hamnet",
    "X = np.random.default_rng(0).normal(size=(200, 10, 2)); y = X.sum(axis=(1, 2)) > 0",
    "net = hamnet.Net([hamnet.GRU(8), hamnet.Dense()], {'base_lr': 0.01}, predicts='class', batch=20)\nnet",
    "run = net.train(X, y, epochs=5, threads=1, seed=1)",
    "%matplotlib inline\nrun.plot();",
    "run.predict(X).shape",
    "run.save('waves.hamnet')\n(hamnet.load('waves.hamnet').predict(X) == run.predict(X)).all()",
]


def test_notebook_runs_and_shows(tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = notebook.cells[2].outputs[0].data
    assert "<svg" in shown["text/html"] and "GRU" in shown["text/html"] and "<svg" in shown["image/svg+xml"]
    assert any("iteration" in output.get("text", "") for output in notebook.cells[3].outputs)
    assert any("image/png" in output.get("data", {}) for output in notebook.cells[4].outputs)
    assert notebook.cells[5].outputs[0].data["text/plain"] == "(200,)"
    assert "True" in notebook.cells[6].outputs[0].data["text/plain"]
