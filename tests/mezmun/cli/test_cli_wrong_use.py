"""A wrong use of the command line ends with one sentence, the right exit code and no traceback."""

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        # The command line itself is wrong: 2.
        ("extrct page.html", 2, "No such command 'extrct'"),
        ("extract page.html --fromat json", 2, "No such option '--fromat'"),
        ("extract page.html --format docx", 2, "--format is 'docx': it takes txt"),
        ("extract page.html --json --format md", 2, "--json and --format md ask for different things"),
        ("extract page.html --explain --format md", 2, "--format md is for a text, and --explain gives none"),
        ("extract page.html --method magic", 2, "no extraction method 'magic'; choose one of"),
        ("extract page.html --comments yes", 2, "--comments is 'yes': it takes include"),
        ("extract page.html --without spam", 2, "--without is 'spam': it takes alphabets, "),
        ("extract page.html --prune p[", 2, "--prune is 'p[', which is no CSS selector."),
        ("extract saved --keep p[", 2, "--keep is 'p[', which is no CSS selector."),
        ("extract page.html --languages Uyghur", 2, "--languages has 'Uyghur': it takes ISO 639 codes"),
        ("extract page.html --languages ug,", 2, "--languages has '': it takes ISO 639 codes"),
        ("extract page.html --jobs 3", 2, "--jobs is for many pages"),
        ("extract page.html --jobs 0", 2, "--jobs"),
        ("extract saved --jobs 99999999", 2, "99999999 is not in the range 1<=x<=1024"),
        ("extract page.html --timeout nan", 2, "--timeout is no number of seconds."),
        ("extract page.html --timeout 1e400", 2, "'--timeout': inf is not in the range"),
        ("extract ''", 2, "The name of a page is empty"),
        ("takedown", 2, "Give either a page's URL, or --site"),
        ("evaluate", 2, "Say which labelled pages to measure on"),
        ("extract page.html --resume", 2, "--resume is for many pages"),
        ("extract page.html --site-mode", 2, "--site-mode is for many pages"),
        ("extract saved --url https://a.example/", 2, "--url is for one page"),
        ("extract saved --format md", 2, "--format is for one page"),
        ("extract saved --explain", 2, "--explain is for one page"),
        ("extract page.html --url example.org", 2, "--url is 'example.org', which is no web address: it must begin"),
        ("extract page.html --url ''", 2, "--url is '', which is no web address"),
        ("extract saved HTTPS://a.example/", 2, "HTTPS://a.example/ must be a file"),
        ("extract page.html --timeout 0", 2, "'--timeout': 0.0 is not in the range"),
        ("extract page.html --languages ''", 2, "--languages has '': it takes ISO 639 codes"),
        ("methods all", 2, "unexpected extra argument"),
        ("completion", 2, "Missing argument"),
        ("completion tcsh", 2, "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
        ("extract saved --jobs many", 2, "'many' is not a valid integer range."),
        ("extract page.html --json=yes", 2, "Option '--json' does not take a value."),
        ("extract page.html --method", 2, "Option '--method' requires an argument."),
        ("export corpus --since yesterday", 2, "'yesterday' does not match the format '%Y-%m-%d'."),
        ("'' page.html", 2, "No such command ''"),
        ("--colour", 2, "No such option '--colour'"),
        ("extract saved --resume", 2, "Only a run with --output can be resumed"),
        ("extract saved --output texts.doc", 2, "texts.doc must end in"),
        ("extract saved https://a.example/", 2, "https://a.example/ must be a file"),
        ("extract page.html --site-pages saved --method correlativity", 2, "makes no use of a site"),
        ("convert latin.txt --to klingon", 2, "no script 'klingon': a script is one of arabic"),
        ("convert latin.txt --from klingon", 2, "no script 'klingon'"),
        ("normalize latin.txt --language Klingon", 2, "did you mean tlh (Klingon)?"),
        (
            "normalize latin.txt --also spam",
            2,
            "--also is 'spam': it takes bare-vowels, digits, punctuation, ",
        ),
        ("normalize latin.txt --also heh", 2, "--also is 'heh': it takes bare-vowels, digits"),
        ("export corpus --respect noarchve", 2, "--respect is 'noarchve': it takes noarchive, "),
        ("operator set gulnar --role king --password x", 2, "'king' is not one of 'viewer', 'operator'."),
        ("db upgrade now please", 2, "unexpected extra argument"),
        # What it is applied to is wrong: 1.
        ("extract no-such.html", 1, "The file no-such.html cannot be read: No such file or directory.\n"),
        ("extract example.org", 1, "Did you mean https://example.org?"),
        ("extract www.example.org/news/1?id=2", 1, "Did you mean https://www.example.org/news/1?id=2?"),
        ("extract htp://example.org/", 2, "fetched from http:// and https:// addresses, not from htp."),
        ("extract http://[::1", 2, "'http://[::1' is no web address: Invalid IPv6 URL."),
        ("extract http://", 2, "'http://' is no web address: it needs a host name"),
        ("extract ftp://example.org/a.html", 2, "not from ftp."),
        ("extract HTTP://[::1", 2, "'HTTP://[::1' is no web address: Invalid IPv6 URL."),
        ("extract http://a.example:99999/", 2, "no web address: Port out of range"),
        ("extract http://me:secret@a.example/", 2, "Mezmun logs in nowhere"),
        ("extract http://127.0.0.1:9/", 1, "robots.txt could not be read: nothing accepts connections there."),
        ("extract http://no-such.invalid/", 1, "robots.txt could not be read: there is no host of that name"),
        ("extract loop", 1, "The file loop cannot be read: Too many levels of symbolic links."),
        (f"extract {'long' * 80}", 1, "cannot be read: File name too long."),
        (f"extract saved {'long' * 80}", 1, "There is no file or folder long"),
        ("extract page.html/page.html", 1, "cannot be read: Not a directory."),
        ("extract saved --output half.jsonl", 1, "The journal half.jsonl.journal.json is damaged, or another version"),
        ("extract saved --output half.jsonl --resume", 1, "The journal half.jsonl.journal.json is damaged"),
        ("extract saved --output other.jsonl --resume", 1, "The journal other.jsonl.journal.json is damaged"),
        ("extract saved --output list.jsonl --resume", 1, "The journal list.jsonl.journal.json is damaged"),
        ("import no-such.warc --site a", 1, "There is no file or folder no-such.warc."),
        ("normalize saved", 1, "saved cannot be read: Is a directory."),
        ("normalize loop", 1, "loop cannot be read: Too many levels of symbolic links."),
        ("sites check page.html", 1, "page.html:1: a site file is a mapping with at least kind and seeds."),
        ("extract saved no-such", 1, "There is no file or folder no-such."),
        ("extract saved --output no-such/x.jsonl", 1, "There is no folder no-such"),
        ("extract noise.warc.gz", 1, "damaged"),
        ("extract half.warc.gz --output texts.jsonl", 1, "1 stretch is damaged: all that could be read, "),
        ("convert chinese.txt --to arabic", 1, "in no script that Uyghur is written in (Hani)"),
        ("normalize no-such.txt", 1, "no-such.txt cannot be read"),
        ("normalize paper.pdf", 1, "paper.pdf is no text in any encoding"),
        ("sites check no-such", 1, "There is no file or folder no-such."),
        ("sites check wrong.yaml", 1, "wrong.yaml:1: kind: it takes 'news', 'blog' or 'forum'."),
        ("sites check wrong.yaml", 1, "wrong.yaml:3: limits.delay: it takes a number."),
        ("sites check wrong.yaml", 1, "wrong.yaml:4: unknown key colour"),
        ("extract page.html --favor speed", 2, "--favor is 'speed': it takes balance, precision, recall."),
        ("extract page.html --favor recall --method correlativity", 2, "which correlativity does not."),
        ("crawl nothing", 1, "There is no site 'nothing' in sites (there: none yet); write sites/nothing.yaml."),
        ("crawl example.org", 1, "(there: none yet); a web address begins with http:// or https://."),
        ("sites check nothing", 1, "There is no site file in nothing: one ends in .yaml."),
        ("evaluate normalization nothing", 1, "nothing holds nothing to measure on"),
        ("normalize ''", 2, "The name of a text is empty"),
        ("convert --to latin ''", 2, "The name of a text is empty"),
        ("export corpus --language Uyghur", 2, "--language: 'Uyghur' is no language code"),
        ("feed push a --exchange --language uig", 2, "did you mean ug (Uyghur)?"),
        ("export corpus --kind magazine", 2, "'magazine' is not one of 'news', 'blog', 'forum'"),
        ("export corpus --min-confidence nan", 2, "--min-confidence is no number."),
        ("reextract --site a --method magic", 2, "There is no method 'magic'; `mezmun methods` lists them."),
        ("reextract --site a --method mezmun@0", 2, "of mezmun, not 0."),
        ("takedown page.html", 2, "'page.html' is no web address: it must begin with http:// or https://."),
        ("crawl http://", 2, "'http://' is no web address: it needs a host name"),
        ("crawl ftp://a.example/", 2, "'ftp://a.example/' is no web address: it must begin with http:// or https://."),
        ("sites add a.example", 2, "'a.example' is no web address"),
        ("sites add http://a.example/ --name 'a b'", 2, "'a b' is no name of a site"),
        ("sites try http://", 2, "'http://' is no web address: it needs a host name"),
        ("takedown http://", 2, "'http://' is no web address: it needs a host name"),
        ("evaluate segments", 2, "Say which pages with phrases to measure on"),
        ("evaluate stages", 2, "Say which labelled pages to measure on"),
        ("evaluate --data nothing --group x", 2, "--group is 'x': it takes kind, lang or site."),
        ("evaluate segments --data nope", 1, "nope/index.jsonl cannot be read: No such file or directory."),
        ("evaluate structure --method magic", 1, "There is no extraction method 'magic'; choose one of mezmun, "),
        ("evaluate masks paper.pdf", 1, "paper.pdf is no text in UTF-8, from its byte 11 on."),
        ("extract page.html --site-pages nothing", 1, "There is no page in nothing."),
        # All was done, and there is no text: 3.
        ("extract paper.pdf", 3, "paper.pdf is not-html: it is a PDF"),
        ("extract empty.html", 3, "empty.html is empty: the page has no bytes."),
        ("extract nothing", 3, "There is no page in nothing."),
        ("extract nothing --output new.jsonl", 3, "There is no page in nothing."),
    ],
)
def test_a_wrong_use_is_one_sentence(command, code, sentence, run):
    ended, out, err = run(command, {"MEZMUN_LOG_LEVEL": "INFO", "COLUMNS": "200"})
    assert sentence in err
    assert "Traceback" not in err
    assert ended == code
    assert out.strip() in ("", "0 right, 1 wrong.") or "passed over: damaged" in out


