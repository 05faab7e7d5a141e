"""What every test of the printer may use."""

import pytest
from pdf import Reader


@pytest.fixture
def read():
    """Opens a PDF file."""
    return Reader
