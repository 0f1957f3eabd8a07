"""Code that software writes line by line into elements of their own, in no ``pre``: it becomes one.

So do SyntaxHighlighter (blogs), the highlighters that came before and after it, Crayon, and Discuz (forums), in items
of a list, boxes or cells. Readers see code; without a ``pre`` its lines would be items, or paragraphs without indents,
and their numbers text.
"""

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from extraction.page.names import Match, Names, words_of
from extraction.page.parsing.parser import append, remove

_BOXES: Final = ", ".join(f".{name}" for name in words_of(Names.LINED_CODE))
_LINES: Final = ", ".join(("li", *(f".{name}" for name in words_of(Names.CODE_LINE))))
_NUMBERS: Final = ", ".join(f'[class*="{name}"]' for name in words_of(Names.LINE_NUMBERS, Match.ANYWHERE))
_AS_IT_IS: Final = "pre, textarea"
_MOST_BOXES: Final = 200
"""Of a page: it bounds what is done for boxes that lie in one another."""
_LEAST_IN_LINES: Final = 0.5
"""Share of the letters of a box in its lines and their numbers; the rest are buttons ("view plain", "复制代码").
A box of another kind that is called so has more."""


def make_preformatted(parser: LexborHTMLParser) -> None:
    """Make a ``pre`` of the lines of each box that is named after such software, and drop what else it holds."""
    for box in parser.css(_BOXES)[:_MOST_BOXES]:
        if box.css_first(_AS_IT_IS) is not None:
            continue
        numbers = [each for each in box.css(_NUMBERS) if not each.text().strip().strip("0123456789 \n")]
        lines = list(_outermost(box, numbers))
        in_lines = sum(len(each.text()) for each in (*lines, *numbers))
        if not lines or in_lines < _LEAST_IN_LINES * len(box.text()):
            continue
        for each in numbers:
            remove(each)
        code = parser.create_node("pre")
        for line in lines:
            remove(line)
            append(code, line)
        for other in list(box.iter(include_text=True)):
            remove(other)
        append(box, code)


def _outermost(box: LexborNode, numbers: list[LexborNode]) -> Iterator[LexborNode]:
    """Give the lines in a box that lie in no other line and in none of the numbers, in document order."""
    seen = {box.mem_id, *(each.mem_id for each in numbers)}
    for line in box.css(_LINES):
        if line.mem_id in seen:
            continue
        around = line.parent
        while around is not None and around.mem_id not in seen:
            around = around.parent
        seen.add(line.mem_id)
        if around is not None and around.mem_id == box.mem_id:
            yield line
