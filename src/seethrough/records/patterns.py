"""Regular expressions in files of a user's own."""

from __future__ import annotations

import re
import warnings


def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression.

    Raises:
        ValueError: It is none; says why in a few words that quote nothing of it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what a later Python may read otherwise
            return re.compile(pattern, flags)
    except re.error as error:
        raise ValueError(error.msg) from None
    except OverflowError:
        raise ValueError("a number of repetitions is too large") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
