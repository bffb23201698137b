# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np
import pytest

import hamnet

PLAY = "The quick brown fox jumps over the lazy dog.\n" * 200


@pytest.fixture(scope="session")
def text_run():
    """A small net that has learned one sentence."""
    net = hamnet.Net([hamnet.Embed(8), hamnet.LSTM(24), hamnet.Dense()], {"base_lr": 0.02}, batch=8, steps=16)
    return net.train(PLAY, iterations=150, threads=1, seed=1, every=50, validate_every=50)


def waves(count, steps=10, width=2, seed=0):
    """Sequences whose class is whether their sum is above 0."""
    X = np.random.default_rng(seed).normal(size=(count, steps, width)).astype(np.float32)
    return X, (X.sum(axis=(1, 2)) > 0).astype(int)


@pytest.fixture(scope="session")
def class_run():
    net = hamnet.Net([hamnet.GRU(16), hamnet.Dense()], {"base_lr": 0.01, "lr_policy": "fixed"}, predicts="class", batch=20)
    return net.train(*waves(300), epochs=15, threads=1, seed=1)
