"""The one page of ``mezmun extract``: how it is read, and what is printed of it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mezmun.cli.exit_codes import end_without_text
from mezmun.cli.json_output import print_json
from mezmun.cli.text.page_source import name_of, read
from mezmun.core.errors import UsageError

if TYPE_CHECKING:
    import extraction
    from workers.bulk.order import Order

FORMATS: Final = {
    "txt": "txt",
    "text": "txt",
    "md": "md",
    "markdown": "md",
    "html": "html",
    "json": "json",
    "xml-tei": "xml-tei",
    "csv": "csv",
}
"""What a text is written as, by the words for it (``mezmun.api.page_formats`` has the formats)."""


def shape_of(form: str | None, *, as_json: bool) -> str:
    """Give the format of a page by the word for it; text where none is asked for.

    Raises:
        UsageError: there is no such format, or ``--json`` asks for another.
    """
    if form is not None:
        check_word("--format", form, FORMATS)
    shape = FORMATS[form or "txt"]
    if as_json and form is not None and shape != "json":
        raise UsageError(f"--json and --format {form} ask for different things: give one of them.")
    return "json" if as_json else shape


def check_word(option: str, word: str, choices: Iterable[str]) -> None:
    """Refuse a word that an option does not take.

    Raises:
        UsageError: it takes other words; the message names them.
    """
    words = list(choices)
    if word not in words:
        raise UsageError(f"{option} is {word!r}: it takes {', '.join(words)}.")


class OnePage(NamedTuple):
    """What can be asked of one page alone. Make one with :meth:`checked`."""

    content_type: str | None
    url: str | None
    shape: str
    """One of the values of ``FORMATS``."""
    markup: "extraction.Markup"
    explain: bool

    @classmethod
    def checked(
        cls,
        content_type: str | None,
        url: str | None,
        shape: str,
        *,
        links: bool,
        images: bool,
        formatting: bool,
        captions: bool,
        explain: bool,
    ) -> "OnePage":
        """Make one of what a user asks for.

        Raises:
            UsageError: the format has no place for what is asked for.
        """
        from extraction import Markup

        markup = Markup.of(links=links, images=images, formatting=formatting)
        if markup and shape in ("txt", "csv"):
            raise UsageError(
                f"--format {shape} has no place for --links, --images and --formatting:"
                " md, html, xml-tei and json have."
            )
        if explain and shape not in ("txt", "json"):
            raise UsageError(f"--format {shape} is for a text, and --explain gives none.")
        return cls(content_type, url, shape, markup | Markup.of(captions=captions), explain)


def extract_one(order: "Order", asked: OnePage) -> None:
    """Read the one page of an order, and print its text, or why it has it; exits with 3 when it has none."""
    import extraction
    from mezmun.api.extracted_page import ExtractedPage
    from mezmun.core.outcomes import Outcome
    from mezmun.core.processes.failure import Failure
    from mezmun.core.processes.forked_call import call
    from workers.page_text import PageText
    from workers.pipeline import explain, process

    template = _template(order)
    source = order.paths[0]
    body, found_type, found_url = read(source, order.max_page_bytes)
    options: dict[str, Any] = {
        "method": order.method,
        "content_type": asked.content_type or found_type,
        "url": asked.url or found_url,
        "template": template,
        "favor": order.favor,
        "comments": order.comments,
    }
    is_json = asked.shape == "json"

    def work() -> tuple[PageText, extraction.Explanation | None]:
        part = order.selection.part_of(body, options["content_type"])
        page_text = process(part, with_paths=is_json, rules=order.rules, markup=asked.markup, **options)
        return order.selection.filtered(page_text), explain(part, **options) if asked.explain else None

    answer = call(work, order.page_seconds, len(body))
    page_text, explanation = (PageText(answer.outcome, answer.detail), None) if isinstance(answer, Failure) else answer
    if explanation is not None:
        _show(explanation, as_json=is_json)
    elif page_text.text or asked.shape != "txt":
        print(ExtractedPage(page_text, options["url"]).write(asked.shape))
    if page_text.outcome is not Outcome.STORED:
        end_without_text(f"{name_of(source)} is {page_text.outcome}: {page_text.detail.rstrip('.')}.")


def _template(order: "Order") -> "extraction.Template | None":
    """Learn the site's template from its other pages, where some are given."""
    if order.site_pages is None:
        return None
    from workers.bulk.bulk_run import site_template
    from workers.bulk.input.sources import check

    check([order.site_pages])
    return site_template(order)


def _show(explanation: "extraction.Explanation", *, as_json: bool) -> None:
    """Print why a page has its text: what shape it has, then its lines, their columns parted by tabs."""
    if as_json:
        print_json(explanation.as_dict())
        return
    print(f"# {explanation.shape}: {explanation.shape_reason}")
    for line in explanation.lines:
        probability = "" if line.probability is None else f"{line.probability:.3f}"
        print("+" if line.in_text else "-", probability, line.step, line.reason, line.text, sep="\t")
