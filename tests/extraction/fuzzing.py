"""Pages no one would write, from pages anyone could have: for the tests of what must never crash or hang."""

import contextlib
import gzip
import json
import time
from dataclasses import dataclass
from pathlib import Path

import extraction
from workers import pipeline

SEEDS = [
    """<!doctype html><html lang="ug"><head><meta charset="utf-8"><title>ئالما</title>
<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-03-05"}</script>
<meta property="og:title" content="ئالما باغدا"></head><body><nav><ul><li><a href="/">باش بەت</a>
<li><a href="/x">خەۋەر</a></ul></nav><article><h1>ئالما باغدا پىشتى</h1>
<time datetime="2024-03-05">2024-يىلى 3-ئاينىڭ 5-كۈنى</time>
<p>بۇ يىل كۈزدە باغدىكى ئالمىلار بەك ئوبدان پىشتى، شۇڭا قوشنىلار بىلەن بىللە ئۈزدۇق.<p>ﺋﺎﻟﻤﺎ ﺑﺎﻏﺪﺍ ﭘﯩﺸﺘﻰ، a@b.example
<ul><li>بىر<li>ئىككى</ul><pre>x = 1
y = 2</pre><blockquote>قىشتا يېيىش ئۈچۈن</blockquote></article><div style="display:none">hidden</div>
<table><tr><th>1<td>2<tr><td colspan=2>3</table><footer>&copy; 2024 &amp; &#1603;&#x6AD;</footer></body></html>""",
    """<html><head><title>Plums - Forum</title></head><body><table width=100%><tr><td class=postbody>
<b>How to keep plums</b>
<div class=post>Put them in a cool place, <i>not</i> in the sun.<br><br>They keep for weeks.</div></td></tr>
<tr><td class=postbody><blockquote>Put them in a cool place</blockquote>Which place, and for how long would you do so?
<a href="?reply=1">Reply</a> | <a href="?quote=1">Quote</a></td></tr></table><form><select><option>1<option>2</select>
<textarea>x</textarea></form><div hidden><p>nothing</div><noscript><img src=x></noscript></body></html>""",
    """<HTML><BODY BGCOLOR=white><FONT SIZE=2><CENTER><P ALIGN=left>李子 可以 放在 阴凉 的 地方 ，保存 几个 星期。<BR>
2024年3月5日<HR><DL><DT>李子<DD>一种 水果<MAP><AREA></MAP></CENTER></FONT><svg><title>t</title><path/></svg>
<math><mi>x</mi></math><template><p>inside</p></template><iframe src=x></iframe><!-- a comment -->
<![CDATA[ data ]]></BODY></HTML>""",
]

TOKENS = [
    b"<div>", b"</div>", b"<p>", b"</p>", b"<table>", b"<tr><td>", b"</table>", b"<b>", b"<a href=x>", b"</a>",
    b"<svg>", b"<math>", b"<template>", b"</template>", b"<select>", b"<option>", b"<!--", b"-->", b"<![CDATA[",
    b"<?php", b"<!", b"<title>", b"</title>", b"<script>", b"</script>", b"<style>", b"<textarea>",
    b"<plaintext>", b"<noscript>", b"<body>", b"<html>", b"<frameset>", b"<form>", b"<h1>", b"<li>", b"<ul>",
    b"<pre>\n", b"<br>", b"<img ", b"<", b">", b'"', b"'", b"=", b"&", b"&#0;", b"&#xD800;", b"&#1114112;",
    b"&amp;amp;", b"&#x202e;", b"&nbsp;", b"\0", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbb\xbf",
    b"\xf4\x90\x80\x80", b"\x1b$B", b"\x0c", b"\xc2\x85", "\u2028".encode(), b"\xe2\x80\x8f",
    b"style='display:none'", b"hidden", b'content="x"', b"charset=utf-16", b"<meta charset=gb18030>",
    "\u06be\u06d5".encode(), "\ufeeb\ufee9\ufedf".encode(), "\u0640".encode() * 9, "\ue000".encode(),
    b"0991-1234567", b"a@b.cn", b"2024-13-45", "2024-يىلى 3-ئاينىڭ 5-كۈنى".encode(), b"<time datetime=",
    b"<link rel=canonical href=", b"<article>", b"<blockquote>",
]  # fmt: skip

