"""Every audit tests itself: where the answer is known, attacks and judges must find it.

``running`` says which tests an audit runs, ``attacks`` tests an attack, ``judge_test`` a judge, and
``result`` says what a test found and what follows.
"""
