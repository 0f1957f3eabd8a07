"""What a step of the division is, and the steps that pages of every shape have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from extraction.attribution.asides import asides
from extraction.attribution.embedded_posts import embedded_posts
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.labelled_lines import part_bylines
from extraction.attribution.raw_tags import raw_tags
from extraction.attribution.reactions import reactions
from extraction.attribution.unlabelled.heads_with_words import heads_with_words
from extraction.attribution.unlabelled.linked_names import linked_names
from extraction.attribution.unlabelled.marked_names import marked_names
from extraction.attribution.user_names import senders_of_files, user_names
from extraction.attribution.within_lines.mails import names_in_mails
from extraction.attribution.within_lines.talk_signatures import talk_signatures
from extraction.attribution.within_lines.tracker_answers import tracker_answers
from extraction.boilerplate import buttons, remains
from extraction.boilerplate.summaries import machine_summaries
from extraction.division.line_numbers import line_numbers
from extraction.division.structure import Structure
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import TextParts
from extraction.threads.shape import Shape

Lines = Callable[[ShortLines, Mask], Sequence[Attribution]]
"""Gives the lines of attribution among the short lines of the marked (S) content."""
Texts = Callable[[NodeTable, Mask], Mask | Sequence[int] | None]
"""Marks segments (S) of the marked (S) content, or gives their rows; None for none."""
Where = Callable[[NodeTable], bool]
SIGNED: Final = "its box is named after signatures, or a line that software draws parts it from the post"
_PRE, _ITEM = tags.CODE["pre"], tags.CODE["li"]
_MOST_BESIDE: Final = 0.5
"""Share of the text that may be what is left out with ``drop_beside``."""


def has(tag: int, fewest: int = 1) -> Where:
    """Give a quick look that tells whether a page has so many elements of a tag (its code)."""
    return lambda page: page.number_of(tag) >= fewest


def has_named(*names: Names, role: bytes = b"") -> Where:
    """Give a quick look that tells whether a page has elements with some names, or with a role."""
    return lambda page: page.signatures.named(*names) is not None or bool(page.signatures.of_role(role))


def has_text(*parts: bytes) -> Where:
    """Give a quick look that tells whether a page has any of some texts."""
    sought = TextParts(*parts)
    return lambda page: sought.are_in(page.texts.utf8)


def has_any(among: Mask, roles: Sequence[bytes]) -> Where:
    """Give a quick look for elements of some tags (by their codes), or with one of some roles."""
    codes = among.nonzero()[0].tolist()
    return lambda page: any(map(page.number_of, codes)) or bool(page.signatures.of_role(*roles))


def speaks_of(subject: SignatureSubject) -> Where:
    """Give a quick look for elements whose names are about a subject."""
    return lambda page: page.speaks_of(subject)


def either(*looks: Where) -> Where:
    """Give a quick look for what any of some looks are for."""
    return lambda page: any(look(page) for look in looks)


def repeats(weight: int, fewest: int) -> Where:
    """Give a quick look for so many different lines, each with at least some weight, that stand on a page more than
    once."""

    def where(page: NodeTable) -> bool:
        lines = lines_of(page)
        times = lines.copies[(lines.copies > 1) & (lines.weights >= weight)]
        return len(times) > fewest and bool(round((1 / times).sum()) >= fewest)

    return where


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the division of a page."""

    name: str
    purpose: str
    """What it leaves out or marks, for the table of the steps in ``docs/method.md``."""
    run: Callable[[Structure], None]
    where: Where | None = None
    """A quick look whether the page may have what the step is for; None where there is none."""

    def on(self, parts: Structure) -> None:
        """Do the step on a page that may have what it is for."""
        if self.where is None or self.where(parts.page):
            self.run(parts)

    @classmethod
    def of_lines(cls, name: str, purpose: str, lines: Lines) -> Self:
        """Make a step that leaves out lines of attribution, each with a reason of its own."""
        return cls(name, purpose, lambda parts: parts.drop_attribution(lines(parts.short_lines, parts.content)))

    @classmethod
    def of_texts(cls, name: str, purpose: str, reason: str, texts: Texts, where: Where | None = None) -> Self:
        """Make a step that leaves out texts, all for one reason, which ``--explain`` shows beside each."""

        def run(parts: Structure) -> None:
            marked = texts(parts.page, parts.content)
            if marked is not None and len(marked):
                parts.drop(marked, name, reason)

        return cls(name, purpose, run, where)


def drop_beside(parts: Structure, texts: Mask, step: str, reason: str) -> None:
    """Leave out marked texts (S), unless they are most of the content: then the page consists of them."""
    inside, chars = texts & parts.content, parts.page.chars
    if chars[inside].sum() <= _MOST_BESIDE * chars[parts.content].sum():
        parts.drop(inside, step, reason)


def _drop_raw_tags(parts: Structure) -> None:
    if parts.of_members:
        raw = raw_tags(parts.short_lines, parts.content)
        parts.drop_part(raw, LineRole.QUOTE_HEADER, "it is a tag that was not read, or says whose a quote is")


