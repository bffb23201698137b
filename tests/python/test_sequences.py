# SPDX-License-Identifier: GPL-3.0-or-later
import pickle
import sys

import numpy as np
import pytest
from conftest import waves

import hamnet


def test_classes_of_arrays_are_learned(class_run):
    X, y = waves(200, seed=7)
    said = class_run.predict(X)
    assert said.shape == (200,) and (said == y).mean() > 0.85
    chances = class_run.predict_proba(X)
    assert chances.shape == (200, 2) and np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert class_run.evaluate(X, y)["accuracy"] == pytest.approx((said == y).mean())


def test_validation_is_the_share_that_was_held_out(class_run):
    assert class_run.evaluate()["sequences"] == 30
    assert class_run.evaluate()["loss"] == pytest.approx(class_run.curve["validation_loss"][-1], rel=1e-4)


def test_saved_and_pickled_nets_predict_the_same(class_run, tmp_path):
    X, _ = waves(20, seed=8)
    class_run.save(tmp_path / "waves.hamnet")
    said = class_run.predict_proba(X)
    assert (hamnet.load(tmp_path / "waves.hamnet").predict_proba(X) == said).all()
    assert (pickle.loads(pickle.dumps(class_run)).predict_proba(X) == said).all()


def test_sequences_of_unequal_length_predict_what_the_weights_say():
    random = np.random.default_rng(1)
    X = [random.normal(size=(steps, 3)) for steps in random.integers(2, 9, size=60)]
    y = np.array([one.mean() for one in X])
    run = hamnet.Net([hamnet.RNN(8), hamnet.Dense()], predicts="number", batch=10).train(X, y, iterations=50, threads=1)
    weights = run.weights

    def by_hand(steps):
        h = np.zeros(8)
        for x in steps:
            h = np.tanh(weights["rnn.Wx"] @ x + weights["rnn.Wh"] @ h + weights["rnn.b"])
        return weights["dense.W"].reshape(-1) @ h + weights["dense.b"][0]

    assert np.allclose(run.predict(X), [by_hand(one) for one in X], atol=1e-5)


def test_names_of_classes_come_back():
    X, y = waves(60)
    names = np.array(["below", "above"])[y]
    run = hamnet.Net([hamnet.GRU(4), hamnet.Dense()], batch=10).train(X, names, iterations=5, threads=1)
    assert run.classes == ["above", "below"]
    assert run.predict(X).tolist() == [run.classes[place] for place in run.predict_proba(X).argmax(axis=1)]


@pytest.mark.parametrize("classes", [["1", "01"], [False, True], [0.5, 1.5], [3, 12], ["10", "x"]])
def test_classes_keep_their_type(classes):
    X, y = waves(60)
    given = np.array(classes)[y]
    run = hamnet.Net([hamnet.GRU(4), hamnet.Dense()], batch=10).train(X, given, iterations=1, threads=1)
    for one in (run, pickle.loads(pickle.dumps(run))):
        said = one.predict(X)
        assert said.dtype == given.dtype and set(said) <= set(classes)
        assert one.evaluate(X, given)["accuracy"] == pytest.approx((said == given).mean())


def test_loaded_net_says_whole_numbers_truths_or_names(tmp_path):
    X, y = waves(60)
    for classes, kind in ([3, 12], "i"), (["1", "01"], "U"), ([False, True], "b"):
        given = np.array(classes)[y]
        run = hamnet.Net([hamnet.GRU(4), hamnet.Dense()], batch=10).train(X, given, iterations=1, threads=1)
        run.save(tmp_path / "net.hamnet")
        loaded = hamnet.load(tmp_path / "net.hamnet")
        assert loaded.predict(X).dtype.kind == kind
        assert loaded.evaluate(X, given) == run.evaluate(X, given)


def test_evaluate_takes_the_test_part_where_there_is_no_validation():
    net = hamnet.Net([hamnet.GRU(4), hamnet.Dense()], predicts="class", batch=10, held_out=0)
    net = hamnet.Net(net.prototxt.replace("validation: 0", "validation: 0 test: 0.2"))
    run = net.train(*waves(60), iterations=2, threads=1)
    assert run.evaluate()["split"] == "test" and run.evaluate()["sequences"] == 12


