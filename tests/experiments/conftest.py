"""The text that small races train on: prepared once, and briefly evaluated."""

from dataclasses import replace

import pytest

from dnnlpy.experiments.text import Text, prepare

VOCAB_SIZE = 700


@pytest.fixture(scope="session")
def whole() -> Text:
    """All of it."""
    return prepare(VOCAB_SIZE)


@pytest.fixture(scope="session")
def text(whole: Text) -> Text:
    """All of it to train on, and little to evaluate on."""
    return replace(whole, validation=whole.validation[:500])
