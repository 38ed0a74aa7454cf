"""Clients of model servers, and the one that runs on this machine."""