@pytest.mark.parametrize("data, answers", [
    (waves(20), {"target": "z"}),
    ((waves(20)[0], np.where(np.arange(20) == 3, np.nan, 1.0)), {}),
    ((waves(20)[0], [None, *"ab" * 9, "b"]), {}),
])
def test_odd_answers_are_refused(data, answers):
    with pytest.raises((ValueError, hamnet.Error), match="target|NaN"):
        hamnet.Net([hamnet.GRU(4), hamnet.Dense()], batch=10).train(*data, **answers, iterations=1)


def test_answers_that_are_no_numbers_are_refused():
    with pytest.raises(ValueError, match="NaN"):
        hamnet.Net([hamnet.GRU(4), hamnet.Dense()], predicts="number", batch=10).train(
            waves(20)[0], np.full(20, np.nan), iterations=1)


def test_several_devices_are_refused():
    with pytest.raises(hamnet.Error, match="one device"):
        hamnet.Net([hamnet.GRU(4), hamnet.Dense()], batch=10).train(*waves(20), iterations=1, device="cuda:0,cuda:1")


@pytest.mark.parametrize("X, y, found", [
    (np.zeros((4, 3, 2, 1)), [0, 1, 0, 1], "steps"),
    (np.zeros((4, 3, 2)), [0, 1, 0], "3"),
    (np.full((4, 3, 2), np.nan), [0, 1, 0, 1], "NaN"),
    ([np.zeros((2, 2)), np.zeros((2, 3))], [0, 1], "as wide"),
    (np.zeros((4, 3, 2)), None, "without y"),
])
def test_odd_arrays_are_refused(X, y, found):
    with pytest.raises((ValueError, hamnet.Error), match=found):
        hamnet.Net([hamnet.LSTM(4), hamnet.Dense()], batch=2).train(X, y, iterations=1)


def test_other_widths_and_longer_sequences_are_refused(class_run):
    with pytest.raises(hamnet.Error, match="reads 2"):
        class_run.predict(np.zeros((1, 10, 3)))
    with pytest.raises(hamnet.Error, match="at most 10"):
        class_run.predict(np.zeros((1, 11, 2)))
    with pytest.raises(hamnet.Error, match="generate|writes no text"):
        class_run.generate()


def test_data_that_hamnet_makes_go_by_their_names():
    run = hamnet.Net([hamnet.GRU(4), hamnet.Dense()], predicts="class").train("digits", iterations=2, threads=1)
    assert run.evaluate()["sequences"] > 0 and len(run.classes) == 10


def test_frame_is_a_table():
    pandas = pytest.importorskip("pandas")
    hours = np.arange(400)
    frame = pandas.DataFrame({"wind": np.sin(hours / 5), "sun": np.cos(hours / 5)})
    net = hamnet.Net([hamnet.LSTM(8), hamnet.Dense()], {"base_lr": 0.01}, predicts="number", batch=16, steps=12)
    run = net.train(frame, target="sun", epochs=6, threads=1)
    said = run.predict(frame)
    assert list(said["row"]) == sorted(said["row"]) and said["ahead"].max() == 1
    known = said[said["ahead"] == 0]
    truth = frame["sun"].iloc[12:].to_numpy()
    assert len(known) == len(truth) and np.abs(known["predicted"].to_numpy() - truth).mean() < 0.3
    assert run.evaluate(frame)["mae"] < 0.3
    with pytest.raises(hamnet.Error, match="has learned a table"):  # whose columns it scales
        run.predict(frame.to_numpy()[None, :12])
    with pytest.raises(hamnet.Error, match="leave y out"):
        run.evaluate(frame, frame["sun"])


@pytest.mark.parametrize("predicts", ["class", "number"])
def test_torch_module_predicts_the_same(predicts):
    torch = pytest.importorskip("torch")
    X, y = waves(40)
    run = hamnet.Net([hamnet.GRU(6), hamnet.Dense()], predicts=predicts, batch=10).train(X, y, iterations=5, threads=1)
    with torch.no_grad():
        said = run.to_torch()(torch.tensor(X.transpose(1, 0, 2)))
    if predicts == "class":
        assert np.allclose(said.softmax(1).numpy(), run.predict_proba(X), atol=1e-5)
    else:
        assert np.allclose(said.numpy(), run.predict(X), atol=1e-5)


def test_without_torch_its_module_is_refused(class_run, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match="install torch"):
        class_run.to_torch()
