import numpy as np
import pytest

from extraction import extract
from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind, text_of
from extraction.rendering.markup.marks import Image, Mark, Markup
from extraction.rendering.render import Parts, render

TEXT = "<p>The boat left before the sun was up, and it came back late.</p>"


def blocks_of(html, left_out=()):
    page = parse(html, with_markup=True)
    chosen = np.array([not any(word in text for word in left_out) for text in page.text])
    return render(page, chosen, markup=Markup.IMAGES, url="https://example.org/")


def test_a_picture_between_paragraphs_is_a_block_without_text():
    html = f"{TEXT}<img src=a.jpg alt=' A \n boat' width=640px height=480>{TEXT}<ul><li>item</ul><img src=b.jpg>"
    blocks = blocks_of(html)
    assert [block.kind for block in blocks] == [
        *(BlockKind.PARAGRAPH, BlockKind.IMAGE, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.IMAGE)
    ]  # fmt: skip
    assert blocks[1].image == Image("https://example.org/a.jpg", "A boat", "", 640, 480)
    assert blocks[1].as_dict()["image"]["label"] == "A boat"
    assert text_of(blocks) == text_of([block for block in blocks if not block.image])


def test_a_picture_at_the_end_of_a_post_is_in_it():
    posts = "".join(f"<div class=post>{TEXT}<img src={number}.jpg></div>" for number in (1, 2))
    page = parse(posts, with_markup=True)
    post = np.arange(1, len(page.texts) + 1, dtype=np.int32)
    blocks = render(
        page, np.ones(len(page.texts), np.bool_), Parts(post=post), markup=Markup.IMAGES, url="https://a.b/"
    )
    assert [block.post for block in blocks] == [1, 1, 2, 2]


@pytest.mark.parametrize("within", ["<ul><li>{}</ul>", "<blockquote>{}</blockquote>"])
def test_a_picture_before_or_behind_a_list_or_a_quote_is_not_in_it(within):
    words, picture = "<p>A lamp and a rope.</p>", "<figure><img src={}.jpg></figure>"
    outside = blocks_of(TEXT + picture.format(1) + within.format(words) + picture.format(2))
    inside = blocks_of(TEXT + within.format(words + picture.format(3) + words))
    pictures = [block for block in [*outside, *inside] if block.image]
    assert [block.nesting + block.quote for block in pictures] == [0, 0, 1]
    assert {type(each) for block in pictures for each in (block.nesting, block.quote)} == {int}


def test_a_picture_in_a_sentence_stands_in_its_block():
    [block] = blocks_of("<p>The sign <img src=a.png alt=anchor> shows the harbour.")
    assert block.text == "The sign shows the harbour."
    assert [(span.kind, span.start, span.end, span.label) for span in block.spans] == [(Mark.IMAGE, 9, 9, "anchor")]


@pytest.mark.parametrize(
    ("attributes", "source"),
    [
        ("src=a.jpg", "a.jpg"),
        ("src='data:image/gif;base64,R0=' data-src=b.jpg", "b.jpg"),
        ("src=blank.gif data-original='c d.jpg'", "c%20d.jpg"),
        ("srcset='e.jpg 1x, f.jpg 2x'", "f.jpg"),
        ("srcset='e,1.jpg 400w,f.jpg 1200w, g.jpg 800w,'", "f.jpg"),
        ("srcset='e.jpg, f.jpg 1.5x'", "f.jpg"),
        ("src=blank.gif data-srcset='e.jpg 400w, f.jpg 800w'", "f.jpg"),
        ("src=none.gif zoomfile=g.jpg file=h.jpg", "g.jpg"),
        ("src=none.gif file=h.jpg", "h.jpg"),
    ],
)
def test_the_address_is_that_of_the_picture_itself(attributes, source):
    assert blocks_of(f"{TEXT}<img {attributes}>{TEXT}")[1].image.source == f"https://example.org/{source}"


