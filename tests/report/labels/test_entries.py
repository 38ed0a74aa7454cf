from seethrough.report.labels.entries import entry


def test_what_was_read_in_an_unusual_way_is_said_in_plain_words() -> None:
    assert entry("flattened_chats") == "chats that were read as text, a line for each turn"
    assert entry("null_texts").startswith("texts that are missing")


def test_what_the_sanitizer_counted_is_called_as_the_sanitizer_called_it() -> None:
    said = entry("records_cut")
    assert entry("sanitizer_records_cut") == f"{said}, as the release was made"
    assert entry("sanitizer_withheld") == "sanitizer withheld"
