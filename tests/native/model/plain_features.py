"""What is measured of the lines of a page, said in plain Python: line by line, element by element."""

from math import inf

import numpy as np

from extraction.page import tags

PART_OF_BLOCK = {tags.NAMES[code] for code in np.flatnonzero(tags.PARAGRAPH)}
BOXES = {tags.NAMES[code] for code in np.flatnonzero(tags.BLOCK)} - {"pre"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


def rounded(number):
    return float(np.float32(number))


def share(part, whole):
    return rounded(part / max(whole, 1))


class Element:
    """An element of a page with what is in its lines."""

    def __init__(self, page, row, lines, own):
        self.row, self.parent = row, int(page.parent[row])
        self.tag = tags.NAMES[page.tag[row]]
        self.end, self.depth = int(page.end[row]), int(page.depth[row])
        self.texts = range(int(page.first[row]), int(page.last[row]))
        of = [int(lines.line_of[text]) for text in self.texts]
        number = len(own)
        self.first = (
            of[0] if of else (int(lines.line_of[self.texts.start]) if self.texts.start < len(page.text) else number)
        )
        self.last = of[-1] + 1 if of else self.first
        self.lines = own[self.first : self.last]

    def sum(self, name):
        return sum(line[name] for line in self.lines)


def own_values(lines):
    values = []
    for line, (seen, digits, stops, commas, symbols, unspaced, words) in enumerate(lines.counts.T.tolist()):
        chars, linked = max(seen, 1), int(lines.linked[line])
        words = rounded(words + rounded(rounded(0.6) * unspaced))
        sentence = words >= 8 and stops + commas > 0 and 2 * linked < chars
        values.append(
            {
                "chars": chars,
                "link": share(linked, chars),
                "digit": rounded(digits / chars),
                "marks": share(stops + commas, words),
                "stops-and-commas": stops + commas,
                "symbol": rounded(symbols / chars),
                "ends-sentence": int(lines.ends_sentence[line]),
                "copies": int(lines.copies[line]),
                "sentence": float(sentence),
                # sums over elements are of these
                "linked": rounded(rounded(share(linked, chars)) * chars),
                "digits": rounded(rounded(digits / chars) * chars),
                "sentence-chars": chars if sentence else 0,
            }
        )
    return values


class Plain:
    """The lines of a page; ``speaks`` are the rows of namings that speak of comments, ``title`` is a line or -1."""

    def __init__(self, page, lines, speaks, title):
        self.page, self.lines, self.title = page, lines, title
        self.own = own_values(lines)
        self.elements = [Element(page, row, lines, self.own) for row in range(len(page.tag))]
        self.total = sum(line["chars"] for line in self.own)
        self.naming = page.signature.tolist()
        self.speaks = speaks

    def parent(self, row):
        return max(self.elements[row].parent, 0)

    def top(self, row):  # the outermost element that holds no more than this one
        while row and self.elements[self.elements[row].parent].texts == self.elements[row].texts:
            row = self.elements[row].parent
        return row

    def wider(self, row):
        return self.parent(self.top(row))

    def around(self, line, level):
        row = self.top(int(self.lines.block[line]))
        for _ in range(level):
            row = self.top(self.wider(row))
        return row

    def above(self, row):
        while row >= 0:
            yield self.elements[row]
            row = self.elements[row].parent

    def alike(self, row):
        """Elements that hold something, of the same names as the element, its parent and the parent of that."""

        def built(row):
            return [self.naming[each] for each in (row, self.parent(row), self.parent(self.parent(row)))]

        return [each for each in self.elements if built(each.row) == built(row) and each.sum("chars")]

    def siblings(self, row):
        def key(row):
            return self.naming[row], self.parent(row)

        return [each for each in self.elements if key(each.row) == key(row) and each.sum("chars")]

    def number(self, name, row):
        """One of an element's numbers, see ``COLUMNS``."""
        element, alike, siblings = self.elements[row], self.alike(row), self.siblings(row)
        wider = self.elements[self.wider(row)]
        summed = {"marks": "stops-and-commas", "sentences": "sentence"}
        simple = {
            "one": 1,
            "page": self.total,
            "begins": sum(line["chars"] for line in self.own[: element.first]),
            "ends": sum(line["chars"] for line in self.own[: element.last]),
            "lines": element.last - element.first,
            "size": element.end - row,
            "unlinked": element.sum("chars") - element.sum("linked"),
            "anchors": sum(each.tag == "a" for each in self.elements[row : element.end]),
            "depth": element.depth,
            "wider-chars": wider.sum("chars"),
            "wider-sentence-chars": wider.sum("sentence-chars"),
            "alike": len(alike),
            "alike-chars": sum(each.sum("chars") for each in alike),
            "alike-linked": sum(each.sum("linked") for each in alike),
            "alike-sentence-chars": sum(each.sum("sentence-chars") for each in alike),
            "siblings": len(siblings),
            "sibling-chars": sum(each.sum("chars") for each in siblings),
        }
        return simple[name] if name in simple else element.sum(summed.get(name, name))

    def headline(self):
        rows = (each.first for each in self.elements if each.tag == "h1" and each.sum("chars"))
        return next(rows, -1)

    def main_block(self):
        """The element that holds most of the sentences; the first text of a line counts for all of it."""

        def sentence_characters(element):
            begins = (int(self.lines.start[line]) in element.texts for line in range(len(self.own)))
            return sum(line["sentence-chars"] for line, inside in zip(self.own, begins, strict=True) if inside)

        block = self.elements[0]
        while True:
            children = [each for each in self.elements if each.parent == block.row]
            best = max(children, key=sentence_characters, default=block)
            if (
                best is block
                or not sentence_characters(best)
                or 2 * sentence_characters(best) < sentence_characters(block)
                or best.tag in PART_OF_BLOCK
            ):
                return block
            block = best

    def comments(self):
        """The boxes of comments."""
        headlines = [line for line in (self.headline(), self.title) if line >= 0]
        return [
            each
            for each in self.elements
            if self.naming[each.row] in self.speaks
            and each.tag in BOXES
            and each.sum("chars") <= 0.95 * self.total
            and not any(each.first <= line < each.last for line in headlines)
        ]

    def values(self, measures):
        """All (F) values of each line, by name; ``measures`` are name, part, whole and level."""
        boxes, block = self.comments(), self.main_block()
        in_comments = [any(each.first <= line < each.last for each in boxes) for line in range(len(self.own))]
        page = self.page_values(boxes, in_comments)
        heading, rows = -inf, []
        for line, own in enumerate(self.own):
            inside = {each.tag for each in self.above(int(self.page.owner[self.lines.start[line]]))}
            if inside & HEADINGS:
                heading = line
            near = self.own[max(line - 5, 0) : line + 6]
            rows.append(
                {
                    **{name: own[name] for name in own if name not in ("linked", "digits", "sentence-chars")},
                    "chars+1": self.own[line + 1]["chars"] if line + 1 < len(self.own) else -1,
                    **{
                        name: share(self.number(part, row), self.number(whole, row))
                        for name, part, whole, level in measures
                        for row in [self.around(line, level)]
                    },
                    "row": line,
                    "place": share(line, len(self.own)),
                    "before": share(sum(each["chars"] for each in self.own[:line]), self.total),
                    "near-link": share(sum(each["linked"] for each in near), sum(each["chars"] for each in near)),
                    **{f"in-{tag}": tag in inside for tag in ("article", "aside", "blockquote")},
                    "since-heading": min(line - heading, 9999),
                    "since-headline": line - self.headline() if self.headline() >= 0 else -9999,
                    "since-title": line - self.title if self.title >= 0 else -9999,
                    "main-block": np.sign(line - block.first) + np.sign(line - block.last + 0.5),
                    **page,
                    "in-comments": in_comments[line],
                    "since-comments": line - (in_comments.index(True) if any(in_comments) else len(self.own)),
                }
            )
        return rows

    def page_values(self, boxes, in_comments):
        def whole(name):
            return sum(line[name] for line in self.own)

        in_boxes = sum(line["sentence-chars"] for line, inside in zip(self.own, in_comments, strict=True) if inside)
        return {
            "page/lines": len(self.own),
            "page/chars": self.total,
            "page/link": rounded(whole("linked") / self.total),
            "page/sentence": rounded(whole("sentence-chars") / self.total),
            "page/sentences": whole("sentence"),
            "page/paragraphs": sum(each.tag == "p" for each in self.elements),
            "page/anchors": sum(each.tag == "a" for each in self.elements),
            "page/longest": rounded(max(line["chars"] for line in self.own) / self.total),
            "page/digit": rounded(whole("digits") / self.total),
            "page/comments": len(boxes),
            "page/said-in-comments": share(in_boxes, whole("sentence-chars")),
        }