@pytest.mark.parametrize(
    ("picture", "source"),
    [
        ("<amp-img src=a.jpg width=640 height=480></amp-img>", "a.jpg"),
        ("<amp-img src=a.jpg><noscript><img src=small/a.jpg alt=boat></noscript></amp-img>", "a.jpg"),
        ("<div><noscript><img src=b.jpg alt=boat></noscript></div>", "b.jpg"),
        ("<p><img data-src=c.jpg><noscript><img src=small/c.jpg alt=boat></noscript></p>", "c.jpg"),
        ("<object data=e.svg type=image/svg+xml><img src=e.png alt=boat></object>", "e.png"),
        ("<object data='f.svg?v=2'>boat</object>", "f.svg?v=2"),
        ("<picture><source data-srcset='d.webp 1x'><img alt=boat class=lazy></picture>", "d.webp"),
    ],
)
def test_a_picture_may_wait_for_a_script_or_have_a_name_of_its_own(picture, source):
    images = [block.image.source for block in blocks_of(f"{TEXT}{picture}{TEXT}") if block.image]
    assert images == [f"https://example.org/{source}"]


@pytest.mark.parametrize(
    "html",
    [
        "<img src=a.gif width=1 height=1>",
        "<img src=smiley.gif>",
        "<img src=a.jpg class='user-avatar'>",
        "<div class=author><img src=a.jpg></div>",
        "<img src=/static/logo.png>",
        "<img src='data:image/png;base64,R0='>",
        "<img alt=nothing>",
        "<div><img src=a.jpg><a href=/x>Teaser of another article</a></div>",
        "<noscript><img src=a.jpg></noscript>",
    ],
)
def test_what_is_no_picture_of_the_text_is_left_out(html):
    assert [block.kind for block in blocks_of(TEXT + html + TEXT, ["Teaser"])] == [BlockKind.PARAGRAPH] * 2


def test_a_picture_in_a_link_to_a_larger_one_is_of_the_text_with_the_name_and_the_size_beside_it():
    link = (
        "<a class=lightbox href=/b.jpeg><img src=a.jpeg><div class=meta><span>roots</span><span>241 KB</span></div></a>"
    )
    [*_, image] = blocks_of(f"{TEXT}<div>{link}</div>", ["roots", "241"])
    assert image.image.source == "https://example.org/a.jpeg"
    assert not blocks_of(f"{TEXT}<div>{link.replace('/b.jpeg', '/b')}</div>", ["roots", "241"])[-1].image


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("<figure><img src=a.jpg><figcaption>{}</figcaption></figure>", 90),
        ("<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>{}</p></div>", 90),
        ("<div><figure><img src=a.jpg><figcaption>{}</figcaption></figure></div>", 90),
    ],
)
def test_a_picture_stays_where_what_is_left_out_with_it_is_longer_than_the_text(form, words):
    box = f"<section><p>The boats came.</p>{form.format('quay ' * words)}</section>"
    assert [block.kind for block in blocks_of(f"{TEXT}{box}{TEXT}", ["quay"])].count(BlockKind.IMAGE) == 1


def test_a_picture_in_a_link_with_the_title_of_another_article_is_none_of_the_text():
    teaser = f"<a href=/b><img src=b.jpg><figcaption>{'quay ' * 20}</figcaption></a>"
    box = f"<section><p>The boats came.</p><div><div class=caption>{'quay ' * 90}</div>{teaser}</div></section>"
    assert not [block for block in blocks_of(f"{TEXT}{box}{TEXT}", ["quay"]) if block.image]


def test_a_picture_in_a_menu_is_none_of_the_text():
    menu = "<div>" + "<p>Menu of other things that are not chosen</p>" * 9 + "<img src=a.jpg></div>"
    assert [block.kind for block in blocks_of(TEXT + menu, ["Menu"])] == [BlockKind.PARAGRAPH]


@pytest.mark.parametrize(
    ("caption", "rest"),
    [
        ("The Swallow in the bay.", "The Swallow in the bay."),
        ("The bay. <span class=photo-credit>Jo Doe</span>", "The bay."),
        ("The bay. Photo: Jo Doe/Agency", "The bay."),
        ("The bay (Foto: Jo Doe)", "The bay"),
        ("The bay in metres (left/right)", "The bay in metres (left/right)"),
        ("© Jo Doe", ""),
        ("海湾。摄影：某某", "海湾。"),
    ],
)
def test_a_caption_goes_with_its_picture_and_does_not_say_who_made_it(caption, rest):
    html = f"{TEXT}<figure><img src=a.jpg><figcaption>{caption}</figcaption></figure>{TEXT}"
    page = parse(html, with_markup=True)
    chosen = np.array([text in TEXT for text in page.text])
    [image] = [block.image for block in render(page, chosen, markup=Markup.IMAGES) if block.image]
    assert image.caption == rest


