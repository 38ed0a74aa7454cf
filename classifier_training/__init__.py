"""How the weights of the offline classifier of claims were made."""
