/* A look at the source of a page before it is parsed: what extraction/limits.py and node_table.py have to know. */

#include "source.h"

typedef struct {
    const uint8_t *source; /* UTF-8 */
    int64_t length;
    int64_t longest;       /* bytes of tags whose words are not counted */
    int64_t tags;          /* "<" */
    int64_t ends;          /* "</" */
    int64_t reopened;      /* over all tags, the formatting elements that are left open behind it */
    int64_t words;         /* most words of a longer tag, from its "<" to the next ">" */
    int64_t closed;        /* tags of `swallowing` elements that end in "/>" */
    int64_t titles;        /* "</title" */
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
    static const uint32_t first = 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6 | 1 << 9 | 1 << 19 | 1 << 20 | 1 << 21; /* b c e f i s t u */
    char name[LONGEST + 2] = {0};
    if (!(first >> (*at & 31) & 1)) return -1; /* most are "div", "a", "p" or "li" */
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

/* Whether the tag at `at`, which ends in "/>", is one that swallows what follows: its name with white space or "/". */
static int swallows(const uint8_t *at, const uint8_t *stop)
{
    for (const char *const *name = swallowing; *name; name++)
        if (begins(at, stop, *name)) {
            const uint8_t *behind = at + strlen(*name);
            return behind < stop && (*behind == '/' || is_space(*behind));
        }
    return 0;
}

void mezmun_scan(Scan *scan)
{
    const uint8_t *at = scan->source, *stop = at + scan->length;
    Open open = {0};
    scan->tags = scan->ends = scan->reopened = scan->words = scan->closed = scan->titles = 0;
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        const uint8_t *last, *tag = NULL, *close = memchr(at, '>', (size_t)(stop - at));
        if (!close) close = stop;
        do {
            last = at++;
            scan->tags++;
            if (at < stop && *at == '/') {
                scan->ends++;
                scan->titles += begins(at + 1, stop, "title");
            }
            int ends;
            const uint8_t *name = name_at(at, stop, &ends);
            if (!name) continue;
            if (!tag) tag = last;
            take_formatting(scan, &open, name, stop, ends);
        } while (at < close && (at = memchr(at, '<', (size_t)(close - at))));
        if (tag && close - tag > scan->longest) {
            int64_t found = words(tag, close);
            if (found > scan->words) scan->words = found;
        }
        if (close < stop && close[-1] == '/') scan->closed += swallows(last + 1, stop);
        at = close + 1;
    }
}
