"""The text of a page's article from the state that its script writes it from (``states``).

The article is the object that has a title of the page, and its text what that object has under a name that texts have.
Lists of other articles, and comments, are not looked into.
"""

import html
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from extraction.metadata.fact import MAX_NAME_CHARS
from extraction.metadata.script_state.markup import REACT_ITEMS, MarkupWriter
from extraction.metadata.script_state.state_keys import KeyRole, keys_of
from extraction.metadata.script_state.states import NESTED, loaded, states
from extraction.metadata.stated_article import PAID, StatedArticle
from extraction.page.headline import letters
from extraction.page.statements.markup import text_of

_PAID_STATE: Final = re.compile(
    r'"(?:is_?|has_?)?(?:premium|paywall(?:ed)?|paid|subscribers?_?only|locked)(?:_?(?:content|article))?"\s*:\s*'
    r'(?:true\b|1\b|"(?:true|yes|premium|paid|locked))',
    re.IGNORECASE,
)
"""This is JSON anywhere on the page, also in a script without an article; ``_says_paid`` asks what is read of the
state."""
_PAID_KEY: Final = re.compile(
    r"(?:is|has|requires?)?(?:premium|paywall(?:ed)?|paid|(?:subscri(?:bers?|ption)|members?)(?:only|required)?|locked)"
    r"(?:content|article|post|only|required)?"
)
"""If a key of this form, in small letters and without marks, is true, the text is paid for."""
_FREE_KEY: Final = re.compile(r"(?:is)?(?:accessible(?:for)?)?free|isaccessible")
"""If a key of this form is false, the text is paid for."""
_ACCESS_KEY: Final = re.compile(r"(?:content)?(?:access|tier|accesslevel|accesstype|visibility|audience|contenttier)")
_PAID_WORD: Final = re.compile(
    r"(?:only_?)?(?:paid|premium|members?|subscribers?|locked|plus)(?:[_-]?only)?", re.IGNORECASE
)
_YES: Final = frozenset({"true", "yes", "1", "premium", "paid", "locked"})
_NO: Final = frozenset({"false", "no", "0"})
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_OTHERS: Final = re.compile(
    r"comment|repl(?:y|ies)$|related|recommend|popular|trending|similar|most[_-]?read|authors?$|users?$", re.IGNORECASE
)
"""Names of data that is not the page's article."""
_PARTS_OF_TITLES: Final = frozenset(keys_of(KeyRole.TITLE_PART))
_KEYS_OF_ARTICLE: Final = frozenset(keys_of(KeyRole.BODY))
_FIRST_HEADING: Final = re.compile(r"<h1>([^<]*(?:<(?!/h1>)[^<]*)*)</h1>")
_LEAST_TITLE_LETTERS: Final = 8  # a shorter title is a part of many others; see ``stated_titles.LEAST_TITLE``
_LEAST_BODY: Final = 200
"""Behind a text of so many characters no other of the same object is looked for."""
_LEAST_NESTED: Final = 200
"""JSON in a string has at least so many characters."""
_MOST_STATE_OBJECTS: Final = 20_000  # bounds the time
_MOST_BODIES: Final = 20
"""Objects with a title of the page; more of them are items of a list."""
_MOST_OTHER: Final = 0.5
"""Length of another body to that of the longest: there may be a summary, and no other article."""
_SAME_LETTERS: Final = 80
"""Forms of one text share so many letters at its beginning."""


def article_in_state(page_html: str, titles: Iterable[str]) -> StatedArticle | None:
    """Read the text of a page's article from the state that its script writes it from.

    It is what an object with a title of the page (in letters alone) has under a name that texts have. There is none
    where the page or the state says that anything is paid for, or where it holds several.
    """
    writer = MarkupWriter(len(page_html))
    read = list(states(page_html))
    objects = [each for _, state in read for each in _objects(state) if each]
    texts = (_body(each, titles, writer) for each in objects)
    bodies = set(islice((text for text in texts if text is not None), _MOST_BODIES))
    longest = max(bodies, key=len, default="")
    if not longest or any(_is_another(body, longest) for body in bodies - {longest}):
        return None
    scripts = (page_html, *(script for script, _ in read))  # what is streamed is escaped on the page
    if any(PAID.search(script) or _PAID_STATE.search(script) for script in dict.fromkeys(scripts)):
        return None
    if any(_says_paid(each) for each in objects if isinstance(each, dict)):
        return None
    return StatedArticle.of(longest)


