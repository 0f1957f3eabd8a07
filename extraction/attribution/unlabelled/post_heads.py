"""User names above posts and comments, on a line beside the time of a post, where no element says what they are.

Software writes the name and the time of each post alike: in elements of the same kind, in the same order, before the
text. Programmes of events look so, too, but their times are round, while posts are written at any minute. Where there
are only days, the names themselves must look like names of users or persons; also below a heading such as "Comments".
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import without_signs_around
from extraction.lexicon import dates
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.page import tags
from extraction.page.node_table import Column, Mask
from extraction.page.signs import BEHIND_LABEL, COLONS, one_of


def post_heads(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that are names of users above posts or comments."""
    rows = content.take(short.lines.start).nonzero()[0].tolist()
    return _beside_times(short, content) + _below_heading(short, rows)


def comment_heads(short: ShortLines, content: Mask, comment: Column) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote the text of the ``comment`` (S) below: "Gary says:".

    They are the first lines of comments, or several lines that are written alike.
    """
    lines, language = short.lines, short.language
    rows, begins = short.of_parts(content, comment)
    if not len(rows):
        return []
    is_short = (lines.texts.length.take(rows) <= _LONGEST_DAY_LINE)[:-1]
    groups: dict[int, list[int]] = defaultdict(list)
    sure, likely = set(rows[begins].tolist()), rows[:-1][is_short]
    has_number = lines.digits.take(likely) > 0
    columns = (likely, line_places(short, likely), has_number)
    for row, place, may_be_dated in zip(*(each.tolist() for each in columns), strict=True):
        text = lines.texts[row]
        is_head = may_be_dated and first_form(text, _NAMES_AND_DAYS, language) is not None
        if is_head or (text.endswith(_SIGNS_BEHIND) and _says_who_commented(short, row)):
            groups[place].append(row)
        elif may_be_dated and _names_and_dates(text, language):
            groups[place].append(row)
            sure.discard(row)
    heads = [row for group in groups.values() for row in group if len(group) >= _FEWEST_BELOW or row in sure]
    return [Attribution(row, LineRole.USER_NAME, "it says who wrote a comment") for row in heads]


def _names_and_dates(text: str, language: str) -> bool:
    """Tell whether a line is a name and when, also with no sign between: "Gary yesterday at 21:40"."""
    form = first_form(text, _NAMES_AND_TIMES, language)
    return form is not None and stop_words(language).isdisjoint(text.lower().split()[:1])


def _says_who_commented(short: ShortLines, row: int) -> bool:
    """Tell whether a line is a name and a word for "says", and nothing else."""
    text = short.plain_line(row).rstrip(BEHIND_LABEL)
    words = [each for each in finder(TermRole.COMMENTED, TermRole.WROTE).finditer(text) if each.end() == len(text)]
    if not words:
        return False
    name = text[: words[0].start()].split()
    return 0 < len(name) <= _MOST_NAME_WORDS and stop_words(short.language).isdisjoint(name)


class _Head(NamedTuple):
    """The lines above a post that say who wrote it and when."""

    name: int
    """Row of the line with the name."""
    day: int
    """Row of the line with the day, or with another fact; it may be the line with the name."""
    is_of_member: bool = False
    """The fact is one of a member, not of a post."""


def _beside_times(short: ShortLines, content: Mask) -> list[Attribution]:
    lines = short.lines
    is_short = lines.texts.length <= _LONGEST_DAY_LINE
    (days,) = (is_short & (lines.digits >= _FEWEST_DIGITS)).nonzero()
    if len(days) < _FEWEST_TIMED:  # as on many pages
        return []
    named = np.zeros(len(is_short) + 2, dtype=np.bool_)  # with a line before the first one, and one behind the last
    named[1:-1] = content.take(lines.start) & is_short
    days = days[named[days] | named[days + 1] | named[days + 2]]
    if not _FEWEST_TIMED <= len(days) <= _MOST_DAYS:  # likewise
        return []
    language = short.language
    heads: list[_Head] = []
    for group in sorted(
        _possible_heads(short, content, days), key=len, reverse=True
    ):  # forms are asked last: it takes longest
        if len(group) > len(heads) and any(_with_form(short, group[:_MOST_TRIED], language)):
            every = list(_with_form(short, group, language))
            heads = max(
                heads, *([each for each in every if each.is_of_member is kind] for kind in (False, True)), key=len
            )
    if len(heads) < _FEWEST_TIMED or _posts_below(short, heads) < _LEAST_WITH_POST * len(heads):
        return []
    texts = [_name_in(short, each.name) for each in heads]
    if _have_words_of_page(short, texts):
        return []
    days_of = [lines.texts[each.day] for each in heads]
    if _are_of_recording(days_of):
        return []
    if len(heads) < FEWEST_HEADS:
        is_sure = _are_all_timed(days_of) and len(set(texts)) == len(texts)
    else:
        is_sure = heads[0].is_of_member or _are_any_minutes(days_of)
        is_sure = is_sure or _are_users(texts, lines.texts[_text(short, heads[0])], language)
    if not is_sure:
        return []
    return [Attribution(each.name, LineRole.USER_NAME, "a user name beside the time of a post") for each in heads]


def _name_in(short: ShortLines, row: int) -> str:
    """Give the name that a line (row) begins with: the text before a sign, or before a word for "wrote"."""
    text = short.lines.texts[row]
    word = finder(TermRole.WROTE, TermRole.PUBLISHED, TermRole.WRITTEN_BY).search(short.plain_line(row))
    if word is not None and word.start():
        text = text[: word.start()]
    return _BEHIND_NAME.sub("", _BEFORE_NAME.sub("", text, count=1)).strip()


def _possible_heads(short: ShortLines, content: Mask, days: NDArray[np.intp]) -> list[list[_Head]]:
    """Give the lines that may be heads of posts by their places: days with a line of the content in or beside them."""
    names = days + _SIDES[:, None]
    names[0] = _above_labels(short, names[0])
    posts = np.maximum(names, days) + 1
    within = (names >= 0) & (posts < len(short.lines.start))
    names[~within] = posts[~within] = 0
    within &= content.take(short.lines.start.take(names)) & (short.lines.texts.length.take(names) <= _LONGEST_ON_SIDE)
    above = within & are_posts(short, _past_facts(short, posts))
    groups: dict[tuple[int, int, int], list[_Head]] = defaultdict(list)
    count: Counter[tuple[int, int, int]] = Counter()
    for side in (np.count_nonzero(above, axis=1) >= _FEWEST_TIMED).nonzero()[0].tolist():  # as on few pages
        rows = names[side, within[side]], days[within[side]]
        columns = *(line_places(short, each) for each in rows), *rows, above[side, within[side]]
        for of_name, of_day, name, day, is_above in zip(*(each.tolist() for each in columns), strict=True):
            groups[side, of_name, of_day].append(_Head(name, day))
            count[side, of_name, of_day] += is_above
    return [each for place, each in groups.items() if count[place] >= _FEWEST_TIMED]


def _past_facts(short: ShortLines, rows: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Give for each of some lines the next of the few behind it that is long enough for a post."""
    length = _weights(short)
    for _ in range(_MOST_FACTS):
        is_fact = (length.take(rows) < _LEAST_TEXT) & (rows + 1 < len(length))
        if not np.count_nonzero(is_fact):
            break
        rows = rows + is_fact
    return rows


