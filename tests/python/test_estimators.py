# SPDX-License-Identifier: GPL-3.0-or-later
import numpy as np
import pytest
from conftest import waves

import hamnet

pytest.importorskip("sklearn")
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402


@pytest.mark.parametrize("estimator", [hamnet.SequenceClassifier(random_state=0), hamnet.SequenceRegressor(random_state=0)],
                         ids=lambda estimator: type(estimator).__name__)
def test_scikit_learns_own_checks_pass(estimator):
    """All of them: none is expected to fail."""
    results = check_estimator(estimator, on_fail=None)
    assert [f"{one['check_name']}: {one['exception']}" for one in results if one["status"] == "failed"] == []
    assert sum(one["status"] == "passed" for one in results) > 40


def test_grid_search_finds_the_better_net():
    X, y = waves(200)
    search = GridSearchCV(hamnet.SequenceClassifier(epochs=20, random_state=0), {"units": [1, 16], "cell": ["GRU"]}, cv=2)
    search.fit(X, y)
    assert search.best_score_ > 0.8 and search.predict(X).shape == y.shape


def test_sequences_of_unequal_length_are_fitted():
    random = np.random.default_rng(1)
    X = [random.normal(size=(steps, 2)) for steps in random.integers(2, 9, size=40)]
    y = np.array([one.mean() for one in X])
    fitted = hamnet.SequenceRegressor(epochs=5, random_state=0).fit(X, y)
    assert fitted.predict(X).shape == (40,)


def test_features_are_the_width_of_a_step():
    X, y = waves(40, steps=10, width=2)
    for given in (X, list(X)):
        fitted = hamnet.SequenceClassifier(epochs=1, random_state=0, learning_rate=np.float32(0.01)).fit(given, y)
        assert fitted.n_features_in_ == 2
        assert fitted.predict(X[:, :7]).shape == (40,) and fitted.predict([X[0, :3], X[1]]).shape == (2,)
        with pytest.raises(ValueError, match="3 features"):
            fitted.predict(np.zeros((1, 10, 3)))
