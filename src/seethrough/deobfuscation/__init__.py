"""Undoing simple disguises: text that a person or a script can make plain again.

`seethrough.deobfuscation.undoing` has the steps in order; each step is a pure function from text to
text that returns its input if there is nothing to undo.
"""