def _above_labels(short: ShortLines, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give for each of some lines (rows) the next one above it that is no label with a number, as of a user's rank.

    Row -1 is above the first line; at most ``_MOST_FACTS`` labels stand above each other.
    """
    lines, above = short.lines, rows.copy()
    is_short = (lines.digits > 0) & (lines.texts.length <= _LONGEST_NAME)
    for at, row in enumerate(rows.tolist()):
        others = (
            each
            for each in range(row, max(row - _MOST_FACTS, 0), -1)
            if not is_short[each] or _LABEL.match(lines.texts[each]) is None
        )
        above[at] = next(others, max(row - _MOST_FACTS, min(row, 0)))
    return above


def _with_form(short: ShortLines, heads: Iterable[_Head], language: str) -> Iterator[_Head]:
    """Give the heads whose lines have the form of a name and a day, or of a fact about a member behind a name."""
    for each in heads:
        is_beside = each.name != each.day
        if is_beside and not _may_be_user(short, each.name):
            continue
        form = first_form(short.lines.texts[each.day], _FORMS, language)
        if form == _OF_MEMBER and each.name < each.day:
            yield each._replace(is_of_member=True)
        elif form == (_DAY if is_beside else _NAME_AND_DAY):
            yield each


def _below_heading(short: ShortLines, rows: list[int]) -> list[Attribution]:
    """Give the names above comments below a heading such as "Comments", where name and text alternate to the end."""
    headings = short.beginning_with(None, TermRole.COMMENTS_HEADING)
    titles = texts_of(TermRole.COMMENTS_HEADING)
    heading = next((each.row for each in headings if _is_heading(short.plain(each), titles)), -1)
    if heading < 0 or not rows or rows[-1] <= heading:  # as on most pages
        return []
    lines, below = short.lines, range(heading + 1, rows[-1] + 1)
    places, length, language = line_places(short, np.array(below)), lines.texts.length, short.language
    of_place = (below[0] + (places[:-1] == places[0]).nonzero()[0]).tolist()
    alike = [row for row in of_place if length[row + 1] >= 2 * length[row]]
    dated = [row for row in alike if length[row] <= _LONGEST_DAY_LINE and _names_and_dates(lines.texts[row], language)]
    users = dated if len(dated) >= _FEWEST_BELOW else [row for row in alike if _may_be_user(short, row)]
    if below[0] not in users or len(users) < _FEWEST_BELOW or 3 * len(users) < len(below):
        return []
    texts = [lines.texts[row] for row in users]
    if users is not dated and not _are_users(texts, lines.texts[users[0] + 1], language):
        return []
    inside = set(rows)
    return [Attribution(row, LineRole.USER_NAME, "a name above a comment") for row in users if row in inside]


def _is_heading(text: str, titles: frozenset[str]) -> bool:
    return len(text) <= _LONGEST_NAME and without_signs_around(_NUMBER.sub("", text)) in titles


def _may_be_user(short: ShortLines, row: int) -> bool:
    """Tell whether a line may be the name of a user: up to three words, no heading and no sentence."""
    lines = short.lines
    if lines.texts.length[row] > _LONGEST_NAME or _HEADING[short.page.tag[lines.block[row]]]:
        return False
    text = lines.texts[row]
    if lines.ends_sentence[row] and _INITIAL.search(text) is None:
        return False
    return len(text.split()) <= _MOST_NAME_WORDS and _NAME.fullmatch(text) is not None


def line_places(short: ShortLines, rows: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Give a number for the place of each of some lines, equal for lines that software writes alike."""
    page, block = short.page, short.lines.block.take(rows)
    tag, around = page.tag.take(block), page.tag.take(page.parent.take(block))
    return (tag.astype(np.int64) << _TAG_BITS | around) << _DEPTH_BITS | page.depth.take(block)


def _posts_below(short: ShortLines, heads: list[_Head]) -> int:
    """Count the heads behind which a post stands."""
    return int(are_posts(short, np.array([_text(short, each) for each in heads])).sum())


def _text(short: ShortLines, each: _Head) -> int:
    """Give the line behind both lines of a head; behind a fact about a member, also behind further lines and a
    greeting."""
    behind = np.array([max(each.name, each.day) + 1])
    return int((_past_facts(short, behind) if each.is_of_member else behind)[0])


def are_posts(short: ShortLines, rows: NDArray[np.integer[Any]]) -> Mask:
    """Mark the lines that are text, and no heading or link as in a list of articles."""
    lines = short.lines
    is_long = _weights(short).take(rows) >= _LEAST_TEXT
    is_heading = _HEADING[short.page.tag.take(lines.block.take(rows))]
    return is_long & (2 * lines.linked.take(rows) < lines.texts.length.take(rows)) & ~is_heading


def _weights(short: ShortLines) -> Column:
    """Give the length of each line in characters; one of a script without spaces counts for two."""
    weights: Column = short.lines.texts.length + short.lines.unspaced
    return weights


def _are_of_recording(times: Sequence[str]) -> bool:
    """Tell whether times count from the start of a recording: then the names are those of speakers in a transcript."""
    clocks = [tuple(map(int, re.findall(r"\d+", time))) for time in times if _CLOCK.fullmatch(time.strip(" ()[]"))]
    return len(clocks) == len(times) and clocks[0][0] == 0 and clocks == sorted(clocks)


def _are_any_minutes(days: Iterable[str]) -> bool:
    """Tell whether most of some times are at any minute; events begin at a full hour or a quarter of one."""
    minutes = [match[1] for day in days if (match := _MINUTES.search(day)) is not None]
    return 2 * sum(each not in _ROUND for each in minutes) > len(minutes) > 0


def _are_all_timed(days: Sequence[str]) -> bool:
    """Tell whether each of some lines has a day and a time of day, and one of these is at any minute."""
    minutes = [match[1] for day in days if (match := _MINUTES.search(day)) is not None]
    return len(minutes) == len(days) and all(map(dates.has_date, days)) and not _ROUND.issuperset(minutes)


def _have_words_of_page(short: ShortLines, texts: list[str]) -> bool:
    """Tell whether the page has words of some texts in small letters, as of titles of posts; seldom of names."""
    stops = stop_words(short.language) | stop_words("en")
    # Behind a space: what follows a stop may be the first word of a line, and a name.
    of_page = set(short.lines.texts.utf8.replace(b",", b" \0").replace(b".", b" \0").split(b" "))

    def has_word(text: str) -> bool:
        words = [word.lower() for word in _WORDS.findall(text)]
        return any(word in stops or word.encode() in of_page for word in words)

    return _MOST_WITH_WORDS * len(texts) < sum(map(has_word, texts))


def _are_users(texts: list[str], post: str, language: str) -> bool:
    """Tell whether half of some texts look like names of users or persons: "anna_7", "oldtimber", "Ellen T.".

    A Latin word does so where the posts are in another script.
    """
    stops, is_latin = stop_words(language), 2 * len(_LATIN.findall(post)) > len(post)

    def is_user(text: str) -> bool:
        if text.lower() in stops:
            return False
        is_foreign = text.isascii() and not is_latin
        if " " not in text and (is_foreign or OF_USERS.search(text) is not None or text[0].islower()):
            return True
        if _INITIAL.search(text) is not None or are_persons(text, language):
            return True
        return folded(text) in names(NameRole.GIVEN_NAME)

    return 2 * sum(map(is_user, texts)) >= len(texts)


_NAME_AND_DAY: Final = "a name and a day"
_DAY: Final = "a day"
_OF_MEMBER: Final = "a fact of a member"
NAME_OF_USER: Final = "(?:[NnuK]{1,3}|_?[kK]#?)"
_TIME_OF_POST: Final = r"(?:<weekday>[|]?)?<moment>(?:\([ku]\))?<moment>?(?:<at>?[|]?<moment>)?"
_NAMES_AND_DAYS: Final = {
    rf"(?:#[:|.)]{{1,2}})?[|]?{NAME_OF_USER}(?:[|()]{{1,2}}|<at>[|]?|_?<published|wrote|written-by>(?:<date>|<at>)?:?)"
    rf"{_TIME_OF_POST}[|).]?:?$": _NAME_AND_DAY,
    rf"#[:|.)]{{1,2}}{NAME_OF_USER}:{_TIME_OF_POST}[|).]?$": _NAME_AND_DAY,
}
_NAMES_AND_TIMES: Final = {
    **_NAMES_AND_DAYS,
    r"[|]?[NnuK]{1,4}<at|preposition|name-particle>?[nu]?<moment>{1,2}[|).]?$": "a name, and when",
}
_FORMS: Final = {
    **_NAMES_AND_DAYS,
    r"[|(#.:]{0,2}[nNuk]?(?:<weekday>[|]?)?<moment>{1,2}(?:<at>?[|]?<moment>)?[|).]?[nN#]{0,2}$": _DAY,
    r"<member>:?(?:<moment>|#).{0,3}$": _OF_MEMBER,
}
_SIDES: Final = np.array([-1, 0, 1])
"""A name stands on the line before the day, on its line, or on the one behind it."""
_TAG_BITS: Final = 16
_DEPTH_BITS: Final = 32
"""The number of a place has so many bits for a tag (``_TAG_BITS``) and for a depth."""
_LONGEST_DAY_LINE: Final = 60  # a name, a day and a time (half 1, twice 0)
_LONGEST_NAME: Final = 30  # characters (half 0, twice 0)
_MOST_FACTS: Final = 3
"""Lines of facts about a member behind a head, before the post (half 0, twice 0)."""
_LONGEST_ON_SIDE: Final = np.array([[_LONGEST_NAME], [_LONGEST_DAY_LINE], [_LONGEST_NAME]])
_LEAST_TEXT: Final = 20
"""Characters (``_weights``) of a text below a head; a shorter line is a fact about the member (half 0, twice 0)."""
_FEWEST_DIGITS: Final = 4  # a time of day has so many (half 0, twice 1)
FEWEST_HEADS: Final = 3  # two lines may be alike by chance (half 1, twice 1)
_FEWEST_TIMED: Final = 2
"""So many heads do where each has a day and a time: events, which look so, begin at round ones."""
_FEWEST_BELOW: Final = 2
"""So many posts, or comments below a heading, must have heads alike."""
_MOST_TRIED: Final = 8
"""Members of a group that are tried: when none of them has a form of heads, the others are not."""
_MOST_DAYS: Final = 400
"""A page with more lines that are days is not looked at: it is a list, and takes long (half 0, twice 0)."""
_MOST_NAME_WORDS: Final = 3  # (half 0, twice 0)
_LEAST_WITH_POST: Final = 0.6  # some posts are a word; the times tell them from a programme (half 0, twice 1)
_MOST_WITH_WORDS: Final = 0.5
"""The texts name no users if more than this share of them has words of sentences or of the page."""
_HEADING: Final = tags.HEADING | tags.tag_set("th dt")
_NAME: Final = re.compile(r"[@]?[^\W_][^:：?!؟？！,;|/\"“”«»]*")
_WORDS: Final = re.compile(r"[^\W\d_]{3,}")
_LABEL: Final = re.compile(rf"[^\W\d][^:：]*{one_of(COLONS)}\s*\d+$")
_SIGNS_BEHIND: Final = (*COLONS, "...", "…")
_NUMBER: Final = re.compile(r"\d+")
_BEFORE_NAME: Final = re.compile(rf"\s*\d+[.)|]?\s*{one_of(COLONS)}\s*")
_BEHIND_NAME: Final = re.compile(rf"\s*(?:[|·•(,–—»]|\s-\s|{one_of(COLONS)}).*$")
_CLOCK: Final = re.compile(r"\d{1,3}(?::[0-5]\d){1,2}")
_MINUTES: Final = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])[:：]([0-5]\d)")
_ROUND: Final = frozenset({"00", "15", "30", "45"})
OF_USERS: Final = re.compile(r"[^\W\d_]\d|[^\W_]_[^\W_]|[a-z][A-Z]")
_LATIN: Final = re.compile(r"[\x00-\u024f]")
_INITIAL: Final = re.compile(r"^(?:\w+ [^\W\d_]\.?|[^\W\d_]\. ?\w+)$")
