"""From raw bytes to clean text: the way of a page through the two pure cores, with nothing around it.

bytes ─ decode ─► HTML ─ repair ─► extract ─► blocks ─ normalise ─► text
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

import extraction
import normalization
from mezmun.outcomes import Outcome

_TAG: Final = re.compile(r"<(?:[a-zA-Z]|/[a-zA-Z]|!)")
"""What even the poorest HTML page holds: one tag, a comment or a doctype."""


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading, list item … of a document, in clean letters."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Processed:
    """What became of a page's bytes: ``STORED`` with a text to store, or the word for why there is none."""

    outcome: Outcome
    detail: str = ""
    title: str = ""
    text: str = ""
    blocks: tuple[Block, ...] = ()
    language: str = ""
    script: str = ""
    declared_encoding: str = ""
    encoding: str = ""
    encoding_evidence: str = ""
    method: str = ""
    method_version: str = ""
    normalizer_version: str = normalization.NORMALIZER_VERSION
    changes: dict[str, int] = field(default_factory=dict)
    lesson: tuple[extraction.Label, ...] = ()
    """What the page teaches its site's template, for methods that use one."""


def process(
    body: bytes,
    *,
    method: str,
    content_type: str | None = None,
    url: str | None = None,
    min_characters: int = 0,
    template: extraction.Template | None = None,
) -> Processed:
    """Turn the bytes of one page into clean text.

    Args:
        body: the page as the server sent it, without its content encoding.
        method: name of an extraction method.
        content_type: the HTTP header, for the declared charset.
        url: where the page was, for its links.
        min_characters: a shorter main text is no document.
        template: what was learned of the page's site; methods that make no use of one ignore it.

    Raises:
        extraction.UnknownMethodError: no such method.
    """
    if not body.strip():
        return Processed(Outcome.EMPTY, "the page has no bytes")
    decoded = normalization.decode(body, content_type)
    page = Processed(
        Outcome.STORED,
        declared_encoding=decoded.declared or "",
        encoding=decoded.encoding or "",
        encoding_evidence=decoded.evidence,
    )
    if decoded.text is None:
        return replace(page, outcome=Outcome.UNDECODABLE, detail=f"no text in any encoding ({decoded.evidence})")
    if not _TAG.search(decoded.text):
        return replace(page, outcome=Outcome.NOT_HTML, detail="the text holds no tag")
    repaired = normalization.repair(decoded.text)
    try:
        extracted = extraction.extract(repaired.text, url, method, template=template)
    except extraction.PageTooLargeError as error:
        return replace(page, outcome=Outcome.TOO_LARGE, detail=str(error))
    page = replace(page, method=extracted.method, method_version=extracted.version, lesson=extracted.lesson)

    changes = Counter(repaired.changes)
    blocks = []
    # A block of a word or two leans to the language of its page.
    spoken = normalization.identify("\n".join(block.text for block in extracted.blocks)).code
    for block in extracted.blocks:
        clean = normalization.normalize(block.text, language=spoken)
        changes.update(clean.changes)
        if clean.text.strip():
            blocks.append(Block(block.kind, clean.text))
    text = "\n\n".join(block.text for block in blocks)
    if not text:
        return replace(page, outcome=Outcome.EMPTY, detail="no main text was found")
    letters = sum(map(str.isalnum, text))
    if letters < min_characters:
        return replace(page, outcome=Outcome.TOO_SHORT, detail=f"{letters} letters, fewer than {min_characters}")
    title = normalization.normalize(extracted.title, language=spoken)
    changes.update(title.changes)
    language = normalization.identify(text)
    return replace(
        page,
        title=title.text,
        text=text,
        blocks=tuple(blocks),
        language=language.code,
        script=language.script,
        changes=dict(changes),
    )
