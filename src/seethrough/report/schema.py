"""The version of the machine form; a report of another one is not read."""

SCHEMA = 2
