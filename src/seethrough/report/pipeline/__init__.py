"""What other programs read of a result: JUnit XML, Markdown, a table of targets."""