def _drop_summaries(parts: Structure) -> None:
    summaries = machine_summaries(parts.short_lines, parts.content)
    if summaries is not None:
        parts.drop(summaries, "summaries", "its box says that a machine made this summary")
    named = parts.page.signatures.named(Names.MACHINE_SUMMARY)
    if named is not None:
        texts = parts.page.texts_in_marked(named.take(parts.page.signature))
        drop_beside(parts, texts, "summaries", "its box is named after a summary that a machine made")


def _drop_names_in_mails(parts: Structure) -> None:
    names = names_in_mails(parts.short_lines, parts.content)
    parts.drop_part(names, LineRole.QUOTE_HEADER, "it says in a mail whose a quote is, or who signs")


def _drop_tracker_answers(parts: Structure) -> None:
    answers = tracker_answers(parts.page, parts.content)
    parts.drop_part(answers, LineRole.QUOTE_HEADER, "the beginning of a comment says whom it answers")


def _drop_talk_signatures(parts: Structure) -> None:
    signatures = talk_signatures(parts.short_lines, parts.content)
    parts.drop_part(signatures, LineRole.USER_NAME, "the end of a line is a signature of wiki software")


def _drop_user_names(parts: Structure) -> None:
    parts.drop_attribution(heads_with_words(parts.short_lines, parts.content))
    if parts.of_members:
        parts.drop_attribution(user_names(parts.short_lines, parts.content))
    else:
        parts.drop_attribution(senders_of_files(parts.short_lines, parts.content, dated=True))


def _drop_linked_names(parts: Structure) -> None:
    parts.drop_attribution(linked_names(parts.short_lines, parts.content, of_members=parts.of_members))


def _drop_marked_names(parts: Structure) -> None:
    of_members = parts.of_members or parts.shape is Shape.ARTICLE_WITH_COMMENTS
    from_links = parts.of_members
    parts.drop_attribution(marked_names(parts.short_lines, parts.content, of_members=of_members, from_links=from_links))


REMAINS: Final = (
    Step.of_texts(
        "line-numbers",
        "the numbers of the lines of code",
        "it is the number of a line of code",
        line_numbers,
        where=has(_PRE),
    ),
    Step.of_texts(
        "php-messages",
        "what PHP wrote into the page",
        "PHP wrote it into the page",
        lambda page, _: remains.php_messages(page),
    ),
    Step.of_texts(
        "template-remains",
        "what a server or a script was to fill, or left of its code",
        "it is what a template was to fill, or left of it",
        lambda page, _: remains.template_remains(page),
    ),
    Step.of_lines("embedded-posts", "whose an embedded post of a social network is", embedded_posts),
    Step.of_lines("asides", "requests, buttons, and what stands in place of hidden posts", asides),
)
"""What software and templates put into the text of any page."""
PART_BYLINES: Final = Step.of_lines("part-bylines", "who wrote a part of the page, and when", part_bylines)
PERMALINKS: Final = (
    Step.of_texts(
        "permalinks", "links of nothing but a sign", "it is a link of nothing but a sign", remains.permalinks
    ),
    Step.of_texts(
        "heading-buttons",
        "buttons behind headings and terms",
        "it is a button behind a heading, in brackets",
        buttons.heading_buttons,
        where=lambda page: b"]" in page.texts.utf8,
    ),
)
CODE_LABELS: Final = Step.of_texts(
    "code-labels",
    "the language of code, above it",
    "it says nothing but the language of the code below it",
    remains.code_labels,
    where=has(_PRE),
)
ITEM_MARKS: Final = Step.of_texts(
    "item-marks",
    "bullets and numbers of items, drawn with letters",
    "it is the bullet or the number of an item",
    remains.item_marks,
    where=has(_ITEM),
)
SUMMARIES: Final = Step("summaries", "what a machine made of the text", _drop_summaries)
RAW_TAGS: Final = Step("raw-tags", "tags (BBCode) that software did not read", _drop_raw_tags)
NAMES: Final = (
    Step(
        "mails",
        "who is quoted, greeted and who signs in mails of plain text, and what lists add to them",
        _drop_names_in_mails,
        where=lambda page: b">" in page.texts.utf8 or bool(page.number_of(_PRE)),
    ),
    Step("tracker-answers", "whom comments of trackers answer", _drop_tracker_answers, where=has(_PRE)),
    Step("talk-signatures", "who signs what she says on a wiki", _drop_talk_signatures),
    Step.of_lines("reactions", "who likes a post, or is thankful for it", reactions),
    Step("user-names", "user names in posts, and what these users did", _drop_user_names),
    Step("linked-names", 'names that a link or their form tells, alone or behind "by"', _drop_linked_names),
    Step("marked-names", "names alone of those who wrote, as the page marks them", _drop_marked_names),
)
"""Steps that leave out names of further people, in posts and below articles."""
