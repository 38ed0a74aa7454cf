"""Files that are whole or not there at all, and finished work that survives being killed."""
