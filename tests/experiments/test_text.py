from collections import Counter

from dnnlpy.experiments.text import prepare

TEXT = prepare(700)


def test_the_frequent_tokens_are_those_that_the_training_text_holds_most_often():
    counts = Counter(TEXT.training.tolist())
    found = [counts[id_] for id_ in TEXT.frequent.tolist()]
    assert found == sorted(counts.values(), reverse=True)[:300]


def test_the_bytes_are_those_of_the_text_that_the_ids_spell():
    for part, ids in (("training", TEXT.training), ("validation", TEXT.validation)):
        assert len(TEXT.tokenizer.decode(ids.tolist()).encode()) == TEXT.bytes[part]
