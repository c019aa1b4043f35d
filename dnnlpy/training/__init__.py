"""Training a small model on a text that every Python has, in the order of the data.

``from dnnlpy import training``; text -> tokenizer -> batches -> recipe -> loop -> evaluation.
Imported only by the notebooks that train: needs the ``tokenizers`` package.
"""

from dnnlpy.training.batches import IGNORED, random_batches, windows
from dnnlpy.training.checkpoint import load_trained
from dnnlpy.training.evaluation import evaluate
from dnnlpy.training.loop import train
from dnnlpy.training.progress import Progress
from dnnlpy.training.recipe import Recipe
from dnnlpy.training.run import History, Run
from dnnlpy.training.step import update
from dnnlpy.training.text import drop_repeats, read_topics, split_topics
from dnnlpy.training.tokenizer import BETWEEN, encode, train_tokenizer

__all__ = [
    "BETWEEN",
    "IGNORED",
    "History",
    "Progress",
    "Recipe",
    "Run",
    "drop_repeats",
    "encode",
    "evaluate",
    "load_trained",
    "random_batches",
    "read_topics",
    "split_topics",
    "train",
    "train_tokenizer",
    "update",
    "windows",
]