def _objects(state: Any) -> Iterator[Any]:
    """Give the objects and lists of a state, those at the top first, each once, without those of other pages."""
    waiting = deque([state] if isinstance(state, NESTED) else [])
    seen: set[int] = set()
    nested: list[Any] = []  # so that no two have one id
    for _ in range(_MOST_STATE_OBJECTS):
        if not waiting:
            return
        each = waiting.popleft()
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, dict) and any(_is_of_others(key[:_LONGEST_KEY]) for key in each):
            each = {key: value for key, value in each.items() if not _is_of_others(key[:_LONGEST_KEY])}
        for value in each.values() if isinstance(each, dict) else each:
            if isinstance(value, NESTED):
                waiting.append(value)
            elif isinstance(value, str) and len(value) >= _LEAST_NESTED and value[0] in "{[":
                nested += loaded(value)
                waiting += nested[-1:]


def _body(each: Any, titles: Iterable[str], writer: MarkupWriter) -> str | None:
    """Give the text of an object that has a title of the page; None of another."""
    if isinstance(each, list):
        return _body_of_element(each, titles, writer) if each[0] == "$" else None
    if _KEYS_OF_ARTICLE.isdisjoint(each) or not any(_is_title(title, titles) for title in _titles_of(each)):
        return None
    body = ""
    for key in keys_of(KeyRole.BODY):
        if each.get(key):
            body = max(body, writer.markup_of(each[key]), key=len)
        if len(body) >= _LEAST_BODY:
            break
    return body or None


def _body_of_element(each: list[Any], titles: Iterable[str], writer: MarkupWriter) -> str | None:
    """Give the text of an ``article`` of React (``["$", "article", key, props]``) that is headed with a title."""
    if len(each) != REACT_ITEMS or each[:2] != ["$", "article"]:
        return None
    body = writer.markup_of(each)
    heading = _FIRST_HEADING.search(body)
    if heading is None or not _is_title(text_of(heading[1]), titles):
        return None
    return body[: heading.start()] + body[heading.end() :]


def _titles_of(each: dict[str, Any]) -> Iterator[Any]:
    parts = [each[part] for part in _PARTS_OF_TITLES.intersection(each) if isinstance(each[part], dict)]
    for part in (each, *parts):
        for title in [part[key] for key in keys_of(KeyRole.TITLE) if key in part]:
            first = title[0] if isinstance(title, list) and title else title
            yield from (
                (first.get(form) for form in keys_of(KeyRole.TITLE_FORM)) if isinstance(first, dict) else (first,)
            )


def _is_title(value: Any, titles: Iterable[str]) -> bool:
    own = letters(html.unescape(value)) if isinstance(value, str) and len(value) <= MAX_NAME_CHARS else ""
    return len(own) >= _LEAST_TITLE_LETTERS and any(own in title for title in titles)


def _is_another(body: str, longest: str) -> bool:
    if len(body) < _MOST_OTHER * len(longest):
        return False
    begins = letters(text_of(longest[: _SAME_LETTERS * 9]))[:_SAME_LETTERS]
    return not letters(text_of(body[: _SAME_LETTERS * 9])).startswith(begins)


@lru_cache(maxsize=4096)  # the objects of a state have the same keys
def _is_of_others(key: str) -> bool:
    return _OTHERS.match(key) is not None


def _says_paid(each: dict[str, Any]) -> bool:
    for key, value in each.items():
        if isinstance(value, NESTED) or value is None or len(key) > _LONGEST_PAID_KEY:
            continue
        if (says_paid := _paid_values(key)) is not None:
            word = str(value).lower() if isinstance(value, str | bool) else "true" if value else "false"
            if says_paid(word):
                return True
    return False


@lru_cache(maxsize=4096)
def _paid_values(key: str) -> Callable[[str], bool] | None:
    """Give what tells whether a value, in small letters, of a key says that the page is paid for; None if none can."""
    name = _NO_LETTERS.sub("", key.lower())
    if _PAID_KEY.fullmatch(name):
        return _YES.__contains__
    if _FREE_KEY.fullmatch(name):
        return lambda word: word in _NO or word.endswith("schema.org/false")
    if _ACCESS_KEY.fullmatch(name):
        return lambda word: _PAID_WORD.fullmatch(word) is not None
    return None


_LONGEST_KEY: Final = 40
"""A key that is looked at has at most so many characters: longer ones would be kept, and end in no name looked for."""
_LONGEST_PAID_KEY: Final = 30  # the keys that say so are of a few words; longer ones would be kept