def test_who_made_a_picture_may_stand_in_a_line_of_its_own_below_the_caption():
    figure = "<figure><img src=a.jpg><figcaption><p>The bay</p><span>Photo: Jo Doe</span></figcaption></figure>"
    page = parse(f"{TEXT}{figure}{TEXT}", with_markup=True)
    chosen = np.array([text in TEXT for text in page.text])
    [image] = [block.image for block in render(page, chosen, markup=Markup.IMAGES) if block.image]
    assert image.caption == "The bay"


def test_a_caption_that_is_text_is_not_said_twice():
    blocks = blocks_of(f"{TEXT}<figure><img src=a.jpg><figcaption>The bay.</figcaption></figure>")
    assert [(block.kind, block.text) for block in blocks[1:]] == [
        (BlockKind.IMAGE, ""),
        (BlockKind.CAPTION, "The bay."),
    ]
    assert blocks[1].image.caption == ""


PICTURE = "<figure><img src=a.jpg><figcaption>The bay. Photo: Jo Doe</figcaption></figure>"


@pytest.mark.parametrize(
    ("markup", "kinds"),
    [
        (Markup.NONE, ["paragraph", "paragraph"]),
        (Markup.IMAGES, ["paragraph", "image", "paragraph"]),
        (Markup.CAPTIONS, ["paragraph", "caption", "paragraph"]),
        (Markup.IMAGES | Markup.CAPTIONS, ["paragraph", "image", "caption", "paragraph"]),
    ],
)
def test_captions_are_blocks_where_they_are_asked_for(markup, kinds):
    extracted = extract(f"<div>{TEXT}{PICTURE}{TEXT}</div>", "https://a.example/", markup=markup)
    assert [block.kind.value for block in extracted.blocks] == kinds
    assert ("The bay." in extracted.text) is bool(markup & Markup.CAPTIONS)
    assert "Jo Doe" not in str(extracted.blocks)
    captions = [
        block.text or block.image.caption for block in extracted.blocks if block.kind.value in ("caption", "image")
    ]
    assert captions.count("The bay.") == bool(markup)


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>The bay.</div>", ["caption"]),
        ("<div class=image><div><img src=a.jpg></div><div class='photo-caption'><p>The bay.</div></div>", ["caption"]),
        ("<div class=wp-caption-text>The bay.</div>", ["paragraph"]),
        ("<div><img src=a.jpg><p class=note>The bay.</div>", ["paragraph"]),
    ],
)
def test_text_in_a_box_named_after_captions_beside_a_picture_is_a_caption(html, kinds):
    page = parse(f"<body>{TEXT}{html}{TEXT}")
    blocks = render(page, np.ones(len(page.text), dtype=bool))
    assert [block.kind.value for block in blocks] == ["paragraph", *kinds, "paragraph"]


@pytest.mark.parametrize(
    "name", ["thumbcaption", "gallery-caption", "tr-caption", "bildunterschrift", "img-desc", "Caption_caption__3yqgM"]
)
def test_captions_have_names_of_many_forms(name):
    page = parse(f"<body>{TEXT}<div><img src=a.jpg><div class={name}>The bay.</div></div>{TEXT}")
    assert render(page, np.ones(len(page.text), dtype=bool))[1].kind is BlockKind.CAPTION
    has = parse(f"<body>{TEXT}<div><img src=a.jpg><div class=has-caption-font-size>The bay.</div></div>{TEXT}")
    assert render(has, np.ones(len(has.text), dtype=bool))[1].kind is BlockKind.PARAGRAPH


def test_each_picture_of_a_gallery_has_its_own_caption():
    item = "<dl><dt><img src={0}.jpg></dt><dd class=gallery-caption>Bay {0}</dd></dl>"
    gallery = f"<div class=gallery>{item.format(1)}{item.format(2)}</div>"
    blocks = blocks_of(f"{TEXT}{gallery}{TEXT}", left_out=["Bay"])
    assert [block.image.caption for block in blocks if block.image] == ["Bay 1", "Bay 2"]


@pytest.mark.parametrize("object_of_another_kind", ["data=film.swf", "data=page.png type=text/html", ""])
def test_an_object_of_another_kind_is_no_picture(object_of_another_kind):
    html = f"{TEXT}<object {object_of_another_kind}><img src=a.png alt=boat></object>{TEXT}"
    assert [block.image for block in blocks_of(html) if block.image] == []
