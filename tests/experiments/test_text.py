from collections import Counter


def test_the_frequent_tokens_are_those_that_the_training_text_holds_most_often(whole):
    counts = Counter(whole.training.tolist())
    found = [counts[id_] for id_ in whole.frequent.tolist()]
    assert found == sorted(counts.values(), reverse=True)[:300]


def test_the_bytes_are_those_of_the_text_that_the_ids_spell(whole):
    for part, ids in (("training", whole.training), ("validation", whole.validation)):
        assert len(whole.tokenizer.decode(ids.tolist()).encode()) == whole.bytes[part]
