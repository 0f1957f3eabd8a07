"""What ``mezmun.extract`` gives: a page's text in clean letters, its parts, and what the page says of itself."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from extraction import Block
from mezmun.api import page_formats
from mezmun.core.outcomes import Outcome
from normalization.cached_property import cached_property
from workers.page_text import PageText, texts_by_post


@dataclass(frozen=True, repr=False)
class ExtractedPage:
    """A page's main text; false where there is none, and ``outcome`` and ``detail`` say why."""

    record: PageText
    """All that is known, as the workers of the pipeline make it."""
    given_url: str | None = None
    """Where the page was, as the caller gave it."""

    @property
    def outcome(self) -> Outcome:
        """``stored`` with a text, or the word for why there is none: ``empty``, ``not-html``, ``too-large`` …"""
        return self.record.outcome

    @property
    def detail(self) -> str:
        """Why there is no text, in words; empty when there is."""
        return self.record.detail

    @property
    def text(self) -> str:
        """The plain text, a blank line between two blocks, without ``comments``."""
        return self.record.text

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Paragraphs, headings, items, table rows … in the page's order, without ``comments``."""
        return self.record.blocks

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """The text of each post of a thread, in order; none when the page is no thread."""
        return tuple(texts_by_post(self.record.blocks).values())

    @cached_property
    def comments(self) -> tuple[str, ...]:
        """What readers wrote under an article, one by one where they can be told apart; never who they are."""
        return tuple(texts_by_post(self.record.comments).values())

    @property
    def title(self) -> str:
        """Without the name of the site; empty when the page has none."""
        return self.record.title

    @property
    def date(self) -> date | None:
        """The day of publication; None when the page does not say."""
        return date.fromisoformat(day) if (day := self._fact("published")) else None

    @property
    def url(self) -> str | None:
        """The page's canonical address, or else the one that was given."""
        return self._fact("canonical_url") or self.given_url

    @property
    def site_name(self) -> str:
        """The name of the site; empty when the page does not say."""
        return self._fact("site_name")

    @property
    def section(self) -> str:
        """The section or category of the site; empty when the page does not say."""
        return self._fact("section")

    @property
    def language(self) -> str:
        """ISO 639 code of the text, ``und`` when it cannot be told; empty without a text."""
        return self.record.language

    @property
    def script(self) -> str:
        """ISO 15924 code of the text's script; empty without a text."""
        return self.record.script

    @property
    def encoding(self) -> str:
        """The encoding that the bytes were really in, as a Python codec name; empty when they are no text."""
        return self.record.encoding

    @property
    def method(self) -> str:
        """The extraction method's name."""
        return self.record.method

    @property
    def confidence(self) -> float | None:
        """The F1 that the method expects of its text, 0 to 1; None when it cannot tell. Look at the lowest first."""
        return self.record.confidence

    @property
    def markdown(self) -> str:
        """The text as CommonMark, with the tables of GitHub Flavored Markdown."""
        return self.write("md")

    @property
    def html(self) -> str:
        """The text as a clean HTML document: title and facts in its head, text and comments in its body."""
        return self.write("html")

    def write(self, name: str) -> str:
        """Write the page in a format: ``txt``, ``md``, ``html``, ``json``, ``xml-tei`` or ``csv``.

        Raises:
            InvalidInputError: there is no such format.
        """
        return page_formats.write(self.record, name, self.url)

    def to_dict(self) -> dict[str, Any]:
        """Give everything, ready for JSON; ``mezmun extract --json`` prints the same."""
        return self.record.as_dict()

    def _fact(self, name: str) -> str:
        fact = getattr(self.record.metadata, name)
        return fact.value if fact else ""

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        what = f"{self.title[:40]!r}, {len(self.text):,} characters, {self.language}" if self else f"{self.outcome}"
        return f"<ExtractedPage {what}>"
