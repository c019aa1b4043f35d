"""Ids in, scores for the next id out.

Letters: B batch, T positions, D embedding width, V vocabulary size, L layers.
"""

import torch
from torch import Tensor, nn

import dnnlpy.nn as dnn
from dnnlpy.models.gpt.block import Block
from dnnlpy.models.gpt.checks import check_batch, check_length
from dnnlpy.models.gpt.initialization import initialize
from dnnlpy.models.gpt.loss import next_token_loss
from dnnlpy.models.gpt.sampling import Sampler, evaluating
from dnnlpy.models.gpt.targets import align_targets
from dnnlpy.models.gpt.tying import TiedHead
from dnnlpy.nn.checks import checked_integer, dropout_probability


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
        self.vocab_size = checked_integer("vocab_size", vocab_size)
        self.block_size = checked_integer("block_size", block_size)
        self.embed_dim = checked_integer("embed_dim", embed_dim)
        self.num_layers = checked_integer("num_layers", num_layers)
        self.weight_tying = weight_tying
        self.token_embed = dnn.Embedding(vocab_size, embed_dim)
        self.pos_embed = dnn.Embedding(block_size, embed_dim)
        self.dropout = nn.Dropout(dropout_probability(dropout))
        self.blocks = nn.ModuleList(
            Block(embed_dim, num_heads, hidden_dim, bias=bias, dropout=dropout)
            for _ in range(num_layers)
        )
        self.final_norm = dnn.LayerNorm(embed_dim, bias=bias)
        self.lm_head = dnn.Linear(embed_dim, vocab_size, bias=False)
        if weight_tying:
            self.tie_weights()
        self.reset_parameters()

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
        check_length(input_ids.size(1), self.block_size)
        positions = torch.arange(input_ids.size(1), device=input_ids.device)  # (T,)
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
        logits: Tensor = self.lm_head(self.hidden_states(input_ids))  # (B, T, V)
        return logits

    def loss(
        self, input_ids: Tensor, targets: Tensor | None = None, *, ignore_index: int = -100
    ) -> Tensor:
        """Return the mean cross entropy of the next id.

        Args:
            input_ids: int32 or int64, shape (B, T).
            targets: The ids to predict. None takes them from ``input_ids``; (B, T - 1) leaves the
                last id without one; (B, T) is aligned, ``targets[b, t]`` follows
                ``input_ids[b, t]``.
            ignore_index: Targets of this value do not count.

        Returns:
            A scalar in nats/token.

        Raises:
            TypeError: ``input_ids`` or ``targets`` is not a tensor of int32 or int64.
            ValueError: ``targets`` has another shape, there is nothing to predict, or every
                target is ignored (on a GPU the loss is nan then).
            IndexError: A target is outside 0 to V - 1 and not ``ignore_index`` (on the CPU).
        """
        input_ids, targets = align_targets(input_ids, targets)  # one shape
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
        """Continue each sequence, one id at a time, without dropout.

        Each step reads the last ``block_size`` ids and scores the last position alone.

        Args:
            input_ids: int32 or int64, shape (B, T), any T from 1 up.
            max_new_tokens: How many ids to add, 0 or more.
            temperature: Divides the scores; above 1 evens the chances out.
            top_k: Keep only the k best scores.
            top_p: Then keep only the best ids that together reach this probability.
            greedy: Take the best id every time and draw nothing.
            generator: Source of randomness; the same state draws the same ids.

        Returns:
            The ids given and the ids added, shape (B, T + max_new_tokens), of one type.

        Raises:
            TypeError: ``input_ids``, ``max_new_tokens`` or ``top_k`` has the wrong type.
            ValueError: A setting is out of range, or ``input_ids`` is not (B, T) or empty.
        """
        check_batch(input_ids)
        sampler = Sampler(temperature, top_k, top_p, greedy, generator)
        with evaluating(self):
            for _ in range(checked_integer("max_new_tokens", max_new_tokens, least=0)):
                hidden = self.hidden_states(input_ids[:, -self.block_size :])
                next_id = sampler(self.lm_head(hidden[:, -1]))  # (B, V) -> (B, 1)
                input_ids = torch.cat([input_ids, next_id.to(input_ids.dtype)], dim=1)
        return input_ids

    def reset_parameters(self) -> None:
        """Draw all parameters anew, see :mod:`dnnlpy.models.gpt.initialization`."""
        initialize(self, self.num_layers)

    def num_parameters(self) -> int:
        """Return the number of parameters, a shared table counted once."""
        return sum(parameter.numel() for parameter in self.parameters())

    def num_parameters_by_part(self) -> dict[str, int]:
        """Return the number of parameters of each part; a tied head owns none of its own."""
        parts = dict.fromkeys(("token_embed", "pos_embed", "blocks", "final_norm", "lm_head"), 0)
        for name, parameter in self.named_parameters():  # names a shared table once
            part = name.split(".")[0]
            parts[part] = parts.get(part, 0) + parameter.numel()
        return parts
