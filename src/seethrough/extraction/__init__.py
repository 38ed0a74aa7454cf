"""The questions of extraction attacks, and how answers are matched and counted."""
