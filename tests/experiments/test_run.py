import torch

from dnnlpy.experiments import race
from dnnlpy.experiments.run import TABLES, train

TINY = race.Setup(vocab_size=700, embed_dim=16, steps=2, every=2, seeds=1)


def test_tables_are_noted_under_their_names_as_they_were_at_each_look(text):
    for kind in race.KINDS[:2]:
        fresh = race.build(kind, TINY)
        done = train(kind, 0, text, TINY, show=False)
        assert tuple(done.tables) == TABLES[kind]
        weights = (fresh.token_embed.weight, fresh.lm_head.weight)
        for looks, weight in zip(done.tables.values(), weights, strict=False):
            assert torch.equal(looks["0"], weight[text.frequent])
            assert not torch.equal(looks["2"], looks["0"])