_ENCODINGS = ["utf-8", "utf-16", "utf-16-be", "utf-32", "gb18030", "cp1256", "utf-7", "iso2022_jp", "cp1251", "big5"]


def seeds(folder=None, most=200):
    """The seed pages, and some of a folder's when there is one."""
    chosen = [seed.encode() for seed in SEEDS]
    if folder is not None:
        pages = sorted(folder.glob("*/html/*.html.gz"))
        chosen += [gzip.decompress(page.read_bytes()) for page in pages[:: max(1, len(pages) // most)]]
    return [seed for seed in chosen if len(seed) < 500_000]


def mutated(chance, pages):
    """One page of many, changed a few times."""
    body = bytearray(chance.choice(pages))
    for _ in range(chance.choice([1, 2, 4, 8, 32])):
        begin, end = sorted(chance.randrange(len(body) + 1) for _ in range(2))
        end = min(end, begin + chance.choice([1, 10, 300, 5000]))
        change = chance.randrange(9)
        if change == 0:
            del body[begin:end]
        elif change == 1:
            body[begin:begin] = chance.choice(TOKENS)
        elif change == 2:
            body[begin:begin] = bytes(body[begin:end]) * chance.choice([1, 2, 20])
        elif change == 3:
            for _ in range(chance.choice([1, 10, 100])):
                if body:
                    body[chance.randrange(len(body))] = chance.randrange(256)
        elif change == 4:
            other = chance.choice(pages)
            at = chance.randrange(len(other) + 1)
            body[begin:end] = other[at : at + chance.choice([10, 300, 5000])]
        elif change == 5 and chance.random() < 0.2:
            del body[begin:]
        elif change == 6:
            body[begin:begin] = chance.choice(TOKENS) * chance.choice([1, 5, 50, 1000, 20_000])
        elif change == 7 and chance.random() < 0.1:
            text = bytes(body).decode("utf-8", "replace")
            body[:] = text.encode(chance.choice(_ENCODINGS), "replace")
        elif change == 8:
            body[begin:begin] = b"".join(chance.choice(TOKENS) for _ in range(chance.choice([3, 30, 300])))
        if len(body) > 3_000_000:
            break
    return bytes(body)


def peak_megabytes():
    """The peak of this process; not getrusage, whose peak begins with the parent's."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    return 0


def hostile(scale):
    """Pages made to cost as much as they can, by name; at scale 1 of some 10 MB or a million tags."""
    ten_mb, million = round(10_000_000 * scale), round(1_000_000 * scale)
    text = "<p>" + "Plums keep for weeks in a cool place. " * 5
    side = round(1000 * scale**0.5)
    signature_parts = {
        "digits": "0991-1234567 ", "mail": "a@b.example ", "dots": "a.", "at": "@", "hosts": "1.2.3.4.",
        "urls": "http://", "dates": "2024-يىلى 3-", "forms": "ﺋﺎﻟﻤﺎ ", "private": "\ue000\ue001 ",
        "tatweel": "\u0640", "marks": "\u200f\u202a", "mojibake": "Ø¦Ø§Ù„Ù…Ø§ ", "letters": "ا", "spaces": " ",
        "breaks": "\n", "words": "ئالما ", "handles": "QQ: 12345 ", "plus": "+998 ", "brackets": "(((",
        "combining": "e\u0301\u0327",
    }  # fmt: skip
    pages = {
        "nesting within the limit": "<div>" * 4_900 + text,
        "nesting": "<div>" * million + text,
        "spans around text": "<span>x" * 4_900,
        "formatting": "<b><i><u>" * round(500 * scale**0.5) + text * 30,
        "formatting with attributes": "".join(f"<b id={n}><p>" for n in range(round(1500 * scale**0.5))) + text,
        "a large attribute": f"<div title='{'x' * ten_mb}'>{text}</div>",
        "a large style": f"<div style='{'display :' * (ten_mb // 9)}'>{text}</div>",
        "a large class": f"<div class='{'post body ' * (ten_mb // 10)}'>{text}</div>",
        "many attributes": f"<div {' '.join(f'a{n}=1' for n in range(19_000))}>{text}</div>",
        "a tag that never ends": f"{text}<div {'a ' * (ten_mb // 2)}",
        "a comment that never ends": f"{text}<!-- {'x' * ten_mb}",
        "a script that never ends": f"{text}<script>{'<p>x' * (ten_mb // 4)}",
        "a title": f"<title>{'ئالما ' * (ten_mb // 12)}</title>{text}",
        "many titles": f"<title>x</title>{'<h1>ئالما</h1>' * (million // 4)}",
        "json": f"<script type='application/ld+json'>{'[' * (ten_mb // 100)}</script>{text}",
        "json in json": "<script type='application/ld+json'>" + '{"@graph":' * (ten_mb // 100) + "</script>" + text,
        "metas": "<meta property='article:published_time' content='2024-13-45'>" * (million // 10) + text,
        "paragraphs": "<p>x" * million,
        "paragraphs of sentences": text * (million // 20),
        "breaks": "x<br>" * (million // 2),
        "links": "<a href=x>x</a>" * (million // 2),
        "a table": "<table>" + ("<tr>" + "<td>cell" * side) * side + "</table>",
        "tables in tables": "<table><tr><td>" * 1600 + text,
        "spans of cells": "<table><tr>" + "<td colspan=1000 rowspan=65000>x" * (million // 100) + "</table>",
        "lists in lists": "<ul><li>x" * 2_400,
        "quotes in quotes": "<blockquote>x" * 4_900,
        "headings": "<h2>x</h2>" * (million // 4),
        "selects": "<select><option>x" * (million // 20) + text,
        "templates": "<template>" * 4_900 + text,
        "foreign": "<svg><desc><math><mi>" * 1_200 + text,
        "end tags": "</p></div></br>" * (million // 3),
        "references": "&amp;" * (million) + "<p>",
        "bad references": "<p>" + "&#xD800;&#0;&#1114112;&notit;" * (million // 4),
        "signs": "<p>" + "<" * (ten_mb // 4),
        "ampersands": "<p>" + "&" * (ten_mb // 4),
        "nothing": "<p>" + "\0" * (ten_mb // 4),
        "a long word": "<p>" + "ئ" * (ten_mb // 2),
        "one text": "<p>" + "Plums keep for weeks in a cool place. " * (ten_mb // 40),
        "preformatted": "<pre>" + "x = 1\n" * (ten_mb // 6),
        "noscript": "<noscript>" * 2_000 + text,
        "hidden": "<i hidden>x</i>" * (million // 4) + text,
        "declared as another": "<meta charset=utf-7>" + text * 100,
    }
    encoded = {name: page.encode("utf-8", "replace") for name, page in pages.items()}
    for name, piece in signature_parts.items():
        whole = piece * (ten_mb // 10 // len(piece.encode()))
        encoded[f"text of {name}"] = f"<div><p>{whole}</p></div>".encode()
    encoded["zeros"] = bytes(ten_mb)
    encoded["surrogates"] = b"<p>" + b"\xed\xa0\x80 plum " * (million // 4)
    encoded["half of a letter"] = b"<p>" + b"\xd8" * (million // 2)
    encoded["utf-16 cut"] = ("<p>" + "ئالما " * (million // 4)).encode("utf-16")[:-1]
    return encoded


@dataclass(frozen=True)
class EveryMethod:
    """Takes a page the whole way with every method; gives the outcomes, or what went wrong, and the worst cost."""

    methods: tuple[str, ...] = tuple(method.name for method in extraction.methods())

    def prepare(self):
        """Load nothing beforehand."""

    def __call__(self, page):
        outcomes, slowest = [], (0.0, "")
        for method in self.methods:
            start = time.process_time()
            page_text = pipeline.process(page.body, method=method, url="http://a.example/1", with_paths=True)
            whole = json.dumps(page_text.as_dict(), ensure_ascii=False)
            whole.encode()  # half a surrogate pair can be stored nowhere
            assert "\\u0000" not in whole
            assert page_text.confidence is None or 0 <= page_text.confidence <= 1, page_text.confidence
            assert (page_text.outcome == "stored") == bool(page_text.text)
            outcomes.append(page_text.outcome)
            slowest = max(slowest, (time.process_time() - start, method))
        return page.place.source, outcomes, slowest, peak_megabytes()

    def failed(self, page, failure):
        return page.place.source, f"{failure.kind}: {failure.detail}", (0.0, ""), 0
