"""The training text: what every Python ships, without what it says twice."""

import sys

import pytest

from dnnlpy.training.text import drop_repeats, read_topics, split_topics


def test_this_python_has_a_text_worth_training_on():
    topics = read_topics()
    assert len(topics) > 50
    assert sum(map(len, topics.values())) > 300_000
    assert 'The "with" statement' in topics["with"]
    assert list(topics) == sorted(topics)


def test_a_python_without_the_text_is_told_where_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pydoc_data.topics", None)
    with pytest.raises(ModuleNotFoundError, match=r"libpython3-stdlib.*or pass texts of your own"):
        read_topics()


def words(first, last):
    return " ".join(f"word{number}" for number in range(first, last))


def test_a_topic_goes_when_more_than_the_share_of_its_runs_stands_in_longer_ones():
    # 11 words are 10 runs of two; 4 of the runs of "much" and 3 of "some" stand in "long".
    topics = {
        "long": words(0, 50),
        "much": words(45, 56),
        "some": " ".join([words(46, 50), words(60, 67)]),
    }
    assert list(drop_repeats(topics, words=2, share=0.3)) == ["long", "some"]


def test_a_topic_is_compared_with_kept_topics_only():
    # "dropped" would have taken "last" with it, had it been kept itself.
    topics = {"long": words(0, 40), "dropped": words(11, 42), "last": words(38, 42)}
    assert list(drop_repeats(topics, words=3)) == ["long", "last"]


def test_topics_of_one_length_are_taken_by_name():
    assert list(drop_repeats({"b": "same words here", "a": "same words here"}, words=3)) == ["a"]


def test_a_topic_too_short_to_be_compared_stays():
    assert list(drop_repeats({"short": "two words"})) == ["short"]


@pytest.mark.parametrize("setting", [{"words": 0}, {"share": -0.1}, {"share": 1.1}])
def test_settings_that_compare_nothing_are_refused(setting):
    with pytest.raises(ValueError, match="words must be 1 or more and share in"):
        drop_repeats({"a": "b"}, **setting)


def test_every_fourth_topic_is_held_out_whole():
    training, validation = split_topics({name: name * 2 for name in "abcdefghi"})
    assert list(training) == list("abcefgi")
    assert validation == {"d": "dd", "h": "hh"}


@pytest.mark.parametrize("every", [1, 4])
def test_a_split_with_an_empty_side_is_refused(every):
    with pytest.raises(ValueError, match=f"every must be 2 to 3, .* got {every}"):
        split_topics(dict.fromkeys("abc", ""), every=every)


def test_what_is_held_out_is_news():
    """Almost no run of eight words of the validation topics stands in the training topics."""

    def runs(texts):
        split = [text.split() for text in texts]
        return {tuple(w[i : i + 8]) for w in split for i in range(len(w) - 7)}

    training, validation = (
        runs(side.values()) for side in split_topics(drop_repeats(read_topics()))
    )
    assert len(validation) > 3000
    assert len(validation & training) < 0.02 * len(validation)

    all_topics = runs(read_topics().values())
    assert len(all_topics) > len(training | validation)  # something was dropped
