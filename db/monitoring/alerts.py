"""What is wrong with a site, told by its own past: the last days against the four weeks before them.

An alert is read off the counts each time and kept nowhere, so it closes itself when the site fares as before.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from db.monitoring.site_history import SiteDay, SiteHistory, SiteState
from mezmun.core.outcomes import Outcome

RECENT_DAYS: Final = 3
"""Days, today among them, that are held against those before: a weekend without news is no alert."""
PAST_DAYS: Final = 28
FEWEST_COUNTED: Final = 10
"""Fetches or documents from which a share or a rate says anything."""
DOWN_CRAWLS: Final = 2
"""Crawls in a row that find a site down before it is told: one is a restart of the server."""


class AlertKind(StrEnum):
    """What an alert is about."""

    DOWN = "down"
    NO_DOCUMENTS = "no-documents"
    SILENT = "silent"
    LAYOUT = "layout"
    ROBOTS = "robots"
    REDIRECTED = "redirected"
    ERRORS = "errors"
    ERROR_PAGES = "error-pages"
    LANGUAGE = "language"
    ASSERTION = "assertion"


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing that is wrong with a site, in one sentence, which has ``values`` in its places."""

    site: str
    kind: AlertKind
    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    """The sentence for each ``number`` but one, where it depends on that."""
    number: int | None = None

    @property
    def message(self) -> str:
        """Give the sentence with its values."""
        sentence = self.sentence if self.number in (None, 1) else self.plural
        return sentence.format(**self.values)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Outcomes that are an alert when they become the most of a site's fetches, or are so from the first on."""

    kind: AlertKind
    outcomes: frozenset[Outcome]
    sentence: str
    silent: frozenset[Outcome | None] = frozenset()
    """What says nothing of it: fetches that wait for a worker (None), where only a worker tells."""


_LEAST_SHARE: Final = 0.5
"""Share of the fetches, or of the documents, below which nothing is told of them."""
DOWN: Final = "The last {crawls} crawls ended early: {reason}."
NEVER_REACHED: Final = "No document has come yet, and the last {crawls} crawls ended early: {reason}."
FEW: Final = (
    "There is {documents} document, the site file expects {wanted} or more.",
    "There are {documents} documents, the site file expects {wanted} or more.",
)
"""The first sentence is for one document, the second for several."""
FRUITLESS: Final = (
    "No document came of the only fetch; it ended as {outcome}.",
    "No document came of {fetches} fetches; most ended as {outcome}.",
)
"""The first sentence is for one fetch, the second for several."""
SILENT: Final = "No new document in {days} days, {earlier} in the {past} days before."
FROM_THE_FIRST: Final = (
    "{share:.0%} of the pages of the last {days} days came to no text; most of these ended as {outcome}. There is no "
    "earlier time to compare with."
)
"""This is said of a site that was just added."""
LANGUAGE: Final = (
    "{share:.0%} of the new documents of the last {days} days are in {language}, before it was {past:.0%}, and most "
    "were in {usual}: has the site or its encoding changed?"
)
_TURNS: Final = (
    _Turn(
        AlertKind.LAYOUT,
        frozenset({Outcome.EMPTY, Outcome.TOO_SHORT}),
        "{share:.0%} of the pages of the last {days} days have no text, before it was {past:.0%}: "
        "has the layout changed?",
        frozenset({None, Outcome.LISTING}),
    ),
    _Turn(
        AlertKind.ROBOTS,
        frozenset({Outcome.ROBOTS_DENIED}),
        "{share:.0%} of the fetches of the last {days} days were forbidden, before it was {past:.0%}: "
        "look at robots.txt.",
    ),
    _Turn(
        AlertKind.REDIRECTED,
        frozenset({Outcome.REDIRECTED_AWAY}),
        "{share:.0%} of the fetches of the last {days} days led elsewhere, before it was {past:.0%}: "
        "has the site moved?",
    ),
    _Turn(
        AlertKind.ERRORS,
        frozenset({Outcome.HTTP_ERROR, Outcome.UNREACHABLE, Outcome.TIMEOUT, Outcome.FAILED}),
        "{share:.0%} of the fetches of the last {days} days failed, before it was {past:.0%}.",
    ),
    _Turn(
        AlertKind.ERROR_PAGES,
        frozenset({Outcome.ERROR_PAGE}),
        "{share:.0%} of the pages of the last {days} days are error or log-in pages with status 200, before it was "
        "{past:.0%}: look at one with mezmun failures.",
        frozenset({None}),
    ),
)

SENTENCES: Final = (
    DOWN,
    NEVER_REACHED,
    FEW,
    FRUITLESS,
    SILENT,
    FROM_THE_FIRST,
    LANGUAGE,
    *(turn.sentence for turn in _TURNS),
)
"""All that alerts say, for those who translate it; a pair of what depends on a number."""

_OF_A_SITE_THAT_IS_DOWN: Final = frozenset(
    {Outcome.HTTP_ERROR, Outcome.UNREACHABLE, Outcome.TIMEOUT, Outcome.ROBOTS_DENIED}
)
"""Outcomes of its fetches; without a robots.txt that can be read each is denied."""


