"""A thread of a forum whose pages are fetched and stored in one line each; its posts are letters, those to h long."""

from dataclasses import dataclass

from db import documents
from db.crawling import crawls
from db.threads.thread_storage import store_thread_page
from tests.db.world import NOW, extraction

LONG = {each: f"{each}: " + "a text that is so long that nobody else writes it " * 2 for each in "abcdefgh"}


@dataclass
class ThreadWorld:
    """A thread whose pages are fetched one after the other, and stored in another order."""

    world: object

    def fetched(self, number, body, key="12"):
        crawl = self.world.crawl("forum")
        page = self.world.page(crawl, f"http://f/{key}/{number}", thread_key=key, thread_page=number)
        fetch = self.world.fetch(crawl, page, body.encode())
        crawls.finish_crawl(self.world.connection, crawl, now=NOW)
        return fetch.id

    def store(self, fetch_id, number, letters, key="12", ids=True, **changes):
        words = [LONG.get(letter.lower(), "") + letter for letter in letters]
        blocks = [{"kind": "paragraph", "text": text, "post": at} for at, text in enumerate(words, 1)]
        ids_shown = [str(ord(each.lower())) if ids else None for each in letters]
        facts = {"post_facts": [{"id": each, "day": "2020-01-02"} for each in ids_shown]}
        values = extraction("\n\n".join(words), blocks=blocks, title=f"page {number}", language="en", **changes) | facts
        return store_thread_page(
            self.world.connection, fetch_id, values, site="forum", thread=key, number=number, now=NOW
        )

    def read(self, number, letters, key="12", **options):
        return self.store(self.fetched(number, letters, key), number, letters, key, **options)

    def rows(self, query):
        return self.world.connection.exec_driver_sql(query).all()

    @property
    def letters(self):
        """What the documents say: the last letter of each post."""
        lines = documents.list_documents(self.world.connection)
        texts = [documents.get_document(self.world.connection, each.id).text for each in lines]
        return ["".join(post[-1] for post in text.split("\n\n")) for text in texts]
