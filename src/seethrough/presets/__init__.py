"""The grids of four papers, and their tables with the figures that they published."""
