"""From raw bytes to clean text: the way of a page through the two pure cores, with nothing around it.

bytes ─ decode ─► HTML ─ repair ─► extract ─► blocks ─ normalise ─► text
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

import extraction
import normalization
from mezmun.core.outcomes import Outcome, outcome_of_content
from normalization import ContentKind

_NO_METADATA: Final = extraction.Metadata()


@dataclass(frozen=True, slots=True)
class Processed:
    """What became of a page's bytes: ``STORED`` with a text to store, or the word for why there is none."""

    outcome: Outcome
    detail: str = ""
    title: str = ""
    text: str = ""
    """The blocks, one blank line between two; without ``comments``."""
    blocks: tuple[extraction.Block, ...] = ()
    """In clean letters, as all that follows."""
    comments: tuple[extraction.Block, ...] = ()
    """What readers wrote under an article; ``post`` tells which comment a block is part of."""
    posts: int = 0
    """How many posts the thread has; 0 for a page that is none. A block's ``post`` tells which it is part of."""
    metadata: extraction.Metadata = _NO_METADATA
    language: str = ""
    script: str = ""
    declared_encoding: str = ""
    encoding: str = ""
    encoding_evidence: str = ""
    method: str = ""
    method_version: str = ""
    confidence: float | None = None
    """See ``extraction.Extracted``."""
    normalizer_version: str = normalization.NORMALIZER_VERSION
    changes: dict[str, int] = field(default_factory=dict)
    lesson: extraction.Lesson = field(default_factory=extraction.Lesson)
    """What the page teaches its site's template, for methods that use one."""

    def as_dict(self) -> dict[str, Any]:
        """Give every field but the lesson, ready for JSON, with the text of each post for itself as well."""
        said = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "lesson"}
        said |= {
            "blocks": [block.as_dict() for block in self.blocks],
            "posts": [{"number": number, "text": text} for number, text in by_post(self.blocks).items()],
        }
        said |= {"comments": [block.as_dict() for block in self.comments], "metadata": self.metadata.as_dict()}
        return said


def process(
    body: bytes,
    *,
    method: str,
    content_type: str | None = None,
    url: str | None = None,
    min_characters: int = 0,
    template: extraction.Template | None = None,
    comments: extraction.Comments = extraction.Comments.SEPARATE,
    with_paths: bool = False,
) -> Processed:
    """Turn the bytes of one page into clean text.

    Args:
        body: the page as the server sent it, without its content encoding.
        method: name of an extraction method.
        content_type: the HTTP header, for the declared charset.
        url: where the page was, for its links.
        min_characters: a shorter main text is no document.
        template: what was learned of the page's site; methods that make no use of one ignore it.
        comments: what becomes of the comments under an article.
        with_paths: whether each block says where in the page it stands.

    Raises:
        extraction.UnknownMethodError: no such method.
    """
    read = _read(body, content_type)
    if isinstance(read, Processed):
        return read
    html, page = read
    repaired = normalization.repair(html)
    try:
        extracted = extraction.extract(
            repaired.text, url, method, template=template, comments=comments, with_paths=with_paths
        )
    except extraction.PageTooLargeError as error:
        return replace(page, outcome=Outcome.TOO_LARGE, detail=str(error))
    page = replace(
        page,
        method=extracted.method,
        method_version=extracted.version,
        confidence=extracted.confidence,
        lesson=extracted.lesson,
    )

    changes = Counter(repaired.changes)
    # A block of a word or two leans to the language of its page.
    raw = "\n\n".join(block.plain for block in extracted.blocks)
    language = normalization.identify(raw)
    spoken = language.code
    blocks = _clean(extracted.blocks, spoken, changes)
    text = "\n\n".join(block.plain for block in blocks)
    if not text:
        return replace(page, outcome=Outcome.EMPTY, detail="no main text was found")
    if min_characters and (letters := sum(map(str.isalnum, text))) < min_characters:
        return replace(page, outcome=Outcome.TOO_SHORT, detail=f"{letters} letters, fewer than {min_characters}")
    language = language if text == raw else normalization.identify(text)
    metadata = _clean_facts(extracted.metadata, spoken, changes)
    return replace(
        page,
        title=metadata.title.value if metadata.title else "",
        text=text,
        blocks=blocks,
        comments=_clean(extracted.comments, spoken, changes),
        posts=extracted.posts,
        metadata=metadata,
        language=language.code,
        script=language.script,
        changes=dict(changes),
    )


def explain(
    body: bytes,
    *,
    method: str,
    content_type: str | None = None,
    url: str | None = None,
    template: extraction.Template | None = None,
    comments: extraction.Comments = extraction.Comments.SEPARATE,
) -> extraction.Explanation:
    """Explain for each line of a page why it is in the text or not; nothing when the bytes are no page.

    What is given is as with :func:`process`.

    Raises:
        extraction.PageTooLargeError: the page is beyond the limits.
    """
    read = _read(body, content_type)
    html = "" if isinstance(read, Processed) else normalization.repair(read[0]).text
    return extraction.explain(extraction.extract(html, url, method, template=template, comments=comments))


def teach(body: bytes, *, method: str, content_type: str | None = None) -> extraction.Lesson:
    """Give what a page teaches of its site, as :func:`process` does; nothing when it is no page."""
    read = _read(body, content_type)
    if isinstance(read, Processed):
        return extraction.Lesson()
    try:
        return extraction.select(normalization.repair(read[0]).text, method, template=extraction.Template()).lesson
    except extraction.PageTooLargeError:
        return extraction.Lesson()


def _read(body: bytes, content_type: str | None) -> tuple[str, Processed] | Processed:
    """Give the page's HTML with what is known of its encoding, or what it ends as without any."""
    content = normalization.sniff(body, content_type)
    decoded = content.decoded
    page = Processed(
        Outcome.STORED,
        declared_encoding=decoded.declared or "",
        encoding=decoded.encoding or "",
        encoding_evidence=decoded.evidence,
    )
    if content.kind is not ContentKind.HTML:
        return replace(page, outcome=outcome_of_content(content.kind), detail=content.reason)
    return content.text, page


def by_post(blocks: Sequence[extraction.Block]) -> dict[int, str]:
    """Put the blocks of a thread's posts, or of comments, together: the text of each by its number, in order."""
    found: dict[int, list[str]] = {}
    for block in blocks:
        if block.post:
            found.setdefault(block.post, []).append(block.plain)
    return {number: "\n\n".join(texts) for number, texts in sorted(found.items())}


def _clean(blocks: Sequence[extraction.Block], language: str, changes: Counter[str]) -> tuple[extraction.Block, ...]:
    """Normalise blocks, and leave out those that nothing is left of."""
    cleaned = []
    for block in blocks:
        clean = normalization.normalize(block.text, language=language)
        changes.update(clean.changes)
        if clean.text.strip():
            cleaned.append(block._replace(text=clean.text))
    return tuple(cleaned)


def _clean_facts(metadata: extraction.Metadata, language: str, changes: Counter[str]) -> extraction.Metadata:
    """Normalise what people wrote: the titles and names."""
    cleaned = {}
    for name in ("title", "whole_title", "site_name", "section"):
        fact: extraction.Fact | None = getattr(metadata, name)
        if fact is not None:
            clean = normalization.normalize(fact.value, language=language)
            changes.update(clean.changes)
            cleaned[name] = replace(fact, value=clean.text)
    return replace(metadata, **cleaned)
