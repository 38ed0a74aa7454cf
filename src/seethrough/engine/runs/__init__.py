"""Attacks and utilities run on a release, and figures made of what they did."""
