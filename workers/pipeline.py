"""From raw bytes to clean text: the way of a page through the two pure cores, with nothing around it.

bytes ─ decode ─► HTML ─ repair ─► extract ─► blocks ─ normalise ─► text
"""

from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import wraps
from typing import Final, ParamSpec

import extraction
import normalization
from mezmun.core.outcomes import Outcome, outcome_of_content
from normalization import ContentKind
from normalization.uyghur.scripts import SHARED_SCRIPTS, Script, convert
from workers.cleaning import clean_blocks, clean_facts
from workers.error_pages import MOST_CHARACTERS, are_longer, is_credit, lists_folder, message_about, whole_page_about
from workers.page_text import PageText

Arguments = ParamSpec("Arguments")


def _within_memory(work: Callable[Arguments, PageText]) -> Callable[Arguments, PageText]:
    """Make an outcome of the lack of memory; who calls sets the limit (``mezmun.core.processes.item_limits``)."""

    @wraps(work)
    def limited(*values: Arguments.args, **options: Arguments.kwargs) -> PageText:
        try:
            return work(*values, **options)
        except MemoryError:
            return PageText(Outcome.TOO_LARGE, "it takes more memory than a page of its size may")

    return limited


@_within_memory
def process(
    body: bytes,
    *,
    method: str,
    content_type: str | None = None,
    url: str | None = None,
    min_characters: int = 0,
    template: extraction.Template | None = None,
    favor: extraction.Favor = extraction.Favor.BALANCE,
    comments: extraction.Comments = extraction.Comments.SEPARATE,
    with_paths: bool = False,
    markup: extraction.Markup = extraction.Markup.NONE,
    with_observation: bool = False,
    rules: AbstractSet[normalization.Rule] = normalization.DEFAULT_RULES,
) -> PageText:
    """Turn the bytes of one page into clean text.

    Args:
        body: the page as the server sent it, without its content encoding.
        method: name of an extraction method.
        content_type: the HTTP header, for the declared charset.
        url: where the page was, for its links.
        min_characters: a shorter main text is no document.
        template: what was learned of the page's site; methods that make no use of one ignore it.
        favor: which error weighs more; methods that do not judge ignore it.
        comments: what becomes of the comments under an article.
        with_paths: whether each block says where in the page it stands.
        markup: which of links, images and formatting the blocks have.
        with_observation: whether to give what the page shows of its site; a seventh of the time.
        rules: what the normaliser may change.

    Raises:
        extraction.UnknownMethodError: no such method.
    """
    read = _read(body, content_type)
    if isinstance(read, PageText):
        return read
    html, page = read
    repaired = normalization.repair(html)
    try:
        extracted = extraction.extract(
            repaired.text,
            url,
            method,
            template=template,
            favor=favor,
            comments=comments,
            with_paths=with_paths,
            markup=markup,
        )
    except extraction.PageTooLargeError as error:
        return replace(page, outcome=Outcome.TOO_LARGE, detail=str(error))
    page = replace(
        page,
        method=extracted.method,
        method_version=extracted.version,
        confidence=extracted.confidence,
        observation=extracted.observation if with_observation else extraction.Observation(),
    )
    return _cleaned(page, extracted, Counter(repaired.changes), min_characters, rules)


