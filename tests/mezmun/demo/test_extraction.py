"""The default method gives the text of the sample sites, whole and without what stands around it."""

from urllib.parse import urlsplit

import pytest

from extraction import DEFAULT_METHOD
from mezmun.demo.sample_site import NoiseKind, SampleSite, Truth
from mezmun.demo.sample_sites import BUILDERS
from workers.pipeline import process

BANNED = {NoiseKind.NAVIGATION, NoiseKind.ADVERT, NoiseKind.COPYRIGHT, NoiseKind.NICKNAME}
SITES = {kind: build("http://127.0.0.1:8800") for kind, build in BUILDERS.items()}
PAGES = [pytest.param(site, truth, id=truth.url) for site in SITES.values() for truth in site.truth]


@pytest.mark.parametrize(("site", "truth"), PAGES)
def test_every_paragraph_is_stored_and_no_menu_advert_copyright_line_or_nickname(
    site: SampleSite, truth: Truth
) -> None:
    url = urlsplit(truth.url)
    page = site.pages[f"{url.path}?{url.query}" if url.query else url.path]
    made = process(page.body, method=DEFAULT_METHOD, content_type=page.content_type, url=truth.url)
    assert truth.missing(made.text) == ()
    assert [noise for noise in truth.leaked(made.text) if noise.kind in BANNED] == []
