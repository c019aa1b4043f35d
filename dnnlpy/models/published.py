"""Published models by name: their sizes, whether they tie, and their own class without weights.

Letters: V vocabulary size, D width, L layers.
"""

from dataclasses import dataclass
from importlib import import_module

import torch
from torch import nn


@dataclass(frozen=True)
class Published:
    """What a model's published configuration says about its shape.

    Attributes:
        family: Its architecture, by the name that ``transformers`` has for it.
        tied: Whether one table serves both ends.
        vocab_size: V, rows of the table, padding included.
        embed_dim: D.
        num_layers: L.
        num_heads: Attention heads; None leaves this and what follows to the family's defaults.
        num_kv_heads: Heads of keys and values.
        head_dim: Width of a head.
        hidden_dim: Width inside each MLP.
    """

    family: str
    tied: bool
    vocab_size: int
    embed_dim: int
    num_layers: int
    num_heads: int | None = None
    num_kv_heads: int | None = None
    head_dim: int | None = None
    hidden_dim: int | None = None

    @property
    def table(self) -> int:
        """V D, the numbers in one table."""
        return self.vocab_size * self.embed_dim


MODELS = {
    "GPT-2 small": Published("gpt2", True, 50_257, 768, 12, 12, 12, 64, 3_072),
    "GPT-2 medium": Published("gpt2", True, 50_257, 1_024, 24, 16, 16, 64, 4_096),
    "GPT-2 large": Published("gpt2", True, 50_257, 1_280, 36, 20, 20, 64, 5_120),
    "GPT-2 XL": Published("gpt2", True, 50_257, 1_600, 48, 25, 25, 64, 6_400),
    "Gemma 2B": Published("gemma", True, 256_000, 2_048, 18, 8, 1, 256, 16_384),
    "Gemma 7B": Published("gemma", True, 256_000, 3_072, 28, 16, 16, 256, 24_576),
    "Gemma 2 2B": Published("gemma2", True, 256_000, 2_304, 26, 8, 4, 256, 9_216),
    "Gemma 2 9B": Published("gemma2", True, 256_000, 3_584, 42, 16, 8, 256, 14_336),
    "Gemma 2 27B": Published("gemma2", True, 256_000, 4_608, 46, 32, 16, 128, 36_864),
    "Gemma 3 1B": Published("gemma3_text", True, 262_144, 1_152, 26, 4, 1, 256, 6_912),
    "Gemma 3 4B": Published("gemma3_text", True, 262_208, 2_560, 34, 8, 4, 256, 10_240),
    "Gemma 3 12B": Published("gemma3_text", True, 262_208, 3_840, 48, 16, 8, 256, 15_360),
    "Gemma 3 27B": Published("gemma3_text", True, 262_208, 5_376, 62, 32, 16, 128, 21_504),
    "Llama 3.2 1B": Published("llama", True, 128_256, 2_048, 16, 32, 8, 64, 8_192),
    "Llama 3.2 3B": Published("llama", True, 128_256, 3_072, 28, 24, 8, 128, 8_192),
    "Qwen2.5 0.5B": Published("qwen2", True, 151_936, 896, 24, 14, 2, 64, 4_864),
    "Qwen2.5 1.5B": Published("qwen2", True, 151_936, 1_536, 28, 12, 2, 128, 8_960),
    "Qwen2.5 3B": Published("qwen2", True, 151_936, 2_048, 36, 16, 2, 128, 11_008),
    "Qwen3 0.6B": Published("qwen3", True, 151_936, 1_024, 28, 16, 8, 128, 3_072),
    "Qwen3 1.7B": Published("qwen3", True, 151_936, 2_048, 28, 16, 8, 128, 6_144),
    "Qwen3 4B": Published("qwen3", True, 151_936, 2_560, 36, 32, 8, 128, 9_728),
    "SmolLM2 135M": Published("llama", True, 49_152, 576, 30, 9, 3, 64, 1_536),
    "SmolLM2 1.7B": Published("llama", True, 49_152, 2_048, 24, 32, 32, 64, 8_192),
    "OLMo 1B": Published("olmo", True, 50_304, 2_048, 16, 16, 16, 128, 8_192),
    "Llama 3 8B": Published("llama", False, 128_256, 4_096, 32, 32, 8, 128, 14_336),
    "Llama 3 70B": Published("llama", False, 128_256, 8_192, 80, 64, 8, 128, 28_672),
    "Qwen2.5 7B": Published("qwen2", False, 152_064, 3_584, 28, 28, 4, 128, 18_944),
    "Qwen3 8B": Published("qwen3", False, 151_936, 4_096, 36, 32, 8, 128, 12_288),
    "Qwen3 32B": Published("qwen3", False, 151_936, 5_120, 64, 64, 8, 128, 25_600),
    "Mistral 7B": Published("mistral", False, 32_000, 4_096, 32, 32, 8, 128, 14_336),
    "Phi-3-mini": Published("phi3", False, 32_064, 3_072, 32, 32, 32, 96, 8_192),
    "OLMo 2 13B": Published("olmo2", False, 100_352, 5_120, 40, 40, 40, 128, 13_824),
    "DeepSeek-V3": Published("deepseek_v3", False, 129_280, 7_168, 61),
}
"""From each model's own configuration, but for two ties, which its family's other sizes suggest:
that of Gemma 2 27B, and that Qwen3 8B has none."""

NAMES = {
    "vocab_size": "vocab_size",
    "embed_dim": "hidden_size",
    "num_layers": "num_hidden_layers",
    "num_heads": "num_attention_heads",
    "num_kv_heads": "num_key_value_heads",
    "head_dim": "head_dim",
    "hidden_dim": "intermediate_size",
    "tied": "tie_word_embeddings",
}
"""This book's words and those of ``transformers``."""


def build(name: str, *, tied: bool | None = None) -> nn.Module:
    """Build a model from its own class in ``transformers``, on the meta device: shapes, no weights.

    Args:
        name: One of ``MODELS``.
        tied: Whether to tie it; None does as its publishers did.

    Returns:
        The model, which can be counted and asked for its two ends, and takes no memory.

    Raises:
        ImportError: ``transformers`` is not installed.
        ValueError: No such model.
    """
    if name not in MODELS:
        raise ValueError(f"no published model is called {name!r}: choose one of {list(MODELS)}")
    try:
        transformers = import_module("transformers")
    except ImportError as error:
        raise ImportError(
            f"{name} is built by its class in Transformers, which is not installed: "
            "run `pip install transformers`, or read the sizes alone in published.MODELS"
        ) from error
    model = MODELS[name]
    sizes = {theirs: getattr(model, ours) for ours, theirs in NAMES.items()}
    sizes |= {} if tied is None else {"tie_word_embeddings": tied}
    stated = {key: value for key, value in sizes.items() if value is not None}
    config = transformers.AutoConfig.for_model(model.family, **stated)
    with torch.device("meta"):
        built: nn.Module = transformers.AutoModelForCausalLM.from_config(config)
    return built
