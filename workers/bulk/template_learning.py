"""Templates of sites, learned before the extraction begins: a page read early then profits as much as a late one.

Learned before, not on the way, they also make the same text of a page in every run, whatever the number of processes
and however often it was interrupted.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from extraction import Template, update_template
from extraction.methods.site_sample import in_sample
from workers.bulk.input.items import Item, SourcePage
from workers.bulk.page_tasks import Observe, pool_of
from workers.bulk.site_templates import SiteStore, site_of


def learn_site(items: Iterable[Item], method: str, processes: int, page_seconds: float) -> Template:
    """Learn the template of the one site that all of these pages are of, as the method sees them."""
    numbered = enumerate((item for item in items if isinstance(item, SourcePage)), 1)
    pages = (page for number, page in numbered if in_sample(number))
    with pool_of(Observe(method), processes, page_seconds) as pool:
        return update_template(pool.run(pages))


def learn_sites(items: Iterable[Item], store: SiteStore, method: str, processes: int, page_seconds: float) -> int:
    """Learn the template of every site among these pages; give how many sites have one."""
    seen: Counter[str] = Counter()
    sites: deque[str] = deque()

    def chosen() -> Iterator[SourcePage]:
        for item in items:
            if isinstance(item, SourcePage) and not item.fault:
                site = site_of(item)
                seen[site] += 1
                if in_sample(seen[site]):
                    sites.append(site)
                    yield item

    store.begin()
    with pool_of(Observe(method), processes, page_seconds) as pool:
        # The pool reads pages before it gives what they teach, in the same order.
        store.add((sites.popleft(), observation) for observation in pool.run(chosen()))
    return store.learn()
