"""The truth of the sample sites is what is on their pages, however the pages write it."""

import html
import re
import unicodedata
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import pytest

from mezmun.core.sites import site_files
from mezmun.demo.sample_site import Noise, NoiseKind, SampleSite, Truth
from mezmun.demo.sample_sites import BUILDERS

BASE = "http://127.0.0.1:8800"
SITES = {kind: build(BASE) for kind, build in BUILDERS.items()}
TRUTHS = [pytest.param(site, truth, id=truth.url) for site in SITES.values() for truth in site.truth]


def _path(truth: Truth) -> str:
    return truth.url.removeprefix(BASE)


def _visible(site: SampleSite, truth: Truth) -> str:
    """Read a page with the standard library alone: bytes, then tags away, then references, then letter forms."""
    page = site.pages[_path(truth)]
    charset = "cp1252" if b"charset=windows-1252" in page.body else "utf-8"
    text = re.sub(r"</?(?:b|a|i)\b[^>]*>", "", page.body.decode(charset))
    text = html.unescape(re.sub(r"<[^>]*>", "\n", text)).translate({0xFEE9: "\u06d5", 0xFEEA: "\u06d5"})
    return unicodedata.normalize("NFKC", text)


def _closed(site: SampleSite) -> tuple[str, ...]:
    return tuple(re.findall(r"^Disallow: (\S+)$", site.pages["/robots.txt"].body.decode(), re.MULTILINE))


def _plain(line: str) -> str:
    return unicodedata.normalize("NFKC", line)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BUILDERS)
def test_building_twice_gives_the_same_bytes(kind: str) -> None:
    again = BUILDERS[kind](BASE)
    assert again == SITES[kind]


@pytest.mark.parametrize(("site", "truth"), TRUTHS)
def test_title_and_every_paragraph_stand_on_the_page_in_order(site: SampleSite, truth: Truth) -> None:
    visible = _visible(site, truth)
    assert _plain(truth.title) in visible
    assert truth.paragraphs
    at = 0
    for paragraph in truth.paragraphs:
        at = visible.find(_plain(paragraph), at)
        assert at >= 0, paragraph
        at += len(_plain(paragraph))


@pytest.mark.parametrize(("site", "truth"), TRUTHS)
def test_noise_stands_on_the_page_and_in_no_paragraph(site: SampleSite, truth: Truth) -> None:
    visible = _visible(site, truth)
    for noise in truth.noise:
        assert _plain(noise.line) in visible
    assert truth.leaked("\n".join((truth.title, *truth.paragraphs))) == ()
    kinds = {noise.kind for noise in truth.noise}
    assert {NoiseKind.NAVIGATION, NoiseKind.ADVERT, NoiseKind.COPYRIGHT} <= kinds


def test_a_truth_tells_what_a_text_lacks_and_what_it_should_not_hold() -> None:
    advert = Noise(NoiseKind.ADVERT, "buy this")
    truth = Truth("u", "t", "en", ("one", "two words", "one"), (advert,))
    assert truth.missing("one\ntwo\nwords one") == ()
    assert truth.missing("one\ntwo words") == ("one",)
    assert truth.missing("two words one") == ("two words", "one")
    assert truth.leaked("one, buy\nthis") == (advert,)
    assert truth.leaked("one, two words") == ()


@pytest.mark.parametrize("site", SITES.values(), ids=SITES)
def test_links_to_the_site_itself_lead_to_every_content_page(site: SampleSite) -> None:
    seen: set[str] = set()
    open_pages = ["/"]
    while open_pages:
        path = open_pages.pop()
        if path in seen or path not in site.pages:
            continue
        seen.add(path)
        for link in re.findall(r'href="([^"]+)"', site.pages[path].body.decode("cp1252", "replace")):
            url = urljoin(f"{BASE}{path}", html.unescape(link))
            if url.startswith(BASE):
                open_pages.append(url.removeprefix(BASE))
    assert {_path(truth) for truth in site.truth} <= seen
    assert any(path.startswith(_closed(site)) for path in seen), "a link tempts a crawler to ignore robots.txt"


@pytest.mark.parametrize("site", SITES.values(), ids=SITES)
def test_robots_txt_closes_pages_that_are_there_and_none_of_the_truth(site: SampleSite) -> None:
    closed = _closed(site)
    assert any(path.startswith(closed) for path in site.pages)
    assert not any(_path(truth).startswith(closed) for truth in site.truth)


@pytest.mark.parametrize("kind", BUILDERS)
def test_the_site_file_is_valid_and_names_each_page_of_the_truth(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"{SITES[kind].name}.yaml"
    file.write_text(SITES[kind].definition, encoding="utf-8")
    site = site_files.load(file)
    assert site.kind == kind
    assert site.limits.delay == 0
    wanted = (*site.rules.article, *site.rules.thread, *site.rules.next_page)
    for truth in SITES[kind].truth:
        assert any(re.search(rule, truth.url) for rule in wanted), truth.url
        assert not any(re.search(rule, truth.url) for rule in site.rules.skip), truth.url


def test_the_sites_hold_what_makes_them_hard() -> None:
    news, blog, forum = SITES["news"], SITES["blog"], SITES["forum"]
    bodies = b"".join(page.body for path, page in news.pages.items() if path.startswith("/show.php"))
    assert re.search(rb"&#\d+;", bodies)
    assert re.search(rb"&#x[0-9A-F]+;", bodies)
    assert re.search(rb"&#\d+&#", bodies)
    assert b"\xab" in bodies, "quotation marks of windows-1252 are bytes"
    assert Counter(truth.language for truth in news.truth) == {"ug": 8, "zh": 2, "en": 2}
    post = blog.pages["/2016/05/pemidur/"].body.decode()
    assert re.search("[\ufb50-\ufbff]", post)
    assert re.search("[\ufe80-\ufefc]", post)
    assert re.search("[\ufbea-\ufbfb]", blog.pages["/2016/04/welisipit/"].body.decode())
    pages_of_threads = Counter(re.sub(r"page=\d+&", "", truth.url) for truth in forum.truth)
    assert sorted(pages_of_threads.values()) == [1, 1, 2, 2, 3]
    assert min(len(paragraph) for truth in forum.truth for paragraph in truth.paragraphs) <= 6
