"""Blocks with their markup: spans, languages of code, notes, callouts, tasks, and the images between them."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from extraction.rendering.block import Block, BlockKind
from extraction.rendering.markup.boxes import callouts, tasks
from extraction.rendering.markup.code_languages import languages
from extraction.rendering.markup.formulas import equation
from extraction.rendering.markup.images import PlacedImage, images
from extraction.rendering.markup.link_targets import LinkTargets
from extraction.rendering.markup.marks import Markup
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
            marked += _image_before(each, block, markup)
        here = nested([*spans.get(number, ()), *within])
        callout, opens = boxed.get(number, ("", False))
        marked.append(
            block._replace(
                spans=tuple(here),
                language=language.get(number, ""),
                footnote=notes.get(number, ""),
                callout=callout,
                opens=block.opens or opens,
                task="" if number not in ticked else "done" if ticked[number] else "open",
            )
        )
    for each in placed[len(blocks)]:
        marked += _image_before(each, blocks[-1], markup)
    return tuple(_with_equations(marked))


_ROWS: Final = frozenset({BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW})


def _with_equations(blocks: list[Block]) -> Iterator[Block]:
    """Give blocks with paragraphs in place of the rows of tables that lay out nothing but formulas."""
    start = 0
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


def _image_before(placed: PlacedImage, block: Block, markup: Markup) -> Iterator[Block]:
    """Make the blocks of an image that stands beside another, and of its caption, as far as they are asked for."""
    nesting = 0 if block.opens else block.nesting
    here = Block(
        BlockKind.CAPTION, placed.image.caption, nesting=nesting, quote=block.quote, post=block.post, path=block.path
    )
    image = placed.image._replace(caption="") if markup & Markup.CAPTIONS else placed.image
    if markup & Markup.IMAGES and placed.at is None:
        yield here._replace(kind=BlockKind.IMAGE, text="", image=image)
    if markup & Markup.CAPTIONS and here.text:
        yield here
