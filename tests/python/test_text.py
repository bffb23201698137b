# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from conftest import PLAY

import hamnet


def small():
    return hamnet.Net([hamnet.Embed(8), hamnet.LSTM(16), hamnet.Dense()], batch=8, steps=16)


def test_curve_has_each_iteration(text_run):
    curve = text_run.curve
    assert curve["iteration"].tolist() == list(range(1, 151))
    assert curve["loss"][-10:].mean() < 0.5 * curve["loss"][:10].mean()
    assert np.flatnonzero(np.isfinite(curve["validation_loss"])).tolist() == [49, 99, 149]


def test_same_seed_writes_the_same_text(text_run):
    written = text_run.generate("The ", 40, seed=3, temperature=5)
    assert len(written) == 40 and written == text_run.generate("The ", 40, seed=3, temperature=5)
    assert written != text_run.generate("The ", 40, seed=4, temperature=5)
    assert "quick brown fox" in text_run.generate("The ", 40, temperature=0)


def test_saved_net_is_the_same_net(text_run, tmp_path):
    text_run.save(tmp_path / "net.hamnet")
    loaded = hamnet.load(tmp_path / "net.hamnet", threads=1)
    assert loaded.generate("The ", 40, seed=5) == text_run.generate("The ", 40, seed=5)
    assert loaded.evaluate(PLAY) == text_run.evaluate(PLAY)
    assert all((loaded.weights[name] == values).all() for name, values in text_run.weights.items())
    assert loaded.weights["lstm.Wh"].shape == (4 * 24, 24)


def test_evaluate_measures_what_was_held_out(text_run):
    found = text_run.evaluate()
    assert found["split"] == "validation" and found["characters"] < text_run.evaluate(PLAY)["characters"]
    assert found["loss"] == pytest.approx(text_run.curve["validation_loss"][-1], rel=1e-3)


def test_trains_as_the_terminal_does(tmp_path, program):
    net = small()
    (tmp_path / "net.prototxt").write_text(net.prototxt)
    (tmp_path / "net_solver.prototxt").write_text(net.solver)
    (tmp_path / "play.txt").write_text(PLAY)
    told = subprocess.run(
        [program, "train", "net.prototxt", "--solver", "net_solver.prototxt", "--data", "play.txt", "--iterations", "30",
         "--threads", "1", "--seed", "4", "--every", "1", "--json"], cwd=tmp_path, check=True, capture_output=True, text=True)
    events = [json.loads(line) for line in told.stdout.splitlines()]
    losses = [event["loss"] for event in events if event["event"] == "train"]
    here = net.train(PLAY, iterations=30, threads=1, seed=4).curve["loss"]
    assert len(losses) == 30 and np.allclose(here, losses, rtol=1e-6, atol=0)


def test_waiting_between_events_changes_no_loss():
    losses = [small().train(PLAY, iterations=30, threads=1, seed=4, every=every).curve["loss"] for every in (1, 30)]
    assert (losses[0] == losses[1]).all()


def test_steps_are_events_and_a_break_ends_the_run():
    steps = small().steps(PLAY, iterations=1000, threads=1, every=1)
    for event in steps:
        if event["event"] == "train" and event["iteration"] == 5:
            break
    assert 5 <= steps.run.facts["iteration"] <= 6


def test_callback_ends_the_run_and_its_exception_is_the_callers():
    assert small().train(PLAY, iterations=1000, threads=1, every=5, callback=lambda event: event["event"] == "start"
                         ).facts["iteration"] < 1000
    with pytest.raises(ZeroDivisionError):
        small().train(PLAY, iterations=1000, threads=1, callback=lambda event: 1 / 0)


def test_run_that_failed_has_no_result():
    steps = small().steps("too short", iterations=5)
    for _ in range(2):
        with pytest.raises(hamnet.Error):
            steps.run


def test_interrupt_keeps_what_was_trained():
    def interrupt(event):
        if event["event"] == "train":
            os.kill(os.getpid(), signal.SIGINT)

    run = small().train(PLAY, iterations=100_000, threads=1, every=10, callback=interrupt)
    assert 10 <= run.facts["iteration"] < 100_000
    assert run.events[-1]["reason"] == "stopped"


