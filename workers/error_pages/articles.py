"""Articles about a message, which begin with it: what people write there, software does not.

Software goes on about pages, addresses and accounts; whoever tells of a message has sentences with few such words
(``MessageRole.ADVICE``). And a help page has a sentence that says when the message appears (``EXPLANATION``).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from extraction.page.signs import HAN_AND_KANA, HANGUL, SENTENCE_ENDS, one_of
from normalization.load_once import load_once
from workers.error_pages.message_letters import length_of, letters_of
from workers.error_pages.message_table import advice_words, message_table


def explains_message(lines: Sequence[str]) -> bool:
    """Tell whether a sentence says what a message means, or when it appears, in a text that is longer than that."""
    is_long = sum(map(length_of, lines)) >= _FEWEST_LETTERS
    return is_long and any(map(_explains, map(letters_of, _sentences(lines))))


def has_narrative(lines: Iterable[str], is_message: Callable[[str], object]) -> bool:
    """Tell whether several whole sentences are no message and have few words of advice.

    ``is_message`` tells it of a sentence.
    """
    whole = (each for each in _sentences(lines) if each.endswith(SENTENCE_ENDS))
    lengths = [length_of(each) for each in whole if not (_is_advice(each) or is_message(each))]
    return len(lengths) >= _FEWEST_SENTENCES and sum(lengths) >= _FEWEST_LETTERS


def _explains(sentence: str) -> bool:
    for beginning, later in message_table().explanations:
        if sentence.startswith(beginning) and later in sentence[len(beginning) :]:
            return True
    return False


def _is_advice(sentence: str) -> bool:
    words = len(_advice().findall(sentence.casefold()))
    return words > 0 and length_of(sentence) <= _MOST_LETTERS_OF_ADVICE * words


def _sentences(lines: Iterable[str]) -> Iterator[str]:
    return (each for line in lines for each in _BETWEEN_SENTENCES.split(line.strip()))


@load_once
def _advice() -> re.Pattern[str]:
    words = "|".join(map(re.escape, advice_words()))
    return re.compile(rf"(?:(?<!\w)|(?<=[{HAN_AND_KANA}{HANGUL}]))(?:{words})")


_FEWEST_SENTENCES: Final = 2
_FEWEST_LETTERS: Final = 120
"""Letters of what people write about a message: a host that regrets it, or a site that jokes about it, has two
sentences, and a text of people with fewer is rare."""
_MOST_LETTERS_OF_ADVICE: Final = 40
"""Letters of advice to each such word: "Please use the *search* or *go back* to the *home* *page*" has ten; a sentence
with one of them in more letters may as well tell of a library's website."""
_BETWEEN_SENTENCES: Final = re.compile(rf"(?<={one_of(SENTENCE_ENDS)})(?:\s+|(?=[{HAN_AND_KANA}]))")
