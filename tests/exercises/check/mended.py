"""Right and wrong answers to the exercise of 18.4.10 that asks for a whole model."""

import math

import torch
import torch.nn.functional as F
from torch import nn

import dnnlpy.models.gpt as gpt
import dnnlpy.nn as dnn
from dnnlpy.exercises import check


class Mended(nn.Module):
    """The book's solution, in pieces that a mistake can replace."""

    std = 0.02
    bias = False

    def __init__(self, vocab_size, block_size, embed_dim):
        super().__init__()
        self.sizes = vocab_size, block_size, embed_dim
        self.token_embed = dnn.Embedding(vocab_size, embed_dim)
        self.pos_embed = dnn.Embedding(self.places(), embed_dim)
        self.block = gpt.Block(embed_dim, num_heads=2, hidden_dim=32)
        self.final_norm = dnn.LayerNorm(embed_dim)
        self.lm_head = dnn.Linear(embed_dim, vocab_size, bias=self.bias)
        for embedding in (self.token_embed, self.pos_embed):
            nn.init.normal_(embedding.weight, std=self.std)
        self.tie()

    def places(self):
        return self.sizes[1]

    def tie(self):
        self.lm_head.weight = self.token_embed.weight

    def embed(self, ids):
        return self.token_embed(ids) + self.pos_embed(torch.arange(ids.size(1)))

    def forward(self, ids):
        return self.lm_head(self.final_norm(self.block(self.embed(ids))))

    def loss(self, ids):
        return F.cross_entropy(self(ids)[:, :-1].flatten(0, 1), ids[:, 1:].flatten())


class SmallMiniGPT(gpt.MiniGPT):
    def __init__(self, vocab_size, block_size, embed_dim):
        super().__init__(vocab_size, block_size, embed_dim, 1, 2, 32)


class WithoutNorm(Mended):
    """Scores against the table by hand, and keeps the logits small by its start alone."""

    std = 0.01

    def __init__(self, *sizes):
        super().__init__(*sizes)
        del self.final_norm

    def forward(self, ids):
        return F.linear(self.block(self.embed(ids)), self.token_embed.weight)


def but(**parts):
    """The solution with something else in its place."""
    return type("Mended", (Mended,), parts)


def aliases(self):
    self.lm_head.weight.data = self.token_embed.weight.data


def copies(self):
    self.lm_head.weight = nn.Parameter(self.token_embed.weight.detach().clone())


def shares_positions(self):
    self.lm_head.weight = self.token_embed.weight
    self.pos_embed.weight = self.token_embed.weight


def sees_all(self, ids):
    x = self.block(self.embed(ids))
    return self.lm_head(self.final_norm(x + x.mean(dim=1, keepdim=True)))


def shifted(before, after):
    """A loss that pairs other positions than t and t + 1."""

    def loss(self, ids):
        T = ids.size(1)
        scores = self(ids)[:, before : T - after]
        return F.cross_entropy(scores.flatten(0, 1), ids[:, after : T - before].flatten())

    return loss


def then(change):
    """The right loss, and something done to it."""
    return lambda self, ids: change(Mended.loss(self, ids))


def of_probabilities(self, ids):
    p = self(ids)[:, :-1].softmax(dim=-1)
    return F.cross_entropy(p.flatten(0, 1), ids[:, 1:].flatten())


def summed(self, ids):
    logits = self(ids)[:, :-1]
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), reduction="sum")


RIGHT = {check.mended: [Mended, SmallMiniGPT, WithoutNorm]}

WRONG = {
    check.mended: {
        "share their memory": but(tie=aliases),
        "is a copy of the table": but(tie=copies),
        "so nothing is tied": but(tie=lambda self: None),
        "the head has a bias": but(bias=True),
        "the positional table has 50 rows": but(places=lambda self: self.sizes[0]),
        "the positional table is (9, 16)": but(places=lambda self: self.sizes[1] + 1),
        "changing it changes no logit": but(embed=lambda self, ids: self.token_embed(ids)),
        "the model sees its answers": but(forward=sees_all),
        "is the block left out?": but(
            forward=lambda self, ids: self.lm_head(self.final_norm(self.embed(ids)))
        ),
        "forward returns probabilities": but(
            forward=lambda self, ids: Mended.forward(self, ids).softmax(dim=-1)
        ),
        "forward returns log-probabilities": but(
            forward=lambda self, ids: Mended.forward(self, ids).log_softmax(dim=-1)
        ),
        "raised RuntimeError": but(
            embed=lambda self, ids: self.token_embed(ids) + self.pos_embed.weight
        ),
        "not with logits of shape": but(
            forward=lambda self, ids: Mended.forward(self, ids).argmax(-1)
        ),
        "all logits are equal": but(std=0),
        "that it has just read": but(loss=shifted(0, 0)),
        "both lost their last place": but(
            loss=lambda self, ids: F.cross_entropy(
                self(ids)[:, :-1].flatten(0, 1), ids[:, :-1].flatten()
            )
        ),
        "shifted twice": but(loss=shifted(0, 2)),
        "backwards": but(
            loss=lambda self, ids: F.cross_entropy(
                self(ids)[:, 1:].flatten(0, 1), ids[:, :-1].flatten()
            )
        ),
        "`roll` asks": but(
            loss=lambda self, ids: F.cross_entropy(
                self(ids).flatten(0, 1), ids.roll(-1, dims=1).flatten()
            )
        ),
        "the sum of all predictions": but(loss=summed),
        "the perplexity": but(loss=then(torch.exp)),
        "in bits": but(loss=then(lambda loss: loss / math.log(2))),
        "softmax stands before": but(loss=of_probabilities),
        "but the mean cross entropy": but(loss=then(lambda loss: loss + 1)),
        "trains nothing": but(loss=then(lambda loss: loss.detach())),
        "not with one number": but(loss=lambda self, ids: self(ids)),
        "sure of nonsense": but(std=1),
        "pos_embed.weight has no gradient": but(
            embed=lambda self, ids: Mended.embed(self, ids).detach()
        ),
        "Pass the class": Mended(50, 8, 16),
        "keep the names": nn.Linear,
        "a row of embed_dim numbers": lambda V, T, D: Mended(50, 8, 16),
    }
}
