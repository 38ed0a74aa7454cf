"""Original wording that stands in a release: whole records, nearly whole ones, single sentences."""
