"""Names that sign the texts of a page of several."""

from extraction import extract


def test_names_that_sign_letters_of_readers_go() -> None:
    sentence = "The new path along the river is beautiful, but nobody has thought of any light for the evenings."
    letters = (
        ("Path", "Jan de Vries, Utrecht"),
        ("Pool", "<i>Marieke van den Berg, Maarssen</i>"),
        ("Train", "Anna Berg (Bree)"),
    )

    def text(*letters: tuple[str, str]) -> str:
        parts = "".join(f"<h3>{title}</h3><p>{sentence}</p><p>{name}</p>" for title, name in letters)
        return extract(f"<html lang=nl><title>1912</title><body><h1>1912</h1>{parts}", method="all-text").text

    assert text(*letters) == "\n".join(["1912", *(f"{title}\n{sentence}" for title, _ in letters)])
    trades = (("Path", "Anna Berg, bakker"), ("Pool", "Clara Hilton, Bree"), ("Train", "Jan de Vries"))
    assert not any(name in text(*trades) for _, name in trades)
    places = (("Path", "Hotel Berg, Utrecht"), ("Pool", "Hotel Vallei, Maarssen"), ("Train", "Station, Bree"))
    assert all(place in text(*places) for _, place in places)
