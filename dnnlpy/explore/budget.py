"""What a tie saves, and what it does not: parameters, bytes of training, and the head's work."""

from dnnlpy.explore import drawing
from dnnlpy.explore.core import Explorable, Question
from dnnlpy.explore.drawing import num
from dnnlpy.models import published
from dnnlpy.nn.checks import checked_integer

BLOCK_SIZE = 1024
BYTES = {"float32": (4, 4, 0, 8), "bf16": (2, 2, 0, 4), "mixed": (2, 2, 4, 8)}
"""Bytes that training keeps for one number: weight, gradient, float32 copy, AdamW's two means."""

MIB = 2**20
INSIDE = {
    "GPT-2 small": 85_842_432,
    "GPT-2 XL": 1_477_200_000,
    "SmolLM2 135M": 106_203_456,
    "Qwen3 0.6B": 440_467_456,
    "Llama 3.2 1B": 973_146_112,
    "Gemma 2 2B": 2_024_517_888,
    "Llama 3 8B": 6_979_588_096,
    "Qwen3 8B": 6_946_075_648,
}
"""Parameters outside the tables, as the model's class in transformers has them."""

PUBLISHED = {
    name + " (untied)" * (not model.tied): (
        model.vocab_size,
        model.embed_dim,
        model.num_layers,
        inside,
    )
    for name, inside in INSIDE.items()
    for model in (published.MODELS[name],)
}
"""V, D, L and the parameters outside the tables."""


def gpt_body(width: int, layers: int) -> int:
    """Count what a GPT-2 of block size 1,024 holds beside its token table and its head.

    Args:
        width: D.
        layers: L.

    Returns:
        Parameters of L blocks (12 D^2 + 13 D each), the last norm (2 D) and the positions.
    """
    return layers * (12 * width**2 + 13 * width) + 2 * width + BLOCK_SIZE * width


def budget(
    vocab_size: int = 50_257, embed_dim: int = 768, num_layers: int = 12, *, dtype: str = "float32"
) -> Explorable:
    """Set V, D, L and the type, or pick a published model; see what a tie saves.

    Args:
        vocab_size: V, at least 2.
        embed_dim: D.
        num_layers: L.
        dtype: "float32", "bf16", or "mixed": bf16 with a float32 copy and means in float32.

    Returns:
        The figure. A model set by hand is counted as a GPT-2 with positions for 1,024 tokens.

    Raises:
        TypeError: If a size is not an integer.
        ValueError: If a size is not positive, or the type is another one.
    """
    sizes = (
        checked_integer("vocab_size", vocab_size, 2),
        checked_integer("embed_dim", embed_dim),
        checked_integer("num_layers", num_layers),
    )
    if dtype not in BYTES:
        raise ValueError(f"dtype must be one of {', '.join(BYTES)}, and is {dtype!r}: choose one")
    models = list(PUBLISHED)
    known = [place for place, name in enumerate(models) if PUBLISHED[name][:3] == sizes]
    body = PUBLISHED[models[known[0]]][3] if known else gpt_body(embed_dim, num_layers)
    lines = compare(vocab_size, embed_dim, body, BYTES[dtype])
    saved = vocab_size * embed_dim
    say = (
        "The tie saves {saved} parameters, {share}% of the untied model, and {mib} MiB in "
        "training. The head's {flops} FLOPs for each token stay."
    )
    return Explorable(
        kind="budget",
        label="What a tie saves, and what it does not",
        data={
            "models": [list(PUBLISHED[name]) for name in models],
            "bytes": list(BYTES.values()),
            "start": {
                "sizes": list(sizes),
                "model": known[0] + 1 if known else 0,
                "dtype": list(BYTES).index(dtype),
            },
            "say": say,
        },
        question=Question(
            "You tie the two tables of a model. Which of these stays as it was?",
            [
                "parameters",
                "gradients",
                "AdamW's two means",
                "work of the head",
            ],
            3,
            "One table is stored, differentiated and stepped instead of two. But the head still "
            "takes an inner product with all V rows for every token.",
        ),
        controls=drawing.select(
            "model", "model", ["by hand", *models], known[0] + 1 if known else 0
        )
        + "".join(
            f'<label>{letter} <input type="number" data-part="size" min="{low}" max="{high}" '
            f'value="{size}"></label>'
            for letter, low, high, size in zip(
                "VDL", (2, 1, 1), (10**6, 10**5, 1000), sizes, strict=True
            )
        )
        + drawing.select("dtype", "type", list(BYTES), list(BYTES).index(dtype)),
        drawing=_drawing(lines),
        say=say.format(
            saved=num(saved, 0),
            share=num(100 * saved / lines["parameters of the model"][1], 1),
            mib=num(saved * sum(BYTES[dtype]) / MIB, 1),
            flops=num(2 * saved, 0),
        ),
        text="\n".join(
            f"  {name:34} tied {num(tied, digits):>16}  untied {num(untied, digits):>16}"
            for name, (tied, untied, digits) in lines.items()
        ),
    )


def compare(
    vocab_size: int, width: int, body: int, each: tuple[int, int, int, int]
) -> dict[str, tuple[float, float, int]]:
    """Compare a tied with an untied model.

    Args:
        vocab_size: V.
        width: D.
        body: Parameters outside the tables.
        each: Bytes of a number's weight, gradient, float32 copy and means.

    Returns:
        What is counted -> tied, untied, and the digits to show.
    """
    table = vocab_size * width
    mib = [table * size / MIB for size in each]
    return {
        "parameters of the tables": (table, 2 * table, 0),
        "parameters of the model": (body + table, body + 2 * table, 0),
        "the tables' share of it, %": (
            100 * table / (body + table),
            200 * table / (body + 2 * table),
            1,
        ),
        "weights of the tables, MiB": (mib[0], 2 * mib[0], 1),
        "gradients, MiB": (mib[1], 2 * mib[1], 1),
        "float32 copy, MiB": (mib[2], 2 * mib[2], 1),
        "AdamW's two means, MiB": (mib[3], 2 * mib[3], 1),
        "FLOPs of the head for each token": (2 * table, 2 * table, 0),
        "bytes of the logits for each token": (vocab_size * each[0], vocab_size * each[0], 0),
    }


def _drawing(lines: dict[str, tuple[float, float, int]]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{name}</th>'
        + "".join(
            drawing.cell(part, value, digits=digits, limit=untied or 1, kind=f"bar {tone}")
            for part, value, tone in (("tied", tied, "both"), ("untied", untied, "out"))
        )
        + "</tr>"
        for name, (tied, untied, digits) in lines.items()
    )
    return (
        '<div class="answer"><table class="words wide"><thead><tr><td></td>'
        '<th scope="col">tied</th>'
        f'<th scope="col">untied</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
