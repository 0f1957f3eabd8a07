from datetime import timedelta
from pathlib import Path

import pytest

from mezmun.core.errors import ConfigurationError, InvalidInputError
from mezmun.core.sites import site_files
from mezmun.core.sites.site_schema import Site, SiteKind

MINIMAL = "kind: news\nseeds:\n  - https://example.org/\n"


def write(folder: Path, text: str, name: str = "example.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def fault_of(folder: Path, text: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        site_files.load(write(folder, text))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_three_lines_are_a_site(tmp_path):
    site = site_files.load(write(tmp_path, MINIMAL))
    assert site.name == "example"
    assert site.kind is SiteKind.NEWS
    assert site.interval == timedelta(days=1)
    assert site.allowed_hosts == {"example.org", "www.example.org"}


def test_sites_are_in_the_order_of_their_numbers(tmp_path):
    for number in (10, 2, 1):
        write(tmp_path, MINIMAL, f"small-{number}.yaml")
    assert [*site_files.load_all(tmp_path)] == ["small-1", "small-2", "small-10"]


def test_every_value_is_read(tmp_path):
    text = MINIMAL + (
        "hosts: [example.org]\nschedule: 90m\nlimits: {pages: 5, depth: 2, delay: 0, timeout: 3}\n"
        "rules:\n  article: ['/a/\\d+']\nquery: {keep: [id]}\nmethod: correlativity\nenabled: false\n"
        "assertions: {min_content_pages: 3}\n"
    )
    site = site_files.load(write(tmp_path, text))
    assert site.interval == timedelta(minutes=90)
    assert site.limits.pages == 5
    assert site.limits.delay == 0
    assert site.rules.article == (r"/a/\d+",)
    assert site.query.keep == ("id",)
    assert not site.enabled
    assert site.assertions.min_content_pages == 3


SECTION = "sections:\n  - kind: forum\n    addresses: ['/bbs/']\n"


def test_a_section_has_its_own_kind_and_rules_and_the_rest_from_the_site(tmp_path):
    more = "    seeds: [https://bbs.example.org/]\n    rules: {thread: ['/t/']}\n    schedule: 2h\n"
    text = MINIMAL + "rules: {article: ['/a/']}\nlimits: {delay: 7}\n" + SECTION.replace("['/", "['^https://bbs', '/")
    site = site_files.load(write(tmp_path, text + more))
    forum = site.at("https://bbs.example.org/t/1")
    assert (forum.name, forum.kind, forum.rules.thread, forum.rules.article) == (
        "example",
        SiteKind.FORUM,
        ("/t/",),
        (),
    )
    assert (forum.interval, forum.limits.delay) == (timedelta(hours=2), 7)
    assert site.at("https://example.org/bbs/%D8%A6").kind is SiteKind.FORUM
    assert site.at("https://example.org/a/1") is site
    assert site.all_seeds == ("https://example.org/", "https://bbs.example.org/")
    assert site.allows("https://bbs.example.org/t/1")


def test_a_site_without_sections_is_the_same_everywhere(tmp_path):
    site = site_files.load(write(tmp_path, MINIMAL))
    assert site.at("https://example.org/bbs/") is site


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (MINIMAL + SECTION + "    method: mezmun\n", 7, "unknown key sections.0.method; known here: addresses, kind"),
        (MINIMAL + SECTION + "    rules: {pages: []}\n", 7, "unknown key sections.0.rules.pages; known here: allow"),
        (MINIMAL + SECTION.replace("['/bbs/']", "['(?=x)']"), 6, "no regular expression of RE2"),
        (MINIMAL + SECTION + "    seeds: [https://example.org/x]\n", 1, "is not in its section"),
        (MINIMAL.replace("news", "forum") + SECTION, 1, "a site has one forum"),
        (MINIMAL + "sedes: []\n", 4, "unknown key sedes"),
        (MINIMAL + "limits:\n  delay: 1\n  page: 5\n", 6, "unknown key limits.page; known here: delay, depth"),
        (MINIMAL + "rules:\n  skip:\n    - ok\n    - '(['\n", 7, "no regular expression"),
        ("kind: news\n", 1, "seeds is missing"),
        ("kind: news\nseeds: []\n", 2, "seeds"),
        ("kind: shop\nseeds: [https://example.org/]\n", 1, "'news', 'blog' or 'forum'"),
        ("kind: news\nseeds:\n  - https://example.org/\n  - example.org\n", 4, "http://"),
        ("kind: news\nseeds:\n  - https://me:secret@example.org/\n", 3, "logs in nowhere"),
        ("kind: news\nseeds: https://example.org/\n", 2, "seeds"),
        (MINIMAL + "kind: blog\n", 4, "kind stands twice"),
        (MINIMAL + "name: other\n", 4, "named after its file"),
        (MINIMAL + "limits:\n  pages: '5'\n", 5, "limits.pages"),
        (MINIMAL + "limits:\n  delay: -1\n", 5, "limits.delay"),
        (MINIMAL + "schedule: daily\n", 4, "30m, 12h, 1d"),
        (MINIMAL + "schedule: 0m\n", 4, "schedule"),
        (MINIMAL + "hosts: [other.org]\n", 1, "seed https://example.org/ is on none of the hosts other.org"),
        (MINIMAL + "hosts:\n  - 'http://example.org'\n", 5, "is no host"),
        (MINIMAL + "robots: false\n", 4, "unknown key robots"),
        ("kind: news\nseeds: [https://example.org/\n", 3, "no valid YAML"),
        ("- a\n- b\n", 1, "mapping"),
        ("", 1, "mapping"),
        ("kind: 2024-01-01\nseeds: [https://example.org/]\n", 1, "kind"),
    ],
)
def test_a_fault_is_one_sentence_with_file_and_line(tmp_path, text, line, words):
    message = fault_of(tmp_path, text)
    assert message.startswith(f"{tmp_path / 'example.yaml'}:{line}: ")
    assert words in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x: !secret abc", "the tag !secret is not read here"),
        ("x: " + "[" * 3000 + "]" * 3000, "more than 20 lists or mappings in each other"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]", "aliases (*name) are not read here"),
        ("? [a, b]\n: c", "a key must be a word"),
        ("schedule: 2024-13-45", "month must be in 1..12"),
        ("#" * 2_000_000, "more than 1,000,000 characters"),
    ],
)
def test_yaml_that_would_stop_a_reader_is_one_sentence(tmp_path, text, words):
    assert words in fault_of(tmp_path, MINIMAL + text)


