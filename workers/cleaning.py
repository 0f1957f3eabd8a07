"""The normalisation of what was extracted of a page: the words in its blocks and facts, and addresses in them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import extraction
import normalization
from extraction import FactKind


def clean_blocks(
    blocks: Sequence[extraction.Block],
    language: str,
    rules: AbstractSet[normalization.Rule],
    changes: Counter[str],
    users: AbstractSet[str] = frozenset(),
) -> tuple[extraction.Block, ...]:
    """Normalise blocks, mask the ``users`` whom they mention, and leave out those that nothing is left of."""
    cleaned = []
    unnamed = [_without_users(block, users, rules, changes) for block in blocks]
    changed = normalization.normalize_each([block.text for block in unnamed], rules=rules, language=language)
    for number, block in enumerate(blocks):
        of_clean_text = unnamed[number]
        if clean := changed.get(number):
            changes.update(clean.changes)
            of_clean_text = of_clean_text._replace(text=clean.text)
        if not block.image and not of_clean_text.text.strip():
            continue
        if block.image or block.spans:
            of_clean_text = _with_clean_markup(of_clean_text, unnamed[number].text, language, rules)
        cleaned.append(of_clean_text)
    return tuple(cleaned)


def _without_users(
    block: extraction.Block,
    users: AbstractSet[str],
    rules: AbstractSet[normalization.Rule],
    changes: Counter[str],
) -> extraction.Block:
    """Mask the users whom a block mentions, and move its spans; in code "@" begins other words."""
    if block.kind is extraction.BlockKind.PREFORMATTED:
        return block
    places = normalization.users_in(block.text, users, rules)
    if not places:
        return block
    changes[normalization.Rule.HANDLE] += len(places)
    placeholder = normalization.PLACEHOLDERS[normalization.Rule.HANDLE]
    pieces, shifts, done = list[str](), [0], 0
    for start, end in places:
        pieces += block.text[done:start], placeholder
        shifts.append(shifts[-1] + len(placeholder) - (end - start))
        done = end

    def moved(place: int) -> int:
        number = bisect_left(places, (place, 0))  # of the users that begin before it
        start, end = places[number - 1] if number else (0, 0)
        if place >= end:
            return place + shifts[number]
        # A span of a part of a name, say of its link without the "@", is one of the whole.
        return start + shifts[number - 1] + (len(placeholder) if place > (start + end) // 2 else 0)

    spans = tuple(span._replace(start=moved(span.start), end=moved(span.end)) for span in block.spans)
    return block._replace(text="".join([*pieces, block.text[done:]]), spans=spans)


def clean_facts(
    metadata: extraction.Metadata, language: str, rules: AbstractSet[normalization.Rule], changes: Counter[str]
) -> extraction.Metadata:
    """Normalise what people wrote, the titles and names, and mask what is private in the address that a page states."""
    facts: dict[str, extraction.Fact] = {
        name: fact for name in extraction.FACT_KINDS if (fact := getattr(metadata, name)) is not None
    }
    words = [name for name in facts if extraction.FACT_KINDS[name] is FactKind.WORDS]
    changed = normalization.normalize_each([facts[name].value for name in words], rules=rules, language=language)
    clean = {words[number]: (each.text, each.changes) for number, each in changed.items()}
    for name in facts:
        if extraction.FACT_KINDS[name] is FactKind.ADDRESS:
            clean[name] = normalization.mask_query(facts[name].value, rules)
    for _, counts in clean.values():
        changes.update(counts)
    return replace(metadata, **{name: replace(facts[name], value=value) for name, (value, _) in clean.items()})


def _with_clean_markup(
    block: extraction.Block, before: str, language: str, rules: AbstractSet[normalization.Rule]
) -> extraction.Block:
    """Move the spans of a block whose text was changed; normalise what images show, and mask addresses."""

    def clean(words: str) -> str:
        return normalization.normalize(words, rules=rules, language=language).text if words else ""

    def masked(address: str) -> str:
        return normalization.mask_query(address, rules)[0]

    if block.image is not None:
        image = block.image
        label, caption = clean(image.label), clean(image.caption)
        return block._replace(image=image._replace(source=masked(image.source), label=label, caption=caption))
    spans = block.spans if before == block.text else extraction.moved(block.spans, before, block.text)
    with_address = (extraction.Mark.LINK, extraction.Mark.IMAGE)
    return block._replace(
        spans=tuple(
            span._replace(target=masked(span.target), label=clean(span.label)) if span.kind in with_address else span
            for span in spans
        )
    )
