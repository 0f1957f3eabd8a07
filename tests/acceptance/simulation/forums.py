"""Forums in the address forms of three programs: boards of threads of posts, ordered by their last posts."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.acceptance.simulation.web_site import Answer, Asked, Item, Writer, no_such_page, page, redirect

STOCK = timedelta(days=10)
"""How long before the simulation the first thread begins."""
POSTS_PER_PAGE = 10
THREADS_PER_PAGE = 15
BOARDS = (2, 5, 7)


@dataclass(frozen=True, slots=True)
class Post:
    """A post with the site's own id, and when its text was changed."""

    id: int
    text: str
    item: Item
    edited_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread and what happens to it: it may move to the next board, be deleted, or be merged into another one."""

    id: int
    board: int
    title: str
    posts: tuple[Post, ...]
    sticky: bool = False
    moves_at: datetime | None = None
    gone_at: datetime | None = None
    merged_into: int | None = None

    def shown(self, now: datetime) -> list[Post]:
        return [post for post in self.posts if post.item.at <= now and not (post.item.until and post.item.until <= now)]

    def board_at(self, now: datetime) -> int:
        if self.moves_at is None or self.moves_at > now:
            return self.board
        return BOARDS[(BOARDS.index(self.board) + 1) % len(BOARDS)]

    def is_there(self, now: datetime) -> bool:
        return self.posts[0].item.at <= now and not (self.gone_at is not None and self.gone_at <= now)


@dataclass(frozen=True, slots=True)
class Program:
    """How a forum program writes addresses and pages.

    ``board_link`` and ``thread_link`` make an address of (id, page, where the link stands); the patterns read them back
    as (id, page or offset).
    """

    index: str
    board_link: Callable[[int, int], str]
    thread_link: Callable[[Thread, int, int, datetime], str]
    board_pattern: str
    thread_pattern: str
    row: str
    post: str
    people: str
    """A link to a user and to actions, none of which may be followed."""
    page_of: Callable[[str | None], int] = lambda text: int(text or 1)


DISCUZ = Program(
    index="/forum.php",
    board_link=lambda board, number: f"/forum-{board}-{number}.html",
    thread_link=lambda thread, number, source, now: f"/thread-{thread.id}-{number}-{source}.html",
    board_pattern=r"/forum-(\d+)-(\d+)\.html",
    thread_pattern=r"/thread-(\d+)-(\d+)-\d+\.html",
    row="<tbody id='normalthread_{id}'><tr><th><a href='{link}' class='s xst'>{title}</a>{pages}</th>"
    "<td class='num'><a href='{link}' class='xi2'>{replies}</a><em>{views}</em></td>"
    "<td class='by'><em><a href='/forum.php?mod=redirect&tid={id}&goto=lastpost#lastpost'>{last:%Y-%m-%d %H:%M}</a>"
    "</em></td></tr></tbody>",
    post="<div id='post_{id}'><table class='plhin'><tr><td class='pls'><div class='authi'>"
    "<a href='/space-uid-{id}.html'>N{id}</a></div></td><td class='plc'><em>{at:%Y-%m-%d %H:%M}</em><div class='t_fsz'>"
    "<table><tr><td class='t_f' id='postmessage_{id}'>{text}</td></tr></table></div></td></tr></table></div>",
    people="<a href='/home.php?mod=space&uid=3'>x</a><a href='/forum.php?mod=post&action=reply&tid=5'>reply</a>",
)
PHPBB = Program(
    index="/index.php",
    board_link=lambda board, number: (
        f"/viewforum.php?f={board}" + (f"&start={(number - 1) * 15}" if number > 1 else "")
    ),
    thread_link=lambda thread, number, source, now: (
        f"/viewtopic.php?f={thread.board_at(now)}&t={thread.id}"
        + (f"&start={(number - 1) * 10}" if number > 1 else "")
        + f"&sid={hashlib.md5(now.isoformat()[:13].encode()).hexdigest()}"
    ),
    board_pattern=r"/viewforum\.php\?f=(\d+)(?:&start=(\d+))?(?:&sid=\w+)?",
    thread_pattern=r"/viewtopic\.php\?(?:f=\d+&)?t=(\d+)(?:&start=(\d+))?(?:&sid=\w+)?",
    row="<li class='row'><dl><dt><a href='{link}' class='topictitle'>{title}</a>{pages}</dt>"
    "<dd class='posts'>{replies}</dd><dd class='views'>{views}</dd>"
    "<dd class='lastpost'><span>{last:%Y-%m-%d %H:%M}</span></dd></dl></li>",
    post="<div id='p{id}' class='post'><div class='postbody'><p class='author'>"
    "<a href='/memberlist.php?mode=viewprofile&u=3'>N{id}</a> {at:%Y-%m-%d %H:%M}</p>"
    "<div class='content'>{text}</div></div></div>",
    people="<a href='/memberlist.php?mode=viewprofile&u=3'>x</a><a href='/posting.php?mode=reply&f=2&t=5'>reply</a>",
    page_of=lambda text: int(text or 0) // 10 + 1,
)
PHPWIND = Program(
    index="/index.php",
    board_link=lambda board, number: f"/thread.php?fid-{board}" + (f"-page-{number}" if number > 1 else "") + ".html",
    thread_link=lambda thread, number, source, now: (
        f"/read.php?tid-{thread.id}"
        + (f"-page-{number}" if number > 1 else "")
        + (f"-fpage-{source}" if source else "")
        + ".html"
    ),
    board_pattern=r"/thread\.php\?fid-(\d+)(?:-page-(\d+))?\.html",
    thread_pattern=r"/read\.php\?tid-(\d+)(?:-page-(\d+|e))?(?:-fpage-\d+)?(?:-toread--page-\d+)?\.html",
    row="<tr class='tr3 t_one'><td><h3><a href='{link}' id='a_ajax_{id}'>{title}</a></h3>{pages}</td>"
    "<td class='tal f10'>{replies}/{views}</td>"
    "<td><a href='/read.php?tid-{id}-page-e.html#a'>{last:%Y-%m-%d %H:%M}</a></td></tr>",
    post="<table class='js-post'><tr><th class='r_two'><a href='/profile.php?action-show-uid-3.html'>N{id}</a></th>"
    "<td class='r_one'><div class='tiptop'>{at:%Y-%m-%d %H:%M}</div><div class='tpc_content'>"
    "<div class='f14' id='read_{id}'>{text}</div></div></td></tr></table>",
    people="<a href='/profile.php?action-show-uid-3.html'>x</a>"
    "<a href='/post.php?action-reply-fid-2-tid-5.html'>reply</a>",
)


class Forum:
    """A forum of one program, with ``threads_per_day`` of some ten posts each."""

    kind = "forum"
    robots = "User-agent: *\nDisallow: /private/\n"
    forbidden = (
        r"^/(private/|home\.php|space-|memberlist\.php|posting\.php|post\.php|profile\.php)|mod=(post|redirect|space)"
    )

    def __init__(
        self, seed: str, program: Program, begin: datetime, end: datetime, *, threads_per_day: float = 1.2
    ) -> None:
        self._program = program
        writer = Writer(seed)
        times = writer.times(begin - STOCK, end, threads_per_day)
        self._threads = [self._write(writer, number, at, end) for number, at in enumerate(times, 301)]
        self._by_id = {thread.id: thread for thread in self._threads}

    def _write(self, writer: Writer, number: int, at: datetime, end: datetime) -> Thread:
        dice = writer.dice
        times = [at, *writer.times(at, at + timedelta(days=dice.uniform(1, 6)), dice.choice((0.7, 2, 4, 7)))]
        if dice.random() < 0.1:  # somebody comes back after weeks
            times += writer.times(at + timedelta(days=12), at + timedelta(days=13), 3)
        fate = dice.random()
        gone_at = at + timedelta(days=dice.uniform(3, 12)) if fate < 0.06 else None
        posts = []
        for floor, post_at in enumerate(time for time in times if time < end):
            mark, chance = writer.mark(), dice.random()
            until = post_at + timedelta(days=dice.uniform(1, 8)) if floor and chance < 0.04 else None
            edited_at = post_at + timedelta(hours=dice.uniform(1, 90)) if chance > 0.93 else None
            if gone_at is not None and fate >= 0.03:  # merged threads live on in the other one
                until = min(until or gone_at, gone_at)
            text = f"{writer.sentence()} {mark} {writer.sentence()}"
            posts.append(Post(number * 100 + floor, text, Item(mark, post_at, until=until), edited_at))
        moves_at = at + timedelta(days=dice.uniform(1, 9)) if fate > 0.92 else None
        merged_into = number - 1 if fate < 0.03 and number > 301 else None
        sticky = 0.06 < fate < 0.09
        board = dice.choice(BOARDS)
        return Thread(number, board, writer.title(), tuple(posts), sticky, moves_at, gone_at, merged_into)

    def items(self, begin: datetime, end: datetime) -> list[Item]:
        return [
            post.item
            for thread in self._threads
            for post in thread.posts
            if post.item.at < end and not (thread.gone_at and post.item.at >= thread.gone_at)
        ]

    def answer(self, asked: Asked, now: datetime) -> Answer:
        program, path = self._program, asked.path
        if path == "/robots.txt":
            return Answer(self.robots.encode(), headers={"Content-Type": "text/plain"})
        if path in ("/", program.index):
            rows = "".join(self._board_row(board, now) for board in BOARDS)
            return page("forum", program.people, f"<table>{rows}</table>")
        if match := re.fullmatch(program.board_pattern, path):
            number = int(match[2] or 0) // 15 + 1 if program is PHPBB else int(match[2] or 1)
            return self._board(int(match[1]), number, now)
        if (match := re.fullmatch(program.thread_pattern, path)) and int(match[1]) in self._by_id:
            return self._thread(self._by_id[int(match[1])], match[2], now)
        return no_such_page()

    def _threads_of(self, board: int, now: datetime) -> list[Thread]:
        return [each for each in self._threads if each.is_there(now) and (each.sticky or each.board_at(now) == board)]

    def _place(self, thread: Thread, now: datetime) -> Thread:
        """Give where a thread's posts stand: in itself, or in what it was merged into, which may be merged again."""
        while thread.merged_into is not None and thread.gone_at is not None and thread.gone_at <= now:
            thread = self._by_id[thread.merged_into]
        return thread

    def _posts(self, thread: Thread, now: datetime) -> list[Post]:
        """Give what stands in a thread, with the posts of those that were merged into it."""
        own = [each for each in self._threads if self._place(each, now) is thread]
        return sorted((post for each in own for post in each.shown(now)), key=lambda post: post.item.at)

    def _board_row(self, board: int, now: datetime) -> str:
        threads = self._threads_of(board, now)
        posts = sum(len(self._posts(each, now)) for each in threads)
        link = f"<a href='{self._program.board_link(board, 1)}'>B{board}</a>"
        return f"<tr><td>{link}</td><td>{len(threads)} / {posts}</td><td>today</td></tr>"

    def _board(self, board: int, number: int, now: datetime) -> Answer:
        program = self._program
        here = self._threads_of(board, now)
        here.sort(key=lambda each: (each.sticky and number == 1, self._posts(each, now)[-1].item.at), reverse=True)
        part = here[(number - 1) * THREADS_PER_PAGE : number * THREADS_PER_PAGE]
        rows = "".join(self._row(each, number, now) for each in part)
        more = ""
        if number * THREADS_PER_PAGE < len(here):
            more = f"<div class='pg'><a class='nxt' href='{program.board_link(board, number + 1)}'>next</a></div>"
        return page(f"board {board}", program.people, f"<table>{rows}</table>{more}")

    def _row(self, thread: Thread, source: int, now: datetime) -> str:
        posts = self._posts(thread, now)
        last = (len(posts) - 1) // POSTS_PER_PAGE + 1
        pages = "".join(
            f" <a href='{self._program.thread_link(thread, number, source, now)}'>{number}</a>"
            for number in range(2, last + 1)
        )
        return self._program.row.format(
            id=thread.id,
            link=self._program.thread_link(thread, 1, source, now),
            title=thread.title,
            pages=f"<span class='tps pg'>{pages}</span>" if pages else "",
            replies=len(posts) - 1,
            views=int((now - thread.posts[0].item.at).total_seconds() // 600),
            last=posts[-1].item.at,
        )

    def _thread(self, thread: Thread, number_text: str | None, now: datetime) -> Answer:
        program = self._program
        place = self._place(thread, now)
        if place is not thread:
            return redirect(program.thread_link(place, 1, 1, now))
        if not thread.is_there(now):
            return no_such_page()
        posts = self._posts(thread, now)
        last = (len(posts) - 1) // POSTS_PER_PAGE + 1
        number = last if number_text == "e" else program.page_of(number_text)
        if number > last:
            return no_such_page()
        shown = posts[(number - 1) * POSTS_PER_PAGE : number * POSTS_PER_PAGE]
        pages = [
            f"<a href='{program.thread_link(thread, each, 0 if program is PHPWIND else 1, now)}'>{each}</a>"
            for each in range(1, last + 1)
            if each != number
        ]
        return page(
            thread.title,
            program.people,
            f"<a href='{program.board_link(thread.board_at(now), 1)}'>board</a><h1>{thread.title}</h1>",
            *(
                program.post.format(
                    id=post.id,
                    at=post.item.at,
                    text=post.text + (" ☆" if post.edited_at and post.edited_at <= now else ""),
                )
                for post in shown
            ),
            f"<div class='pg pagination pages'>{' '.join(pages)}</div>",
        )
