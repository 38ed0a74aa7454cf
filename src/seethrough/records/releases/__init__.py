"""The kinds of release: a text data set, a service over one, a model trained on one."""