def _cleaned(
    page: PageText,
    extracted: extraction.Extracted,
    changes: Counter[str],
    min_characters: int,
    rules: AbstractSet[normalization.Rule],
) -> PageText:
    """Give a page with its texts and facts in clean letters, or with the outcome for which it is no document.

    The ``changes`` of the letters, by rule, are added to those that were made before.
    """
    # A block of a word or two leans to the language of its page.
    language = extracted.identified
    language_code = language.code
    blocks = clean_blocks(extracted.blocks, language_code, rules, changes, extracted.users_in_text)
    text = extraction.text_of(blocks, "\n\n")
    metadata = clean_facts(extracted.metadata, language_code, rules, changes)
    title = metadata.title.value if metadata.title else ""
    if about := _message(extracted, blocks, title, language, metadata.published):
        return replace(page, outcome=Outcome.ERROR_PAGE, detail=about)
    if not text:
        return replace(page, outcome=Outcome.EMPTY, detail="no main text was found")
    if min_characters and (letters := sum(map(str.isalnum, text))) < min_characters:
        return replace(page, outcome=Outcome.TOO_SHORT, detail=f"{letters} letters, fewer than {min_characters}")
    if changes.keys() & normalization.LETTER_RULES:
        language = normalization.identify(text)
    return replace(
        page,
        text=text,
        blocks=blocks,
        comments=clean_blocks(extracted.comments, language_code, rules, changes, extracted.users_in_sentences),
        posts=extracted.posts,
        post_facts=extracted.post_facts,
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
    favor: extraction.Favor = extraction.Favor.BALANCE,
    comments: extraction.Comments = extraction.Comments.SEPARATE,
) -> extraction.Explanation:
    """Explain for each line of a page why it is in the text or not; nothing when the bytes are no page.

    What is given is as with :func:`process`.

    Raises:
        extraction.PageTooLargeError: the page is beyond the limits.
    """
    read = _read(body, content_type)
    html = "" if isinstance(read, PageText) else normalization.repair(read[0]).text
    extracted = extraction.extract(html, url, method, template=template, favor=favor, comments=comments)
    return extraction.explain(extracted)


def observe(body: bytes, *, method: str, content_type: str | None = None) -> extraction.Observation:
    """Give what a page shows of its site, as :func:`process` does; nothing when it is no page."""
    read = _read(body, content_type)
    if isinstance(read, PageText):
        return extraction.Observation()
    try:
        return extraction.select(normalization.repair(read[0]).text, method, template=extraction.Template()).observation
    except extraction.PageTooLargeError:
        return extraction.Observation()


def _read(body: bytes, content_type: str | None) -> tuple[str, PageText] | PageText:
    """Give the page's HTML with what is known of its encoding, or what it ends as without any."""
    content = normalization.sniff(body, content_type)
    decoded = content.decoded
    page = PageText(
        Outcome.STORED,
        declared_encoding=decoded.declared or "",
        encoding=decoded.encoding or "",
        encoding_evidence=decoded.evidence,
    )
    if content.kind is not ContentKind.HTML:
        return replace(page, outcome=outcome_of_content(content.kind), detail=content.reason)
    return content.text, page


def _message(
    extracted: extraction.Extracted,
    blocks: Sequence[extraction.Block],
    title: str,
    language: normalization.Language,
    published: extraction.Fact | None,
) -> str | None:
    """Tell what the page's message is about, if its text is one of the site's software; None for any other text.

    A thread's posts are people's, and hold no such message.
    """
    lines = [block.plain for block in blocks]
    if lists_folder(title, lines):
        return "folder"
    if sum(map(len, lines)) < _FEWEST_CHARACTERS:
        lines += extracted.selected.text.split("\n")
    if all(map(is_credit, lines)):  # the foot of a page whose one sentence was taken for a notice
        lines += extracted.selected.shown.split("\n")
    if not any(lines):  # a firewall shows its message in a frame
        lines = extracted.selected.framed.split("\n")
    if extracted.has_several_posts:
        return None
    if about := whole_page_about(lines):
        return about
    if are_longer(lines, MOST_CHARACTERS):
        return None
    return _about(title, lines, language, published) or extracted.message_box


def _about(
    title: str, lines: Sequence[str], language: normalization.Language, published: extraction.Fact | None
) -> str | None:
    """Tell what a page's message is about; Uyghur in other letters is read in those that the messages stand in."""
    script = SHARED_SCRIPTS.get(language.script) if language.code == "ug" else None
    dated = published is not None
    states_day = published is not None and published.source not in _FOR_READERS
    about = message_about(title, lines, dated=dated, states_day=states_day)
    if about or script is None:
        return about
    arabic = [convert(line, Script.ARABIC, script) for line in (title, *lines)]
    return message_about(arabic[0], arabic[1:], dated=dated, states_day=states_day)


_FOR_READERS: Final = frozenset({"text", "title", "url"})
"""Sources of days that error pages have, too: their foot says when they were changed, and a dead address has a day."""
_FEWEST_CHARACTERS: Final = 30
"""On a page with a shorter text, the steps after the method may have dropped the very message: "Log in to read"."""
