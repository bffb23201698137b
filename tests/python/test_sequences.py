# SPDX-License-Identifier: GPL-3.0-or-later
import pickle

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
