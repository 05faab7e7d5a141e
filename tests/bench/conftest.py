"""Whatever a measured server leaves open is let go of here, and not in somebody else's test."""

import gc
import warnings

import pytest


@pytest.fixture(autouse=True)
def let_go():
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()
