"""The tokenizer: bytes first, then merges; lossless and the same every time."""

import pytest
import torch

from dnnlpy.training.tokenizer import encode, train_tokenizer

TEXTS = ["the cat sat on the mat", "the hat of the cat", "a cat that sat"]


@pytest.fixture(scope="module")
def tokenizer():
    return train_tokenizer(TEXTS, 270)


def test_the_vocabulary_has_the_size_asked_for(tokenizer):
    assert sorted(tokenizer.get_vocab().values()) == list(range(270))


@pytest.mark.parametrize("text", [*TEXTS, "def f(x): return x\n\n", "naïve ∂ 猫", " two  spaces "])
def test_every_text_comes_back_as_it_was(tokenizer, text):
    assert tokenizer.decode(tokenizer.encode(text).ids) == text


def test_the_most_frequent_pair_is_merged_first(tokenizer):
    # "at" and "th" stand 7 and 6 times in the texts; no other pair of letters more than 4 times.
    assert tokenizer.decode([256]) == "at"


def test_words_that_were_frequent_are_one_token(tokenizer):
    assert len(tokenizer.encode(" the").ids) == 1
    assert len(tokenizer.encode(" dog").ids) == 4


def test_one_text_gives_one_tokenizer():
    assert train_tokenizer(TEXTS, 270).to_str() == train_tokenizer(TEXTS, 270).to_str()


def test_a_stream_is_all_texts_with_an_empty_line_between(tokenizer):
    stream = encode(tokenizer, TEXTS)
    assert stream.dtype == torch.int64
    assert tokenizer.decode(stream.tolist()) == "\n\n".join(TEXTS)


def test_a_vocabulary_smaller_than_the_bytes_is_refused():
    with pytest.raises(ValueError, match=r"at least 256, .* got 255"):
        train_tokenizer(TEXTS, 255)


def test_texts_too_short_for_the_vocabulary_are_refused():
    with pytest.raises(ValueError, match=r"pairs for 2\d\d tokens and vocab_size is 1000"):
        train_tokenizer(TEXTS, 1000)
