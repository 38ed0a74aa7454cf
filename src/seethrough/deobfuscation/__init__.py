"""What a person or a script sees through: disguised text made plain again, and what stays hidden.

`seethrough.deobfuscation.undoing` has the steps in order; each step is a pure function from text to
text that returns what it was given where there is nothing to undo.
"""
