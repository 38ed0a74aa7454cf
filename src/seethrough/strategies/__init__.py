"""Strategies of the reconstruction attack, one adversary per module."""
