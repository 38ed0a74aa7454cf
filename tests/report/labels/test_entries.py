from seethrough.report.labels.entries import entry


def test_what_the_sanitizer_counted_is_called_as_the_sanitizer_called_it() -> None:
    said = entry("records_cut")
    assert entry("sanitizer_records_cut") == f"{said}, as the release was made"
    assert entry("sanitizer_withheld") == "sanitizer withheld"
