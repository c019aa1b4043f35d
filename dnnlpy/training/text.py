"""Nothing in, a text to train on out: the language reference that ships with every Python.

``help("with")`` and its kin read it from :mod:`pydoc_data`, so no download is needed. The words
differ a little from one version of Python to the next.
"""

from collections.abc import Mapping


def read_topics() -> dict[str, str]:
    """Return the topics of Python's ``help()``, in the order of their names.

    Returns:
        Name of a topic -> its text; about 80 topics and half a million characters in all.

    Raises:
        ModuleNotFoundError: This Python was installed without :mod:`pydoc_data`.
    """
    try:
        from pydoc_data.topics import topics
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "the training text is the pydoc_data package of Python's standard library, and this "
            "Python came without it: install the full standard library (on Debian, the package "
            "libpython3-stdlib), or pass texts of your own as {name: text}"
        ) from error
    return dict(sorted(topics.items()))


def drop_repeats(
    topics: Mapping[str, str], *, words: int = 8, share: float = 0.3
) -> dict[str, str]:
    """Keep the topics that say something of their own, longest first.

    Many topics are chapters of others. If one half of such a pair were trained on and the other
    held out, the model would be asked in the examination what it has learned by heart.

    Args:
        topics: Name -> text.
        words: Length of the runs of words that are compared.
        share: A topic goes when more than this share of its runs stands in topics kept before it.

    Returns:
        The topics kept, longest first, equals by name.

    Raises:
        ValueError: ``words`` is below 1, or ``share`` is not in [0, 1].

    Source:
        Broder, "On the resemblance and containment of documents" (1997), for comparing texts by
        their runs of words (shingles).

    Example:
        >>> poems = {"long": "a b c d e f g h i j", "part": "b c d e f g h i", "own": "a stitch"}
        >>> list(drop_repeats(poems))
        ['long', 'own']
    """
    if words < 1 or not 0 <= share <= 1:
        raise ValueError(
            f"words must be 1 or more and share in [0, 1], got words={words} and share={share}: "
            "8 words and a share of 0.3 keep what is new"
        )
    kept: dict[str, str] = {}
    seen: set[tuple[str, ...]] = set()
    for name, text in sorted(topics.items(), key=lambda item: (-len(item[1]), item[0])):
        runs = _runs_of_words(text, words)
        if len(runs & seen) <= share * len(runs):
            kept[name] = text
            seen |= runs
    return kept


def split_topics(
    topics: Mapping[str, str], *, every: int = 4
) -> tuple[dict[str, str], dict[str, str]]:
    """Hold out every fourth topic, whole, so that no sentence stands on both sides.

    Args:
        topics: Name -> text; longest first (as :func:`drop_repeats` gives them) the longest are
            trained on and the sizes held out are mixed.
        every: One topic in this many is held out.

    Returns:
        The topics to train on and the topics to validate on.

    Raises:
        ValueError: ``every`` is below 2, or there are fewer topics than ``every``.
    """
    if not 2 <= every <= len(topics):
        raise ValueError(
            f"every must be 2 to {len(topics)}, the number of topics, got {every}: "
            "both sides need a topic"
        )
    held_out = set(list(topics)[every - 1 :: every])
    training = {name: text for name, text in topics.items() if name not in held_out}
    return training, {name: topics[name] for name in topics if name in held_out}


def _runs_of_words(text: str, words: int) -> set[tuple[str, ...]]:
    """All runs of so many words that stand in the text."""
    split = text.split()
    return {tuple(split[i : i + words]) for i in range(len(split) - words + 1)}
