/* A look at the source of a page before it is parsed: what extraction/limits.py and node_table.py have to know. */

#include "source.h"

typedef struct {
    const uint8_t *source; /* UTF-8 */
    int64_t length;
    int64_t tags;          /* "<" */
    int64_t ends;          /* "</" */
    int64_t formatting;    /* start tags of formatting elements */
    int64_t longest;       /* bytes from a "<" to the next ">" */
    int64_t closed;        /* tags of `swallowing` elements that end in "/>" */
    int64_t titles;        /* "</title" */
} Scan;

static const char *const formatting[] = {"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u", 0};
static const char *const swallowing[] = {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp", 0};

/* Whether the tag at `at` has one of the names, with white space, "/" or ">" behind it. */
static int is_one_of(const char *const *names, const uint8_t *at, const uint8_t *stop)
{
    for (; *names; names++)
        if (small(*at) == (uint8_t)**names && begins(at, stop, *names)) {
            const uint8_t *behind = at + strlen(*names);
            if (behind < stop && (*behind == '/' || *behind == '>' || is_space(*behind)))
                return 1;
        }
    return 0;
}

void mezmun_scan(Scan *scan)
{
    const uint8_t *start = scan->source, *stop = start + scan->length, *at = start;
    scan->tags = scan->ends = scan->formatting = scan->longest = scan->closed = scan->titles = 0;
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        scan->tags++;
        if (++at == stop) break;
        if (*at == '/') {
            scan->ends++;
            scan->titles += begins(at + 1, stop, "title");
        } else scan->formatting += is_one_of(formatting, at, stop);
    }
    for (at = start; at < stop;) {
        const uint8_t *close = memchr(at, '>', (size_t)(stop - at));
        if (!close) close = stop;
        const uint8_t *open = memchr(at, '<', (size_t)(close - at));
        if (open && close - open > scan->longest) scan->longest = close - open;
        if (open && close < stop && close[-1] == '/') {
            for (open = close; *--open != '<';) {} /* the last one */
            scan->closed += is_one_of(swallowing, open + 1, stop);
        }
        at = close + 1;
    }
}