def test_other_threads_run_while_a_net_trains():
    turns = 0
    done = threading.Event()

    def count():
        nonlocal turns
        while not done.is_set():
            turns += 1
            done.wait(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    seen = []
    small().train(PLAY, iterations=300, threads=1, every=300, callback=lambda event: seen.append(turns))
    done.set()
    thread.join()
    assert seen[-1] > seen[0]


def test_interrupt_in_a_loop_ends_the_run_and_loses_no_event():
    steps = small().steps(PLAY, iterations=30_000, threads=1, every=500)
    seen, main = [], threading.get_ident()

    def interrupt():
        while len(seen) < 2 or sys._current_frames()[main].f_code.co_name != "_next_line":
            pass
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        for event in steps:
            if event["event"] == "train":
                seen.append(event["iteration"])
    thread.join()
    told = [event for event in steps]
    seen += [event["iteration"] for event in told if event["event"] == "train"]
    assert seen == list(range(500, 500 * len(seen) + 1, 500)) and len(seen) < 60
    assert told[-1]["reason"] == "stopped"


def test_tensorboard_that_cannot_be_written_keeps_the_net(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.warns(UserWarning, match="TensorBoard"):
        run = small().train(PLAY, iterations=5, threads=1, tensorboard=str(tmp_path / "file"))
    assert run.facts["iteration"] == 5


@pytest.mark.parametrize("given", [{"prompt": 5}, {"prompt": None}, {"length": 5.5}, {"length": None}, {"top_k": "a"},
                                   {"temperature": "hot"}, {"temperature": float("nan")}, {"stop": 1}])
def test_odd_settings_of_writing_are_refused(text_run, given):
    with pytest.raises(TypeError, match=f"^{next(iter(given))} is .*, but must be "):
        text_run.generate(**given)
    assert len(text_run.generate("The ", np.int64(3), temperature=np.float32(0.5))) == 3


def test_odd_data_are_refused(text_run):
    with pytest.raises(hamnet.Error, match="leave y out"):
        small().train(PLAY, [1, 2], iterations=1)
    with pytest.raises(hamnet.Error, match="generate"):
        text_run.predict("hello")
    with pytest.raises(hamnet.Error, match="tiny_that_is_not_there.txt"):
        small().train("tiny_that_is_not_there.txt", iterations=1)
    steps = small().steps("too short", iterations=1)
    for read in (list, lambda steps: steps.run):
        with pytest.raises(hamnet.Error, match="(?i)^the text is") as refused:
            read(steps)
        assert "/" not in str(refused.value)


def test_settings_go_by_their_names():
    assert {"iterations", "seconds", "seed", "threads", "device", "validate_every"} <= set(hamnet.settings())
    with pytest.raises(hamnet.Error, match="iteratons"):
        small().train(PLAY, iteratons=5)
    for wrong in (lambda: hamnet.LSTM(4, nm_layers=2), lambda: hamnet.LSTM(-4)):
        with pytest.raises(hamnet.Error, match="nm_layers|num_output"):
            hamnet.Net([hamnet.Embed(4), wrong(), hamnet.Dense()]).train(PLAY, iterations=1)
    with pytest.raises(hamnet.Error, match="bse_lr"):
        hamnet.Net([hamnet.Embed(4), hamnet.Dense()], {"bse_lr": 0.1})
    with pytest.raises(hamnet.Error, match="threads"):
        small().train(PLAY, iterations=5, threads=-1)


def test_files_are_refused_as_the_terminal_refuses_them(tmp_path, text_run):
    with pytest.raises(hamnet.Error, match="no_such.prototxt"):
        hamnet.Net("no_such.prototxt")
    with pytest.raises(hamnet.Error, match="no_such.txt"):
        small().train("no_such.txt", iterations=1)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(hamnet.Error, match="no checkpoint"):
        text_run.save(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(hamnet.Error):
        hamnet.load(tmp_path / "notes.txt")


def test_text_and_file_train_alike(tmp_path):
    (tmp_path / "play.txt").write_text(PLAY)
    runs = [small().train(data, iterations=10, threads=1, seed=2) for data in (PLAY, tmp_path / "play.txt")]
    assert (runs[0].curve["loss"] == runs[1].curve["loss"]).all()


def test_prototxt_is_read_and_shown(models):
    net = hamnet.Net(models / "char_rnn_small.prototxt")
    assert "max_iter" in net.solver and hamnet.Net(net.prototxt).prototxt == net.prototxt
    assert {row["layer"] for row in net.sizes()} >= {"embed", "lstm", "scores"}
    assert "<svg" in net._repr_svg_() and "<table" in net._repr_html_() and "lstm" in repr(net)


def test_typed_cells_are_layers():
    for cell in ("janet", "f = sigmoid(W x + U h[t-1] + b)\nh = f * h[t-1] + (1 - f) * tanh(V x)"):
        run = hamnet.Net([hamnet.Embed(4), hamnet.Cell(cell, 8), hamnet.Dense()], batch=4, steps=8).train(
            PLAY, iterations=3, threads=1)
        assert np.isfinite(run.curve["loss"]).all()


def test_torch_module_writes_the_same():
    torch = pytest.importorskip("torch")
    run = small().train(PLAY, iterations=40, threads=1, seed=2)
    module = run.to_torch()
    ids = [run.facts["characters"].index("T")]
    text, states = "T", None
    for _ in range(20):
        with torch.no_grad():
            scores, states = module(torch.tensor([[ids[-1]]]), states)
        ids.append(int(scores.reshape(-1).argmax()))
        text += run.facts["characters"][ids[-1]]
    assert text[1:] == run.generate("T", 20, temperature=0)


@pytest.fixture
def program():
    """The terminal's, of a build or of a wheel."""
    package = Path(hamnet.__file__).parent
    for place in (package.parents[1] / "app/cli/hamnet", package / "bin/hamnet"):
        if place.exists():
            return place
    pytest.skip("the program hamnet is not built beside the module")


@pytest.fixture
def models():
    return Path(os.environ["HAMNET_RESOURCES"]).parent / "models"
