"""Inputs that nobody thought of, for all that reads and all that escapes what others wrote.

    make fuzz                                  10,000 inputs in all
    make fuzz INPUTS=1000000                   a million
    python -m fuzzing csv plan --seed 2        two targets, other inputs
    python -m fuzzing csv --again FILE         one input once more, with its traceback

A target is a module in ``targets``: ``SEEDS``, which are good examples, and ``check``, which takes
one input and raises whatever a user must never see. The package may refuse an input with an error
of its own, in one line (``checks.answered``); anything else that is raised, takes too long, warns,
or leaves a file behind is a finding. atheris changes the seeds wherever that reaches lines of the
package that no input has reached before; without it (``--unguided``) they are changed blindly, as
the fast tests do. The same seed gives the same inputs.
"""
