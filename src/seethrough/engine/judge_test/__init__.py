"""Does a judge hear what it should, and nothing else? Asked with claims whose answer is known.

``check`` puts a judge to the test, ``known`` holds invented probes, ``rewording`` and ``negation``
make probes from the user's own claims by rule.
"""
