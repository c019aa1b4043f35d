"""The formulas of the layers written out plainly, and the comparison with them.

Nothing here calls a fused function of torch or anything of dnnlpy.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

TOLERANCE = 1e-10  # float64


def linear(input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    output = input @ weight.T
    return output if bias is None else output + bias


def layer_norm(input: Tensor, weight: Tensor, bias: Tensor | None, eps: float = 1e-5) -> Tensor:
    centred = input - input.mean(dim=-1, keepdim=True)
    variance = (centred**2).mean(dim=-1, keepdim=True)
    output = centred / (variance + eps) ** 0.5 * weight
    return output if bias is None else output + bias


def gelu(x: Tensor) -> Tensor:
    return x * (1 + torch.erf(x / math.sqrt(2))) / 2


def gelu_tanh(x: Tensor) -> Tensor:
    return x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def softmax(scores: Tensor) -> Tensor:
    exponentials = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def causal_attention(query: Tensor, key: Tensor, value: Tensor, num_heads: int) -> Tensor:
    """One head after the other, one position after the other; all (B, T, D)."""
    width = query.size(-1) // num_heads
    heads = []
    for head in range(num_heads):
        part = slice(head * width, (head + 1) * width)
        q, k, v = query[..., part], key[..., part], value[..., part]
        rows = []
        for t in range(query.size(1)):
            scores = (k[:, : t + 1] * q[:, t : t + 1]).sum(dim=-1) / math.sqrt(width)  # (B, t+1)
            rows.append((softmax(scores).unsqueeze(-1) * v[:, : t + 1]).sum(dim=1))
        heads.append(torch.stack(rows, dim=1))
    return torch.cat(heads, dim=-1)


def self_attention(layer: nn.Module, input: Tensor) -> Tensor:
    """Attention with the weights of a ``dnn.CausalSelfAttention``."""
    D = input.size(-1)
    joint, bias = layer.query_key_value.weight, layer.query_key_value.bias
    query, key, value = (
        linear(input, joint[part], None if bias is None else bias[part])
        for part in (slice(0, D), slice(D, 2 * D), slice(2 * D, 3 * D))
    )
    gathered = causal_attention(query, key, value, layer.num_heads)
    return linear(gathered, layer.project.weight, layer.project.bias)


def mlp(layer: nn.Module, input: Tensor) -> Tensor:
    """An MLP with the weights of a ``dnn.MLP``."""
    hidden = gelu(linear(input, layer.expand.weight, layer.expand.bias))
    return linear(hidden, layer.project.weight, layer.project.bias)


def block(layer: nn.Module, x: Tensor) -> Tensor:
    """A block with the weights of a ``gpt.Block``."""
    norm = layer.attention_norm
    x = x + self_attention(layer.attention, layer_norm(x, norm.weight, norm.bias))
    norm = layer.mlp_norm
    return x + mlp(layer.mlp, layer_norm(x, norm.weight, norm.bias))


def logits(model: nn.Module, ids: Tensor) -> Tensor:
    """The scores of a ``gpt.MiniGPT`` with its own weights."""
    x = model.token_embed.weight[ids] + model.pos_embed.weight[: ids.size(1)]
    for layer in model.blocks:
        x = block(layer, x)
    x = layer_norm(x, model.final_norm.weight, model.final_norm.bias)
    return linear(x, model.lm_head.weight, None)


def cross_entropy(scores: Tensor, targets: Tensor, ignore_index: int = -100) -> Tensor:
    """The mean over targets that count, one after the other; scores (N, V), targets (N,)."""
    terms = [
        -softmax(row)[target].log()
        for row, target in zip(scores, targets.tolist(), strict=True)
        if target != ignore_index
    ]
    return torch.stack(terms).mean()


def perturb(module: nn.Module) -> None:
    """Move every parameter away from its start, where a wrong bias or weight would not show."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(torch.randn_like(parameter), alpha=0.3)


def assert_agree(
    ours: Callable[[Tensor], Tensor],
    plain: Callable[[Tensor], Tensor],
    input: Tensor,
    parameters: list[nn.Parameter],
) -> None:
    """Compare values and all gradients, float64, to 1e-10."""
    leaves = [*parameters, *([input.requires_grad_()] if input.is_floating_point() else [])]
    expected, actual = plain(input), ours(input)
    direction = torch.randn_like(expected)
    for ours_value, plain_value in [
        (actual, expected),
        *zip(
            torch.autograd.grad(actual, leaves, direction),
            torch.autograd.grad(expected, leaves, direction),
            strict=True,
        ),
    ]:
        torch.testing.assert_close(ours_value, plain_value, rtol=0, atol=TOLERANCE)
