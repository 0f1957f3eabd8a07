"""The commands: what each does, in which files it is, and what it needs. Importing this loads none of them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CommandFiles:
    """A command, or a group of commands: what it does, and where it is."""

    summary: str
    """What ``mezmun --help`` says of it: the first sentences of its own help (a test compares them)."""
    modules: tuple[str, ...]
    """Under ``mezmun.cli``; each registers itself on ``app``."""
    extra: str = ""
    """The extra of the package that it needs (``pip install "mezmun[extra]"``); none for text alone."""


EXTRA_OF_PACKAGE: Final = {
    "fastwarc": "warc",
    "brotli": "warc",
    "zstandard": "zstd",
    "pyarrow": "parquet",
    "packaging": "evaluate",
    "argon2": "dashboard",
    "babel": "dashboard",
    "fastapi": "dashboard",
    "starlette": "dashboard",
    "uvicorn": "dashboard",
    "boto3": "s3",
    "botocore": "s3",
    "playwright": "browser",
}
"""Packages that a command needs only for some of what it may be asked."""


_EVALUATIONS: Final = ("", "_normalization", "_visualisation", "_stages", "_segments", "_masks", "_structure")
_BENCHES: Final = ("bench", "bench_pipeline", "bench_queries", "bench_crawl", "bench_dashboard", "bench_duplicates")
SECTIONS: Final = {
    "Text of pages at hand, without a database": {
        "extract": CommandFiles(
            "Give the main text of one page in clean letters, or a record for each of many pages.",
            ("text.extract_page",),
            "crawl",
        ),  # for a page from the web
        "normalize": CommandFiles(
            "Make text clean: Uyghur letters, decoding, masking. Each line is a block of its own.",
            ("text.normalize_text",),
        ),
        "convert": CommandFiles(
            "Write Uyghur text in another of its scripts; its letters are made clean first, and other words stay.",
            ("text.normalize_text",),
        ),
        "methods": CommandFiles(
            "List the extraction methods a site can choose, with version and source.", ("text.list_methods",)
        ),
    },
    "Crawl sites": {
        "crawl": CommandFiles(
            "Crawl a site, turn its pages into documents, and say what became of each.",
            ("operation.crawl_site",),
            "crawl",
        ),
        "sites": CommandFiles(
            "Add, try, check and list the site files; steer the crawl of a site.",
            ("sites.check_sites", "sites.add_site", "sites.try_site", "sites.control_sites"),
            "crawl",
        ),
        "crawler": CommandFiles(
            "Crawl every site of the sites folder when it is due, for ever.", ("operation.run_crawler",), "crawl"
        ),
        "worker": CommandFiles(
            "Work the queue until stopped; SIGTERM finishes the pages in hand first.",
            ("operation.run_worker",),
            "crawl",
        ),
        "import": CommandFiles(
            "Take the pages of web archives into a site, as if they had been fetched when they were archived.",
            ("sites.import_archives",),
            "crawl",
        ),
        "reextract": CommandFiles(
            "Read the stored pages of a site with another method, or with this version of its own, "
            "beside its documents.",
            ("operation.reextract",),
            "crawl",
        ),
        "demo": CommandFiles(
            "Crawl three small sample sites on the embedded default, and show what was stored.",
            ("operation.run_demo",),
            "crawl",
        ),
    },
    "Watch the crawl": {
        "status": CommandFiles(
            "Show where each site stands: its last crawl, its last day, what is due, and what is wrong.",
            ("monitoring.show_status",),
            "crawl",
        ),
        "health": CommandFiles(
            "Say what is wrong with which site; exit code 1 when anything is.", ("monitoring.check_health",), "crawl"
        ),
        "failures": CommandFiles(
            "List the pages whose last fetch came to no text, by reason, with some of their addresses.",
            ("monitoring.show_failures",),
            "crawl",
        ),
        "doctor": CommandFiles(
            "Look at settings, database, broker, raw store and sites; exit code 1 when something is wrong.",
            ("operation.doctor",),
            "crawl",
        ),
        "queue": CommandFiles("Look at the queue of fetched pages.", ("operation.manage_queue",), "crawl"),
    },
    "Read, hand on and take down documents": {
        "documents": CommandFiles(
            "List the stored documents, in the order they were found.", ("publication.show_documents",), "crawl"
        ),
        "show": CommandFiles(
            "Show a document: its text, and the whole way back to the bytes it was made of.",
            ("publication.show_documents",),
            "crawl",
        ),
        "export": CommandFiles(
            "Write the documents, as they are now, into a folder, with a manifest of counts and checksums.",
            ("publication.export_documents",),
            "crawl",
        ),
        "feed": CommandFiles(
            "Send the feed of documents to those who do not ask for it.", ("publication.push_feed",), "crawl"
        ),
        "dashboard": CommandFiles(
            "Serve the operator's pages, and the feed of documents, until stopped.",
            ("publication.run_dashboard",),
            "dashboard",
        ),
        "operator": CommandFiles(
            "Say who may sign in to the dashboard.", ("publication.manage_operators",), "dashboard"
        ),
        "token": CommandFiles("Make and revoke the tokens of programs.", ("publication.manage_tokens",), "dashboard"),
        "takedown": CommandFiles(
            "Remove a page or a site for good: its bytes, its texts, its documents. It is never fetched again.",
            ("operation.take_down",),
            "crawl",
        ),
    },
    "Look after what is stored": {
        "db": CommandFiles("Look after the database's tables.", ("operation.manage_database",), "crawl"),
        "store": CommandFiles("Look after the raw pages.", ("operation.manage_store",), "crawl"),
        "backup": CommandFiles(
            "Write the database and the raw pages to a folder. Crawlers and workers may run meanwhile.",
            ("operation.back_up",),
            "crawl",
        ),
        "restore": CommandFiles(
            "Bring a backup back into a database without tables. Then run `mezmun db upgrade`, "
            "if this version is newer.",
            ("operation.back_up",),
            "crawl",
        ),
    },
    "Measure, train, and complete commands in a shell": {
        "evaluate": CommandFiles(
            "Measure how well and how fast the methods extract, on labelled pages.",
            tuple(f"measurement.evaluate{part}" for part in _EVALUATIONS),
            "evaluate",
        ),
        "bench": CommandFiles(
            "Measure what Mezmun costs beside other tools.", tuple(f"benchmark.{part}" for part in _BENCHES)
        ),
        "train": CommandFiles(
            "Train the models of the extraction methods on labelled pages.",
            ("measurement.train", "measurement.train_normalization"),
            "train",
        ),
        "completion": CommandFiles(
            "Print the script that makes a shell complete commands, options and their values.", ("completion",)
        ),
    },
}
"""The commands by name, in the sections and in the order of ``--help``."""

COMMANDS: Final = {name: files for commands in SECTIONS.values() for name, files in commands.items()}
"""The commands by name, whatever their section."""
