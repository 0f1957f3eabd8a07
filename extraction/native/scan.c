/* A look at the source of a page before it is parsed: what extraction/limits.py and node_table.py have to know. */

#include "source.h"

typedef struct {
    int64_t length;        /* bytes of the source */
    int64_t longest;       /* bytes of tags whose words are not counted */
    int64_t tags;          /* "<" */
    int64_t ends;          /* "</" */
    int64_t reopened;      /* over all tags, the formatting elements that are left open behind it */
    int64_t words;         /* most words of a longer tag, from its "<" to the next ">" */
    int64_t closed;        /* tags of `swallowing` elements that end in "/>" */
    int64_t titles;        /* "</title" */
    int64_t templates;     /* "</template" */
} Scan;

/* Left open, these are opened again in every following paragraph (HTML standard, 13.2.4.3), each with its attributes;
 * without attributes at most three of a kind. */
enum { FORMATTING = 12, LONGEST = 6 };
static const char formatting[FORMATTING][LONGEST + 2] = {
    "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u",
};
static const char *const swallowing[] = {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp", 0};

typedef struct {
    int64_t open[FORMATTING], all;
} Open;

/* Which formatting element has the name that begins at `at`; -1 for none. */
static int formatting_at(const uint8_t *at, const uint8_t *stop)
{
    /* The letters they begin with, and those that may come next. */
    static const uint32_t first = 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6 | 1 << 9 | 1 << 19 | 1 << 20 | 1 << 21; /* b c e f i s t u */
    static const uint32_t second[32] = { /* bi co em fo sm st tt */
        [2] = 1 << 9, [3] = 1 << 15, [5] = 1 << 13, [6] = 1 << 15, [19] = 1 << 13 | 1 << 20, [20] = 1 << 20,
    };
    char name[LONGEST + 2] = {0};
    if (!(first >> (*at & 31) & 1)) return -1; /* most are "div", "a", "p" or "li", */
    if (stop - at > 1 && is_letter(at[1]) && !(second[*at & 31] >> (at[1] & 31) & 1)) return -1; /* "span", "br" or "td" */
    for (int length = 0; at < stop && is_of_name(*at); at++) {
        if (length == LONGEST) return -1;
        name[length++] = (char)small(*at);
    }
    for (int each = 0; each < FORMATTING; each++)
        if (!memcmp(name, formatting[each], sizeof name)) return each;
    return -1;
}

/* Notes which formatting elements are open behind a tag. An end tag of nothing open says nothing. */
static void take_formatting(Scan *scan, Open *open, const uint8_t *name, const uint8_t *stop, int ends)
{
    int found = formatting_at(name, stop);
    if (found >= 0 && (!ends || open->open[found])) {
        open->open[found] += ends ? -1 : 1;
        open->all += ends ? -1 : 1;
    }
    scan->reopened += open->all;
}

static int64_t words(const uint8_t *at, const uint8_t *stop)
{
    int64_t found = 0;
    for (int space = 1; at < stop; at++) {
        found += space && !is_space(*at);
        space = is_space(*at);
    }
    return found;
}

/* The words of the first tag between two ">", if it has more than `longest` bytes. */
static int64_t words_between(const uint8_t *at, const uint8_t *close, int64_t longest)
{
    int ends;
    while ((at = memchr(at, '<', (size_t)(close - at))))
        if (name_at(++at, close, &ends)) return close - at >= longest ? words(at, close) : 0;
    return 0;
}

/* The most words of a tag of more than `longest` bytes. */
static int64_t most_words(const uint8_t *at, const uint8_t *stop, int64_t longest)
{
    int64_t most = 0;
    while (stop - at > longest) {
        const uint8_t *close = memchr(at, '>', (size_t)(stop - at));
        int64_t found = words_between(at, close ? close : stop, longest);
        if (found > most) most = found;
        if (!close) break;
        at = close + 1;
    }
    return most;
}

/* Whether there is a ">" in all parts of so many bytes: then no tag is twice as long. */
static int closes_often(const uint8_t *at, const uint8_t *stop, int64_t bytes)
{
    while (bytes && stop - at >= bytes && memchr(at, '>', (size_t)bytes)) at += bytes;
    return stop - at < bytes;
}

/* Whether the tag at `at`, behind its "<", is one that swallows what follows, and ends in "/>": its name stands before white
 * space or "/". */
static int swallows(const uint8_t *at, const uint8_t *stop)
{
    static const uint32_t first = 1 << 9 | 1 << 14 | 1 << 19 | 1 << 20 | 1 << 24; /* i n s t x */
    if (at == stop || !(first >> (*at & 31) & 1)) return 0;
    for (const char *const *name = swallowing; *name; name++)
        if (begins(at, stop, *name)) {
            at += strlen(*name);
            if (at == stop || (*at != '/' && !is_space(*at))) return 0;
            while (at < stop && *at != '<' && *at != '>') at++;
            return at < stop && *at == '>' && at[-1] == '/';
        }
    return 0;
}

/* Counts what there is at `at`, in UTF-8. */
void mezmun_scan(Scan *scan, const uint8_t *at)
{
    const uint8_t *stop = at + scan->length;
    Open open = {0};
    scan->tags = scan->ends = scan->reopened = scan->closed = scan->titles = scan->templates = 0;
    scan->words = closes_often(at, stop, scan->longest / 2) ? 0 : most_words(at, stop, scan->longest);
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        int ends;
        const uint8_t *name = name_at(++at, stop, &ends);
        scan->tags++;
        if (at < stop && *at == '/') {
            scan->ends++;
            scan->titles += begins(at + 1, stop, "title");
            scan->templates += begins(at + 1, stop, "template");
        } else scan->closed += swallows(at, stop);
        if (name) take_formatting(scan, &open, name, stop, ends);
    }
}