@pytest.mark.parametrize(
    ("command", "variable", "value", "sentence"),
    [
        ("doctor", "MEZMUN_BROKER_URL", "http://me:secret@host/", "MEZMUN_BROKER_URL: 'http' is no broker"),
        ("worker", "MEZMUN_BROKER_URL", "redis://host/", "'redis' is no broker that is supported; give amqp://"),
        ("worker", "MEZMUN_BROKER_URL", "host", "MEZMUN_BROKER_URL: 'host' is no broker"),
        ("worker", "MEZMUN_METRICS_ADDRESS", "127.0.0.1", "'127.0.0.1' is no host:port, such as 127.0.0.1:9464"),
        ("worker", "MEZMUN_LOG_LEVEL", "LOUD", "MEZMUN_LOG_LEVEL: 'LOUD' is no level; there are DEBUG"),
        ("documents", "MEZMUN_DATABASE_URL", "mysql://me:secret@host/x", "mysql"),
        ("documents", "MEZMUN_DATABASE_URL", "postgresql://me:secret@127.0.0.1:9/x", "127.0.0.1:9"),
        ("extract large.html", "MEZMUN_MAX_PAGE_BYTES", "900", "MEZMUN_MAX_PAGE_BYTES sets the limit"),
        ("extract page.html", "MEZMUN_MAX_PAGE_BYTES", "many", "MEZMUN_MAX_PAGE_BYTES"),
        ("documents", "MEZMUN_DATABASE_URL", "postgresql://me:secret@host:port/x", "The database URL cannot be read"),
        ("sites list", "MEZMUN_SITES_DIR", "page.html", "MEZMUN_SITES_DIR is page.html, which is a file"),
        ("sites list", "MEZMUN_SITES_DIR", ".", "wrong.yaml:4: unknown key colour"),
    ],
)
def test_a_wrong_setting_is_named(command, variable, value, sentence, run):
    ended, out, err = run(command, {variable: value})
    assert sentence in out + err
    assert "secret" not in out + err
    assert "Traceback" not in err
    assert ended == 1


def test_a_run_that_met_no_page_leaves_no_output_behind(run, tmp_path):
    for output in ("new.jsonl.zst", "new.parquet"):
        assert run(f"extract nothing --output {output}", {})[0] == 3
    assert not list(tmp_path.glob("new*"))


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        ("MEZMUN_DATABSE_URL", "MEZMUN_DATABSE_URL is no setting: did you mean MEZMUN_DATABASE_URL?"),
        ("MEZMUN_XYZZY", "MEZMUN_XYZZY is no setting; the manual of operators lists the settings."),
    ],
)
def test_a_variable_that_is_no_setting_is_told_once(variable, sentence, run):
    assert run("sites list", {variable: "x"})[2].count(sentence) == 1


def test_a_line_of_the_settings_file_that_is_no_setting_is_told(run, tmp_path):
    (tmp_path / ".env").write_text("MEZMUN_RAW_STOR=/srv/raw\nOTHER=1\n")
    assert run("sites list", {})[2].count("MEZMUN_RAW_STOR is no setting: did you mean MEZMUN_RAW_STORE?") == 1
    (tmp_path / ".env").write_text("MEZMUN_RAW_STORE=/srv/raw\nOTHER=1\n")
    assert "is no setting" not in run("sites list", {})[2]
