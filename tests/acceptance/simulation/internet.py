"""The simulated internet: twelve news sites, six blogs and six forums, each with faults of its own."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tests.acceptance.simulation import faults
from tests.acceptance.simulation.forums import DISCUZ, PHPBB, PHPWIND, Forum
from tests.acceptance.simulation.publications import Discovery, Publication
from tests.acceptance.simulation.web_site import Layer, Served

LIMITS = {"delay": 1.0, "timeout": 10, "retries": 1}


def internet(seed: int, begin: datetime, end: datetime, port: int) -> list[Served]:
    """Build all sites; the same arguments give the same sites."""
    sites: list[Served] = []

    def serve(name: str, make, *layers: Layer, **settings) -> None:
        number = len(sites) + 1
        # Every third site is asked by its address, the others by a name.
        host = f"127.0.1.{number}:{port}" if number % 3 == 0 else f"{name}.example:{port}"
        site = make(f"{seed} {name}", host)
        sites.append(Served(name, host, site, layers, {"schedule": "1d", **settings}))

    def news(**options):
        return lambda seed, host: Publication(seed, host, begin, end, **options)

    def forum(program, **options):
        return lambda seed, host: Forum(seed, program, begin, end, **options)

    def after(days: float) -> datetime:
        return begin + timedelta(days=days)

    blog = {"kind": "blog", "per_day": 0.8, "sections": ("/category/bagh/", "/category/kitab/")}
    wordpress = {**blog, "form": "/{at:%Y/%m}/{slug}-{number}/", "discovery": Discovery.RSS}
    blogger = {**blog, "form": "/{at:%Y/%m}/{slug}-{number}.html", "discovery": Discovery.ATOM}

    serve("news-rss", news(discovery=Discovery.RSS, per_day=9), faults.validators)
    serve("news-lying", news(discovery=Discovery.ATOM, per_day=7), faults.lying_validators)
    serve("news-counter", news(discovery=Discovery.RSS, form="/news/{number}.html"), faults.hit_counter())
    serve("news-junk", news(form="/show.php?id={number}"), faults.junk_parameters)
    serve("news-round", news(discovery=Discovery.SITEMAP), faults.redirect_loop, faults.dead_links)
    serve("news-outage", news(discovery=Discovery.SITEMAP_INDEX), faults.outage(after(2.2), 9), faults.validators)
    slow = {"discovery": Discovery.SITEMAP, "robots": "Crawl-delay: 5"}
    serve("news-robots", news(**slow), faults.robots_error(after(2.1), 30))
    serve("news-soft", news(discovery=Discovery.SITEMAP_INDEX), faults.errors_with_200, faults.dead_links)
    serve("news-calendar", news(form="/a/{number}"), faults.calendar)
    serve("news-next", news(form="/{slug}-{number}.html", per_day=20), faults.endless_next)
    serve("news-429", news(), faults.too_many_requests(after(1.99), 3600), faults.too_many_requests(after(4.0), 40))
    moving = (faults.moved(5, after(1.5)), faults.outage(after(2.4), 3, 503))
    serve("news-moved", news(per_day=14), *moving, schedule="12h")
    serve("blog-wordpress", news(**wordpress), faults.validators, schedule="1w")
    serve("blog-wordpress-2", news(**{**wordpress, "per_day": 0.4}), faults.hit_counter(), schedule="1w")
    serve("blog-blogger", news(**blogger), faults.validators, schedule="1w")
    serve("blog-lying", news(**blogger), faults.lying_validators, schedule="1w")
    serve("blog-own", news(**{**blog, "form": "/?p={number}"}), faults.dead_links, schedule="1w")
    serve("blog-outage", news(**wordpress), faults.outage(after(2.9), 20), schedule="1w")
    serve("forum-discuz", forum(DISCUZ, threads_per_day=1.5), faults.hit_counter())
    serve("forum-discuz-2", forum(DISCUZ), faults.validators, faults.outage(after(3.0), 6, 503))
    serve("forum-phpbb", forum(PHPBB), faults.hit_counter())
    serve("forum-phpbb-2", forum(PHPBB), faults.lying_validators)
    serve("forum-phpwind", forum(PHPWIND), faults.hit_counter())
    serve("forum-phpwind-2", forum(PHPWIND), faults.errors_with_200)
    return sites


def only(sites: Iterable[Served], names: Iterable[str]) -> list[Served]:
    """Give the sites whose names begin with one of these."""
    beginnings = tuple(names)
    return [site for site in sites if site.name.startswith(beginnings)]
