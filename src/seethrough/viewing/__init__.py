"""Every finding of a run, kept for ``view``, and the page on loopback that shows them.

``form`` says what the files hold, ``gathering`` takes it from audits and ``writing`` writes it;
``reading`` opens it again, ``choosing`` filters, sorts and pages, ``listing`` and ``details`` say
what is shown of it, ``pages`` makes HTML of that, and ``server`` answers.
"""
