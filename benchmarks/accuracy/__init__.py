"""How often the parts are right."""
