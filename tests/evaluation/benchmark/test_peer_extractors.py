from importlib import metadata

import pytest

from evaluation.benchmark import peer_extractors
from evaluation.benchmark.system_choice import choose
from evaluation.benchmark.systems import Source

SENTENCES = [
    "The council of the town met on Monday evening, and it talked about the new bridge over the river for three hours.",
    "Most of the people who came to the hall were in favour of the plan, but they asked that the old trees be kept.",
    "The mayor said that the work would begin in the spring, and that the road to the market would stay open.",
    "It is not yet known who will pay for it, since the county has not answered the letter that was sent to it in May.",
]
CHINESE = [
    "本市议会星期一晚上开会，讨论在河上新建一座桥的计划，会议持续了三个小时，许多居民到场旁听。",
    "大多数到场的居民支持这个计划，但是他们要求保留河边的老树，并且在施工期间保持道路畅通。",
    "市长表示，工程将在明年春天开始，通往市场的道路在整个施工期间都会保持开放，请市民放心。",
]
MENU = "<ul>" + "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "Imprint", "Sitemap")) + "</ul>"


def page(sentences: list[str], lang: str) -> Source:
    article = f"<p>{' '.join(sentences)}</p>" * 3
    html = (
        f"<!DOCTYPE html><html lang={lang}><head><meta charset=utf-8><title>News</title></head><body>"
        f"<div id=nav>{MENU}</div><div class='article content'><h1>A bridge</h1>{article}</div>"
        "</body></html>"
    )
    return Source(html, "http://news.example/bridge", lang)


@pytest.mark.parametrize("peer", peer_extractors.installed()[0], ids=lambda peer: peer.name)
def test_a_peer_keeps_the_article_and_leaves_the_menu(peer):
    sentences, lang = (CHINESE, "zh") if peer.languages == {"zh"} else (SENTENCES, "en")
    text = peer.load()(page(sentences, lang))
    assert all(sentence in text for sentence in sentences)
    assert "Imprint" not in text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["justext", "newspaper4k", "goose3"])
@pytest.mark.parametrize("lang", ["zh", "ug", None])
def test_peers_that_take_a_language_accept_any(name: str, lang: str | None):
    (peer,), _ = choose([name])
    text = peer.load()(page(CHINESE if lang == "zh" else SENTENCES, lang or ""))
    assert isinstance(text, str)


def test_all_peers_are_installed_where_tests_run():
    # The development environment brings them; without this, a broken group would skip its own tests.
    present, missing = peer_extractors.installed()
    assert missing == []
    assert len(present) == 10


def test_one_that_is_not_installed_is_switched_off_with_a_note(monkeypatch: pytest.MonkeyPatch):
    real = metadata.version

    def version(name: str) -> str:
        if name == "justext":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    present, missing = choose(["all-text"], with_peers=True)
    assert "justext" not in [peer.name for peer in present]
    assert [each.name for each in missing] == ["justext"]
    assert "uv sync --group peers" in missing[0].note
    assert choose(["justext"]) == ([], missing)
