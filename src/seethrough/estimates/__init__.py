"""Figures with their control, baseline and 95 % interval."""