def alerts(state: SiteState, history: SiteHistory) -> list[Alert]:
    """Say what is wrong with a site; nothing of one that is switched off or paused.

    The history is that of its last ``RECENT_DAYS``, and of the days up to ``PAST_DAYS`` ago before them.
    """
    if not state.enabled or state.paused_at is not None:
        return []
    recent, past = history.recent, history.past
    wrong: list[Alert] = []
    if state.failures >= DOWN_CRAWLS and state.documents:
        wrong.append(Alert(state.name, AlertKind.DOWN, DOWN, _down_values(state)))
    if fruitless := _fruitless(state, history):
        wrong.append(fruitless)
    wanted = state.config.get("assertions", {}).get("min_content_pages")
    if wanted and state.was_crawled and state.documents < wanted:
        one, others = FEW
        counts = {"documents": state.documents, "wanted": wanted}
        wrong.append(Alert(state.name, AlertKind.ASSERTION, one, counts, others, state.documents))
    if past.new_documents >= FEWEST_COUNTED and history.busy_days >= PAST_DAYS / 4 and recent.new_documents == 0:
        counts = {"days": RECENT_DAYS, "earlier": past.new_documents, "past": PAST_DAYS}
        wrong.append(Alert(state.name, AlertKind.SILENT, SILENT, counts))
    if not fruitless:  # which says more
        wrong += [alert for turn in _TURNS if (alert := _turned(turn, state.name, recent, past))]
        wrong += [alert for turn in _TURNS if (alert := _wrong_from_the_first(turn, state.name, recent, past))]
    if values := _language_change(recent, past):
        wrong.append(Alert(state.name, AlertKind.LANGUAGE, LANGUAGE, values))
    return wrong


def _fruitless(state: SiteState, history: SiteHistory) -> Alert | None:
    """Say that the crawls of a site ended without any document: a site just added has no past that could tell it.

    It is one alert until the first document comes, whether the site is down or has nothing that is read.
    """
    if state.documents:
        return None
    if state.failures >= DOWN_CRAWLS:
        return Alert(state.name, AlertKind.NO_DOCUMENTS, NEVER_REACHED, _down_values(state))
    outcomes = Counter(history.recent.outcomes) + Counter(history.past.outcomes)
    if not state.was_crawled or None in outcomes:  # whose pages wait for a worker may have a document yet
        return None
    if not outcomes or (state.failures and outcomes.keys() <= _OF_A_SITE_THAT_IS_DOWN):  # one is a restart
        return None
    ((most, _),) = outcomes.most_common(1)
    one, others = FRUITLESS
    counts = {"fetches": outcomes.total(), "outcome": str(most)}
    return Alert(state.name, AlertKind.NO_DOCUMENTS, one, counts, others, outcomes.total())


def _down_values(state: SiteState) -> dict[str, object]:
    return {"crawls": state.failures, "reason": state.down_reason or "the server does not answer"}


def _turned(turn: _Turn, site: str, recent: SiteDay, past: SiteDay) -> Alert | None:
    now, before = _share(turn, recent), _share(turn, past)
    if now is None or now < _LEAST_SHARE or before is None or before > now / 2:
        return None
    return Alert(site, turn.kind, turn.sentence, {"share": now, "past": before, "days": RECENT_DAYS})


def _wrong_from_the_first(turn: _Turn, site: str, recent: SiteDay, past: SiteDay) -> Alert | None:
    """Say that most pages of a site failed alike which has no past to hold them against."""
    now = _share(turn, recent)
    if now is None or now < _LEAST_SHARE or _share(turn, past) is not None:
        return None
    most = max(sorted(turn.outcomes), key=lambda outcome: recent.outcomes.get(outcome, 0))
    return Alert(site, turn.kind, FROM_THE_FIRST, {"share": now, "days": RECENT_DAYS, "outcome": str(most)})


def _language_change(recent: SiteDay, past: SiteDay) -> dict[str, Any] | None:
    """Say that most new documents are in a language that was seldom before: another site, or letters read wrongly."""
    now, before = Counter(recent.languages), Counter(past.languages)
    if now.total() < FEWEST_COUNTED or before.total() < FEWEST_COUNTED:
        return None
    (language, count), *_ = now.most_common(1)
    share, earlier = count / now.total(), before[language] / before.total()
    if share < _LEAST_SHARE or earlier > share / 2:
        return None
    usual = before.most_common(1)[0][0]
    names = {"language": language or "no known language", "usual": usual or "none that is known"}
    return {"share": share, "past": earlier, "days": RECENT_DAYS, **names}


def _share(turn: _Turn, days: SiteDay) -> float | None:
    """Give the share of the outcomes among those that say something; None when these are too few."""
    everything = sum(count for outcome, count in days.outcomes.items() if outcome not in turn.silent)
    if everything < FEWEST_COUNTED:
        return None
    return sum(days.outcomes.get(outcome, 0) for outcome in turn.outcomes) / everything
