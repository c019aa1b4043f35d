"""One explorable of each kind, and how tests read them."""

from collections import defaultdict
from collections.abc import Callable

import torch
from playwright.sync_api import Page
from torch import Tensor, nn

from dnnlpy import explore
from dnnlpy.explore import Explorable
from tests.explore.results import results


class TableLM(nn.Module):
    """A tied model with nothing between its ends, as in section 18.4.5."""

    def __init__(self, vocab_size: int = 10, width: int = 4):
        super().__init__()
        self.token_embed = nn.Embedding(vocab_size, width)
        self.lm_head = nn.Linear(width, vocab_size, bias=False)
        self.lm_head.weight = self.token_embed.weight

    def forward(self, ids: Tensor) -> Tensor:
        return self.lm_head(self.token_embed(ids))


def draw(*shape: int, seed: int = 0) -> Tensor:
    """Random numbers that do not touch the global generator."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def table_lm() -> TableLM:
    model = TableLM()
    with torch.no_grad():
        model.token_embed.weight.copy_(draw(10, 4))
    return model


PLANE = [[1.2, 0.3], [0.4, 2.2], [-1.0, 0.6], [0.1, -1.1]]

FIGURES: dict[str, Callable[[], Explorable]] = {
    "lookup": lambda: explore.lookup(draw(5, 3), 2),
    "one_table": lambda: explore.one_table(draw(6, 4)),
    "positions": lambda: explore.positions(
        draw(6, 4), draw(5, 4, seed=1), torch.tensor([[1, 4, 1, 2]]), names=list("abcdef")
    ),
    "logit_plane": lambda: explore.logit_plane(
        torch.tensor(PLANE), torch.tensor([1.0, 0.6]), names=["cat", "dog", "the", "York"]
    ),
    "budget": lambda: explore.budget(),
    "gradient_split": lambda: explore.gradient_split(
        table_lm(), torch.tensor([[1, 2, 3]]), torch.tensor([[2, 3, 4]])
    ),
    "initial_loss": lambda: explore.initial_loss(50, (8, 16)),
    "still_tied": lambda: explore.still_tied(table_lm()),
    "race": lambda: explore.race(results()),
    "neighbours": lambda: explore.neighbours(results()),
}


def numbers(page: Page) -> dict[str, Tensor]:
    """The numbers that each part of the first figure shows, in order, float64."""
    script = "all => all.map(e => [e.dataset.part, e.dataset.x])"
    shown = defaultdict(list)
    for part, x in page.locator(".dnnx >> nth=0 >> [data-x]").evaluate_all(script):
        shown[part].append(float(x))
    return {part: torch.tensor(xs, dtype=torch.float64) for part, xs in shown.items()}


def text(page: Page, part: str) -> str:
    """The words of a part of the first figure."""
    return page.locator(f'[data-part="{part}"]').first.inner_text()


def press(page: Page, part: str, index: int = 0) -> None:
    """Clicks where the index-th element of a part is; the mouse hits what lies on top there."""
    page.locator(f'[data-part="{part}"]').nth(index).click(force=True)  # waits for no animation


def choose(page: Page, part: str, value: int, index: int = 0) -> None:
    """Chooses from a list."""
    page.locator(f'[data-part="{part}"]').nth(index).select_option(str(value))


def slide(page: Page, part: str, value: float) -> None:
    """Drags a slider to a value."""
    page.locator(f'[data-part="{part}"]').fill(f"{value:.2f}")


def close(shown: Tensor, wanted: Tensor) -> bool:
    """Whether what a page shows is what torch computes, to 1e-4."""
    return torch.allclose(shown, wanted.double().flatten(), rtol=1e-4, atol=1e-4)
