"""Judges that ask a language model: from its answers to grades, and its calibration."""
