"""Ids in, scores for the next id out.

Letters: B batch, T positions, D embedding width, V vocabulary size, L layers.
"""

import math

import torch
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.models.gpt.block import Block
from dnnlpy.models.gpt.checks import check_batch, check_length
from dnnlpy.models.gpt.loss import align_targets, next_token_loss
from dnnlpy.models.gpt.sampling import check_sampling, evaluating, next_ids
from dnnlpy.models.gpt.tying import TiedHead
from dnnlpy.nn.checks import dropout_probability, positive_integer

PARTS = ("token_embed", "pos_embed", "blocks", "final_norm", "lm_head")
INITIAL_STD = 0.02


class MiniGPT(TiedHead):
    """A GPT of the form of GPT-2: ids -> embed -> blocks -> norm -> head.

    Args:
        vocab_size: V, the number of ids.
        block_size: The longest sequence, rows of the positional table.
        embed_dim: D, the width of every hidden state.
        num_layers: L, the number of blocks.
        num_heads: Attention heads in a block; divides D.
        hidden_dim: Width inside each MLP.
        bias: Whether linear maps and norms have a bias. The head never has one.
        dropout: Share dropped in training: of the embeddings, of the attention weights, and of
            what each half of a block adds.
        weight_tying: Whether the head's weight *is* the token table.

    Attributes:
        token_embed: The token table, (V, D).
        pos_embed: The positional table, (block_size, D); never tied.
        blocks: The L blocks.
        final_norm: The norm before the head.
        lm_head: The head, D -> V scores, without bias.
        weight_tying: As passed.

    Raises:
        TypeError: A size is not an integer, or ``dropout`` not a number.
        ValueError: A size is below 1, ``num_heads`` does not divide ``embed_dim``, or ``dropout``
            is outside [0, 1).

    Source:
        Radford et al., "Language Models are Unsupervised Multitask Learners" (GPT-2, 2019);
        Press & Wolf, "Using the Output Embedding to Improve Language Models" (arXiv 1608.05859).

    Example:
        >>> model = MiniGPT(vocab_size=100, block_size=8, embed_dim=32)
        >>> logits = model(torch.tensor([[10, 25, 31, 7]]))
        >>> logits.shape, model.lm_head.weight is model.token_embed.weight
        (torch.Size([1, 4, 100]), True)
    """

    def __init__(
        self,
        vocab_size: int,
        block_size: int,
        embed_dim: int = 128,
        num_layers: int = 4,
        num_heads: int = 4,
        hidden_dim: int = 512,
        bias: bool = True,
        dropout: float = 0.0,
        weight_tying: bool = True,
    ) -> None:
        super().__init__()
        self.vocab_size = positive_integer("vocab_size", vocab_size)
        self.block_size = positive_integer("block_size", block_size)
        self.weight_tying = weight_tying
        self.token_embed = dnn.Embedding(vocab_size, embed_dim)
        self.pos_embed = dnn.Embedding(block_size, embed_dim)
        self.dropout = nn.Dropout(dropout_probability(dropout))
        self.blocks = nn.ModuleList(
            Block(embed_dim, num_heads, hidden_dim, bias=bias, dropout=dropout)
            for _ in range(positive_integer("num_layers", num_layers))
        )
        self.final_norm = dnn.LayerNorm(embed_dim, bias=bias)
        self.lm_head = dnn.Linear(embed_dim, vocab_size, bias=False)
        if weight_tying:
            self.tie_weights()
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw every matrix from N(0, 0.02²), the residual projections by 1/sqrt(2L) smaller.

        Biases start at 0, the norms' weights at 1. The head is drawn last, so one seed gives a tied
        and an untied model the same values everywhere else.
        """
        for name, parameter in self.named_parameters():  # names a tied table once
            if name.endswith("project.weight"):
                nn.init.normal_(parameter, std=INITIAL_STD / math.sqrt(2 * len(self.blocks)))
            elif parameter.dim() == 2:
                nn.init.normal_(parameter, std=INITIAL_STD)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:
                nn.init.ones_(parameter)

    def hidden_states(self, input_ids: Tensor) -> Tensor:
        """Return the final hidden states, one for every position.

        Args:
            input_ids: int32 or int64, shape (B, T), T up to ``block_size``, values 0 to V - 1.

        Returns:
            Shape (B, T, D).

        Raises:
            TypeError: ``input_ids`` is not a tensor of int32 or int64.
            ValueError: The shape is not (B, T), something is empty, T exceeds ``block_size``, or a
                tie is broken.
            IndexError: An id is outside 0 to V - 1 (see :meth:`dnnlpy.nn.Embedding.forward`).
        """
        self.check_tie()
        check_batch(input_ids)
        T = input_ids.size(1)
        check_length(T, self.block_size)
        positions = torch.arange(T, device=input_ids.device)
        x = self.token_embed(input_ids) + self.pos_embed(positions)  # (B, T, D) + (T, D)
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x)
        hidden: Tensor = self.final_norm(x)  # (B, T, D)
        return hidden

    def forward(self, input_ids: Tensor) -> Tensor:
        """Return scores for the id that follows each position.

        Args:
            input_ids: As :meth:`hidden_states` takes them.

        Returns:
            Logits, shape (B, T, V).
        """
        logits: Tensor = self.lm_head(self.hidden_states(input_ids))
        return logits

    def loss(
        self, input_ids: Tensor, targets: Tensor | None = None, *, ignore_index: int = -100
    ) -> Tensor:
        """Return the mean cross entropy of the next id.

        Args:
            input_ids: int32 or int64, shape (B, T).
            targets: None, (B, T - 1) or aligned (B, T): see
                :func:`~dnnlpy.models.gpt.loss.align_targets`.
            ignore_index: Targets of this value do not count.

        Returns:
            A scalar in nats/token.

        Raises:
            ValueError: ``targets`` has another shape, or there is nothing to predict.
        """
        input_ids, targets = align_targets(input_ids, targets)
        return next_token_loss(self.hidden_states(input_ids), self.lm_head, targets, ignore_index)

    @torch.no_grad()
    def generate(
        self,
        input_ids: Tensor,
        max_new_tokens: int,
        temperature: float = 1.0,
        top_k: int | None = None,
        top_p: float | None = None,
        greedy: bool = False,
        generator: torch.Generator | None = None,
    ) -> Tensor:
        """Continue each sequence, one id at a time.

        Each step reads the last ``block_size`` ids and scores the last position alone.

        Args:
            input_ids: int32 or int64, shape (B, T), any T from 1 up.
            max_new_tokens: How many ids to add.
            temperature: As :func:`~dnnlpy.models.gpt.sampling.next_ids` takes it, as all below.
            top_k: Keep only the k best scores.
            top_p: Keep only the best ids that together reach this probability.
            greedy: Take the best id every time.
            generator: Source of randomness.

        Returns:
            The ids given and the ids added, shape (B, T + max_new_tokens), same type.

        Raises:
            TypeError: ``input_ids``, ``max_new_tokens`` or ``top_k`` has the wrong type.
            ValueError: A setting is out of range, or ``input_ids`` is not (B, T) or empty.
        """
        check_batch(input_ids)
        check_sampling(max_new_tokens, temperature, top_k, top_p)
        with evaluating(self):
            for _ in range(max_new_tokens):
                last = self.hidden_states(input_ids[:, -self.block_size :])[:, -1]  # (B, D)
                chosen = next_ids(
                    self.lm_head(last),
                    temperature=temperature,
                    top_k=top_k,
                    top_p=top_p,
                    greedy=greedy,
                    generator=generator,
                )
                input_ids = torch.cat([input_ids, chosen.to(input_ids.dtype)], dim=1)
        return input_ids

    def num_parameters(self) -> int:
        """Return the number of parameters, a shared table counted once."""
        return sum(parameter.numel() for parameter in self.parameters())

    def num_parameters_by_part(self) -> dict[str, int]:
        """Return the number of parameters in each part; a tied head owns none."""
        parts = dict.fromkeys(PARTS, 0)
        for name, parameter in self.named_parameters():
            parts[name.split(".")[0]] += parameter.numel()
        return parts
