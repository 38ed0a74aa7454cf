"""The slower reader of ``local:depth=full``: MPNet with what it learned from ratings."""