def test_a_file_that_is_not_utf8_is_refused(tmp_path):
    path = tmp_path / "example.yaml"
    path.write_bytes(b"kind: news\nseeds: [https://example.org/\xff]\n")
    with pytest.raises(ConfigurationError, match="not UTF-8"):
        site_files.load(path)


def test_a_file_name_that_is_no_site_name_is_refused(tmp_path):
    with pytest.raises(ConfigurationError, match="a-z, 0-9"):
        site_files.load(write(tmp_path, MINIMAL, "My Site.yaml"))


def test_two_files_of_one_name_are_refused(tmp_path):
    write(tmp_path, MINIMAL)
    write(tmp_path, MINIMAL, "example.yml")
    with pytest.raises(ConfigurationError, match="two files"):
        site_files.load_all(tmp_path)


def test_examples_in_the_sub_folder_are_not_sites(tmp_path):
    (tmp_path / "examples").mkdir()
    write(tmp_path / "examples", MINIMAL)
    write(tmp_path, MINIMAL, "one.yaml")
    assert list(site_files.load_all(tmp_path)) == ["one"]


def test_an_unknown_name_says_which_there_are(tmp_path):
    write(tmp_path, MINIMAL, "one.yaml")
    with pytest.raises(ConfigurationError, match="there: one"):
        site_files.find(tmp_path, "two")
    assert site_files.find(tmp_path, "one").name == "one"


@pytest.mark.parametrize("path", sorted(Path("sites/examples").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_examples_are_right(path):
    assert site_files.load(path).kind == path.stem


def test_a_bare_url_makes_a_site():
    site = Site.from_url("http://127.0.0.1:8801/bbs/", SiteKind.FORUM)
    assert site.name == "127-0-0-1-8801"
    assert site.allows("http://127.0.0.1:8801/elsewhere")
    assert not site.allows("http://127.0.0.1:8802/")
    assert not site.allows("http://127.0.0.1/")


@pytest.mark.parametrize(
    "url", ["example.org", "ftp://example.org/", "http://", "http://a b/", "http://x:99999/", "javascript:1"]
)
def test_a_bare_url_that_is_none_is_refused(url):
    with pytest.raises(InvalidInputError, match="web address"):
        Site.from_url(url)


def test_hosts_compare_in_ascii_and_without_the_usual_port():
    site = Site.from_url("https://ئۇيغۇر.example.org/")
    assert site.allows("https://xn--lgbw0a4d47ac.example.org:443/x")
    assert site.allows("https://ئۇيغۇر.example.org/x")
    assert site.allows("http://WWW.ئۇيغۇر.example.org:80/")
    assert not site.allows("http://ئۇيغۇر.example.org:8080/")
    assert not site.allows("http://[broken/")


def test_a_site_survives_the_way_through_json():
    site = Site.from_url("https://example.org/", SiteKind.BLOG)
    assert Site.model_validate_json(site.model_dump_json()) == site


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rules: 3", "rules: it takes keys with values, not one value."),
        ("enabled: perhaps", "enabled: it takes true or false."),
        ("limits: {pages: 0}", "limits.pages: it takes more than 0."),
        ("limits: {depth: 1.5}", "limits.depth: it takes a whole number."),
        ("limits: {delay: x}", "limits.delay: it takes a number."),
        ("limits: {delay: 9999}", "limits.delay: it takes 3600 or less."),
        ("retention: {fetch_days: 3}", "retention.fetch_days: it takes 30 or more."),
        ("rules: {skip: 3}", "rules.skip: it takes a list."),
        ("rules: {skip: [3]}", "rules.skip.0: it takes a text."),
        ("sections: 3", "sections: it takes a list."),
    ],
)
def test_a_wrong_value_is_told_in_words_of_the_project(tmp_path, line, sentence):
    assert fault_of(tmp_path, f"{MINIMAL}{line}\n").endswith(f":4: {sentence}")


def test_a_wrong_kind_and_no_seeds_are_told_in_words_of_the_project(tmp_path):
    with pytest.raises(ConfigurationError) as caught:
        site_files.load(write(tmp_path, "kind: x\nseeds: []\n"))
    kind, seeds = str(caught.value).splitlines()
    assert kind.endswith(":1: kind: it takes 'news', 'blog' or 'forum'.")
    assert seeds.endswith(":2: seeds: it takes at least 1, and has 0.")
