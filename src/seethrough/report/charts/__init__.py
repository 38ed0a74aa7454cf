"""Charts for papers, slides and pages: drawn with Altair, written by vl-convert, no network."""
