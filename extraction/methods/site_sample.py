"""Which pages of a site its template is learned from: a few of its first, then fewer and fewer, spread evenly.

What begins on a site's sixtieth page is thus known long before the two thousandth. A sample is of all that was fetched
since the one before, for a crawl goes through a site section by section.
"""

from typing import Final

from extraction.methods.template import EXPIRY, N1

SAMPLE: Final = N1 * EXPIRY
"""Pages of a sample: an entry that so many pages do not show is forgotten anyway."""

LOOKS: Final = (N1, SAMPLE, 500)
"""Numbers of pages behind which a new site is looked at. Of a Uyghur blog whose links to other networks begin in a
section read late, the template of 50 pages left 352 of their lines in 432 pages, that of 500 none; one of 200 left all
and lost more than it knew.
"""

EVERY: Final = 2000
"""Pages of a site after which it is looked at again, for sites change; a sample is a fortieth of them."""


def next_look(pages: int) -> int:
    """Give behind how many pages a site is looked at that was last looked at behind so many."""
    return next((look for look in LOOKS if pages < look), (pages // EVERY + 1) * EVERY)


def in_sample(number: int) -> bool:
    """Whether a site's page of this number, from 1, is in the sample of the look that follows it."""
    look = next_look(number - 1)
    before = max(each for each in (0, *LOOKS, look - EVERY) if each < look)
    return picked(number - before, look - before)


def picked(number: int, pages: int) -> bool:
    """Whether the page of this number, from 1, is one of up to SAMPLE spread evenly over so many; the last one is."""
    size = min(pages, SAMPLE)
    return number * size // pages > (number - 1) * size // pages
