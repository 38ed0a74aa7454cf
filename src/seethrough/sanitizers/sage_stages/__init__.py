"""The stages and agents of SAGE; ``seethrough.sanitizers.sage`` is the sanitizer."""
