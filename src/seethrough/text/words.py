"""Word lists in a form that is easy to read and to review."""


def vocabulary(words: str) -> frozenset[str]:
    """Return the words of a text, separated by white space, as a set."""
    return frozenset(words.split())
