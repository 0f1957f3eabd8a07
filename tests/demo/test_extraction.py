"""The default methods give the text of the sample sites, whole and without what stands around it."""

from urllib.parse import urlsplit

import pytest

from mezmun.demo.pages import NoiseKind, SampleSite, Truth
from mezmun.demo.sites import BUILDERS
from mezmun.sites import Kind
from workers.pipeline import process
from workers.processing import METHODS

BANNED = {NoiseKind.NAVIGATION, NoiseKind.ADVERT, NoiseKind.COPYRIGHT, NoiseKind.NICKNAME}
SITES = {kind: build("http://127.0.0.1:8800") for kind, build in BUILDERS.items()}
PAGES = [
    pytest.param(METHODS[Kind(kind)], site, truth, id=truth.url) for kind, site in SITES.items() for truth in site.truth
]


@pytest.mark.parametrize(("method", "site", "truth"), PAGES)
def test_every_paragraph_is_stored_and_no_menu_advert_copyright_line_or_nickname(
    method: str, site: SampleSite, truth: Truth
) -> None:
    url = urlsplit(truth.url)
    page = site.pages[f"{url.path}?{url.query}" if url.query else url.path]
    made = process(page.body, method=method, content_type=page.content_type, url=truth.url)
    assert truth.missing(made.text) == ()
    assert [noise for noise in truth.leaked(made.text) if noise.kind in BANNED] == []
