import torch
import torch.nn.functional as F

import dnnlpy.models.gpt as gpt
from dnnlpy import training
from dnnlpy.experiments import neighbours

TEXT = "the value of the object and the class of the object " * 30
TOKENIZER = training.train_tokenizer([TEXT], 275)


def test_neighbours_are_the_rows_with_the_largest_cosines():
    table = torch.randn(30, 8, generator=torch.Generator().manual_seed(0))
    for id_, row in zip([3, 17], neighbours.nearest(table, [3, 17], 4), strict=True):
        cosines = F.cosine_similarity(table[id_], table, dim=1)
        order = [other for other in cosines.argsort(descending=True).tolist() if other != id_]
        assert [other for other, _ in row] == order[:4]
        assert torch.allclose(torch.tensor([c for _, c in row]), cosines[order[:4]])


def test_readable_tokens_are_whole_words_most_frequent_first():
    stream = training.encode(TOKENIZER, [TEXT])
    words = [TOKENIZER.decode([id_]) for id_ in neighbours.readable(TOKENIZER, stream, 3)]
    assert words[0] == " object"
    assert all(word[0] == " " and word[1:].isalpha() and len(word) > 4 for word in words)


def test_a_tied_model_has_one_table_and_an_untied_one_two():
    for tied, tables in ((True, ["tied"]), (False, ["input", "output"])):
        sizes = {"embed_dim": 8, "num_layers": 1, "num_heads": 2, "hidden_dim": 16}
        model = gpt.MiniGPT(275, 8, **sizes, weight_tying=tied)
        found = neighbours.snapshot(model, TOKENIZER, [265, 270])
        assert list(found) == tables
        nearest = neighbours.nearest(model.lm_head.weight, [265])[0]
        words = [TOKENIZER.decode([other]) for other, _ in nearest]
        assert [word for word, _ in found[tables[-1]][0]] == words
