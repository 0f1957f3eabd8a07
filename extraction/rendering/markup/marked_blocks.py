"""Blocks with their markup: spans, languages of code, notes, callouts, tasks, and the images between them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from extraction.page import tags
from extraction.page.names import Names, words_of
from extraction.page.node_table import NodeTable
from extraction.page.parsing.shown_source import tex_without_style
from extraction.rendering.block import Block, BlockKind
from extraction.rendering.markup.boxes import callouts, is_label, tasks
from extraction.rendering.markup.code_languages import languages
from extraction.rendering.markup.formulas import equation
from extraction.rendering.markup.images import PlacedImage, images
from extraction.rendering.markup.link_targets import LinkTargets
from extraction.rendering.markup.marks import Mark, Markup, Span
from extraction.rendering.markup.rendered_page import RenderedPage
from extraction.rendering.markup.spans import nested
from extraction.rendering.markup.spans import spans as spans_of


def marked_blocks(
    rendered: RenderedPage, blocks: tuple[Block, ...], markup: Markup, url: str | None
) -> tuple[Block, ...]:
    """Give the blocks with their markup, and the images between them."""
    targets = LinkTargets.of_page(rendered.page, url)
    spans, notes = spans_of(rendered, markup, targets)
    language = languages(rendered) if markup & Markup.FORMATTING else {}
    boxed = callouts(rendered) if markup & Markup.FORMATTING else {}
    ticked = dict(tasks(rendered)) if markup & Markup.FORMATTING else {}
    placed: defaultdict[int, list[PlacedImage]] = defaultdict(list)
    for each in images(rendered, targets) if markup & (Markup.IMAGES | Markup.CAPTIONS) else ():
        placed[each.block].append(each)
    marked: list[Block] = []
    for number, block in enumerate(blocks):
        within = [each.span for each in placed[number] if each.at is not None and markup & Markup.IMAGES]
        for each in placed[number]:
            marked += _image_before(rendered, each, _owning(rendered, blocks, each, number), blocks, markup)
        here = nested([*spans.get(number, ()), *within])
        callout, opens, is_quote = boxed.get(number, ("", False, False))
        quote = block.quote - is_quote if block.quote else 0  # a callout is none
        marked.append(
            block._replace(
                kind=BlockKind.PARAGRAPH if block.kind is BlockKind.QUOTE and not quote else block.kind,
                spans=tuple(here),
                language=language.get(number, ""),
                footnote=notes.get(number, ""),
                callout=callout,
                quote=quote,
                opens=block.opens or opens,
                task="" if number not in ticked else "done" if ticked[number] else "open",
            )
        )
    for each in placed[len(blocks)]:
        marked += _image_before(rendered, each, len(blocks) - 1, blocks, markup)
    return tuple(_with_equations(_as_formula(_without_label(block)) for block in marked))


def _as_formula(block: Block) -> Block:
    """Give code whose language says that it is a formula, as GitLab writes it, as the formula."""
    tex = block.text.strip()
    if block.language not in _FORMULA_LANGUAGES or "%" in tex or "$" in tex:  # a comment would go on in one line
        return block
    formula = Span(0, len(tex), Mark.DISPLAYED_FORMULA, tex_without_style(" ".join(tex.split())))
    return block._replace(kind=BlockKind.PARAGRAPH, text=tex, spans=(formula,), language="")


_FORMULA_LANGUAGES: Final = frozenset(words_of(Names.FORMULA_LANGUAGE))


def _without_label(block: Block) -> Block:
    """Give a callout that is a table of its sign, or label, and its text, as those of AsciiDoc are, as its text."""
    label, tab, text = block.text.partition("\t")
    is_laid_out = block.callout and block.opens and block.kind in _ROWS and tab and "\t" not in text
    if not is_laid_out or (label and not is_label(block.callout, label)):
        return block
    begin = len(label) + 1
    spans = (span._replace(start=span.start - begin, end=span.end - begin) for span in block.spans)
    return block._replace(kind=BlockKind.PARAGRAPH, text=text, spans=tuple(span for span in spans if span.start >= 0))


_ROWS: Final = frozenset({BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW})


def _with_equations(every: Iterable[Block]) -> Iterator[Block]:
    """Give blocks with paragraphs in place of the rows of tables that lay out nothing but formulas."""
    blocks, start = [*every], 0
    while start < len(blocks):
        stop = start + 1
        while stop < len(blocks) and blocks[start].kind in _ROWS and blocks[stop].kind in _ROWS:
            if blocks[stop].opens:
                break
            stop += 1
        rows = blocks[start:stop]
        equations = [equation(row.text, row.spans) for row in rows if row.kind in _ROWS and row.spans]
        if len(equations) == len(rows) and None not in equations:
            for row, (shown, spans) in zip(rows, filter(None, equations), strict=True):
                yield row._replace(kind=BlockKind.PARAGRAPH, text=shown, spans=spans, opens=False)
        else:
            yield from rows
        start = stop


def _image_before(
    rendered: RenderedPage, placed: PlacedImage, number: int, blocks: Sequence[Block], markup: Markup
) -> Iterator[Block]:
    """Make the blocks of an image that stands beside one with a number, and of its caption, as far as asked for."""
    block = blocks[number]
    nesting, quote = _around_both(rendered.page, placed.element, rendered.element[number], block)
    here = Block(
        BlockKind.CAPTION, placed.image.caption, nesting=nesting, quote=quote, post=block.post, path=block.path
    )
    image = placed.image._replace(caption="") if markup & Markup.CAPTIONS else placed.image
    if markup & Markup.IMAGES and placed.at is None:
        yield here._replace(kind=BlockKind.IMAGE, text="", image=image)
    if markup & Markup.CAPTIONS and here.text:
        yield here


def _owning(rendered: RenderedPage, blocks: Sequence[Block], placed: PlacedImage, behind: int) -> int:
    """Give the number of the block whose post an image between two is in: of the one before it where that is nearer."""
    if not behind or blocks[behind - 1].post == blocks[behind].post:  # as mostly
        return behind
    page, around = rendered.page, placed.element
    while around > 0:
        for number in (behind, behind - 1):
            if around <= rendered.element[number] < page.end[around]:
                return number
        around = int(page.parent[around])
    return behind


def _around_both(page: NodeTable, image: int, element: int, block: Block) -> tuple[int, int]:
    """Give how many of the lists, and of the quotes, around a block are around an image beside it as well.

    A list or a quote that ends before the image, or begins behind it, is not.
    """
    lists, quotes = block.nesting, block.quote
    while element > 0 and not element <= image < page.end[element]:
        lists -= bool(_LISTS[page.tag[element]])
        quotes -= bool(page.tag[element] == _QUOTE)
        element = int(page.parent[element])
    return max(lists, 0), max(quotes, 0)


_LISTS: Final = tags.tag_set("ul ol dl")
_QUOTE: Final = tags.CODE["blockquote"]
