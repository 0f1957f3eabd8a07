/* A look at the source of a page before it is parsed: what limits.py and shown_source.py in extraction/page/parsing/ have to know. */

#include "page/page.h"
#include "page/reading.h"
#include "scratch.h"
#include "text/hash.h"

/* Left open, these are opened again in every following paragraph (HTML standard, 13.2.4.3), each with its attributes;
 * without attributes at most three of a kind. */
enum { FORMATTING = 12, MAX_FORMATTING_NAME = 6 };
static const char formatting[FORMATTING][MAX_FORMATTING_NAME + 2] = {
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
    char name[MAX_FORMATTING_NAME + 2] = {0};
    if (!(first >> (*at & 31) & 1)) return -1; /* most are "div", "a", "p" or "li", */
    if (stop - at > 1 && is_letter(at[1]) && !(second[*at & 31] >> (at[1] & 31) & 1)) return -1; /* "span", "br" or "td" */
    for (int length = 0; at < stop && is_of_name(*at); at++) {
        if (length == MAX_FORMATTING_NAME) return -1;
        name[length++] = (char)small(*at);
    }
    for (int each = 0; each < FORMATTING; each++)
        if (!memcmp(name, formatting[each], sizeof name)) return each;
    return -1;
}

/* Notes which formatting elements are open behind a tag. An end tag of nothing open says nothing. */
static void count_formatting(SourceScan *scan, Open *open, const uint8_t *name, const uint8_t *stop, int ends)
{
    int element = formatting_at(name, stop);
    if (element >= 0 && (!ends || open->open[element])) {
        open->open[element] += ends ? -1 : 1;
        open->all += ends ? -1 : 1;
    }
    scan->reopened += open->all;
}

enum { COUNTED = 128 }; /* bytes whose count is a byte */

static int64_t words(const uint8_t *at, const uint8_t *stop)
{
    if (at == stop) return 0;
    int64_t number = !is_space(*at); /* each other word begins behind white space */
    for (; stop - at > COUNTED; at += COUNTED) {
        uint8_t among = 0;
        for (int byte = 0; byte < COUNTED; byte++) among += is_space(at[byte]) & !is_space(at[byte + 1]);
        number += among;
    }
    for (; stop - at > 1; at++) number += is_space(*at) & !is_space(at[1]);
    return number;
}

/* The words of the first tag between two ">", if it has more than `max_tag` bytes. */
static int64_t words_between(const uint8_t *at, const uint8_t *close, int64_t max_tag)
{
    int ends;
    while ((at = memchr(at, '<', (size_t)(close - at))))
        if (name_at(++at, close, &ends)) return close - at >= max_tag ? words(at, close) : 0;
    return 0;
}

/* The most words of a tag of more than `max_tag` bytes. */
static int64_t most_words(const uint8_t *at, const uint8_t *stop, int64_t max_tag)
{
    int64_t most = 0;
    while (stop - at > max_tag) {
        const uint8_t *close = memchr(at, '>', (size_t)(stop - at));
        int64_t number = words_between(at, close ? close : stop, max_tag);
        if (number > most) most = number;
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

/* Where a tag ends: at its ">", or before the next "<". */
static const uint8_t *tag_stop(const uint8_t *at, const uint8_t *stop)
{
    const uint8_t *next = memchr(at, '<', (size_t)(stop - at)), *behind = next ? next : stop;
    const uint8_t *close = memchr(at, '>', (size_t)(behind - at));
    return close ? close : behind;
}

enum { MOST_IN_TAG = 1000 }; /* bytes: quotes that do not end go on through all tags behind */

/* Where a tag ends whose values in quotes may hold ">", as names of style sheets do ("[&>p]:mt-2"). */
static const uint8_t *quoted_tag_stop(const uint8_t *at, const uint8_t *stop)
{
    if (stop - at > MOST_IN_TAG) stop = at + MOST_IN_TAG;
    for (const uint8_t *from = at; at < stop && *at != '<' && *at != '>'; at++) {
        if ((*at != '"' && *at != '\'') || at == from || at[-1] != '=') continue;
        const uint8_t *quote = memchr(at + 1, *at, (size_t)(stop - at - 1));
        if (!quote) return tag_stop(at, stop);
        at = quote;
    }
    return at;
}

/* Whether the tag at `at`, behind its "<", is one that swallows what follows, and ends in "/>": its name stands before white
 * space or "/". */
static int swallows(const uint8_t *at, const uint8_t *stop)
{
    for (const char *const *name = swallowing; *name; name++)
        if (begins(at, stop, *name)) {
            at += strlen(*name);
            if (at == stop || (*at != '/' && !is_space(*at))) return 0;
            at = tag_stop(at, stop);
            return at < stop && *at == '>' && at[-1] == '/';
        }
    return 0;
}

static int has_class_of_formulas(const uint8_t *at, const uint8_t *stop, const uint8_t *names)
{
    while ((at = find(at, stop, "class=\"", 0))) {
        at += strlen("class=\"");
        const uint8_t *quote = memchr(at, '"', (size_t)(stop - at)), *end = quote ? quote : stop;
        if (holds_any(at, end, names)) return 1;
    }
    return 0;
}

/* The second letters, by the first ones, of the names that are looked for in start tags, and in end tags: most have others. */
static const uint32_t second_of_starts[32] = { /* d- if im la ma no ol sc st su td te ti xm */
    [4] = 1 << 13, [9] = 1 << 6 | 1 << 13, [12] = 1 << 1, [13] = 1 << 1, [14] = 1 << 15, [15] = 1 << 12,
    [19] = 1 << 3 | 1 << 20 | 1 << 21, [20] = 1 << 4 | 1 << 5 | 1 << 9, [24] = 1 << 13,
};
static const uint32_t second_of_ends[32] = {[18] = 1 << 20, [20] = 1 << 5 | 1 << 9}; /* rt te ti */

static int may_be_one_of(const uint32_t *second, const uint8_t *at, const uint8_t *stop)
{
    return stop - at > 1 && second[*at & 31] >> (at[1] & 31) & 1;
}

/* Whether the tag at `at`, behind its "<", is that of a formula, or of a `noscript` in which markup stands escaped. */
static int is_unshown(const SourceScan *scan, const uint8_t *at, const uint8_t *stop)
{
    int noscript = begins(at, stop, "noscript"), script = begins(at, stop, "script"), picture = begins(at, stop, "img");
    if (!noscript && !script && !picture) return 0;
    const uint8_t *end = tag_stop(at, stop);
    if (script) return find(at, end, "math/tex", 0) != NULL;
    if (picture) return has_class_of_formulas(at, end, scan->formula_pictures) || holds_any(at, end, scan->formula_signs);
    while (end < stop && *end != '<' && *end != '&') end++;
    return stop - end >= 4 && !memcmp(end, "&lt;", 4);
}

/* Whether the tag at `at`, behind its "<", stands where a note in the margin, or under the line, begins within a text. */
static int begins_note(const uint8_t *at, const uint8_t *stop, const uint8_t *signs)
{
    if (begins(at, stop, "d-footnote")) return 1;
    if (!begins(at, stop, "label") && !begins(at, stop, "sup")) return 0;
    const uint8_t *end = tag_stop(at, stop);
    return holds_any(at, end, signs);
}

enum { MOST_BEFORE_CODE = 2000 }; /* bytes from the name of a box of code to its list: buttons stand between them */

/* Whether code may stand, line by line, in what the tag at `at`, behind its "<", begins: a cell that is named after code, or a
 * numbered list behind the name of a box of code. `unread` is where no such name was looked for so far. */
static int may_hold_lines_of_code(const SourceScan *scan, const uint8_t **unread, const uint8_t *at, const uint8_t *stop)
{
    if (begins(at, stop, "td")) return find(at, quoted_tag_stop(at, stop), "code", 0) != NULL;
    if (!begins(at, stop, "ol")) return 0;
    const uint8_t *from = at - *unread > MOST_BEFORE_CODE ? at - MOST_BEFORE_CODE : *unread;
    *unread = tag_stop(at, stop);
    for (; from < *unread; from++)
        for (const char *name = (const char *)scan->code_boxes; name && *name; name += strlen(name) + 1)
            if (begins(from, *unread, name)) return 1;
    return 0;
}

void mezmun_scan(SourceScan *result, const uint8_t *at)
{
    SourceScan counts = *result, *scan = &counts; /* of its own: the page's bytes cannot lie in it, so it stays in registers */
    const uint8_t *stop = at + scan->length, *unread = at;
    Open open = {0};
    scan->tags = scan->end_tags = scan->reopened = scan->self_closed = scan->titles = scan->templates = scan->unshown = scan->notes =
        scan->formulas = scan->lined_code = 0;
    scan->words = closes_often(at, stop, scan->max_tag / 2) ? 0 : most_words(at, stop, scan->max_tag);
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        int ends;
        const uint8_t *name = name_at(++at, stop, &ends);
        scan->tags++;
        if (at < stop && *at == '/') {
            scan->end_tags++;
            if (may_be_one_of(second_of_ends, at + 1, stop)) {
                scan->titles += begins(at + 1, stop, "title");
                scan->templates += begins(at + 1, stop, "template");
                scan->unshown += begins(at + 1, stop, "rt>");
            }
        } else if (may_be_one_of(second_of_starts, at, stop)) {
            scan->self_closed += swallows(at, stop);
            scan->unshown += is_unshown(scan, at, stop);
            scan->notes += begins_note(at, stop, scan->note_signs);
            scan->formulas += begins(at, stop, "math");
            scan->lined_code += may_hold_lines_of_code(scan, &unread, at, stop);
        }
        if (name) count_formatting(scan, &open, name, stop, ends);
    }
    *result = counts;
}

/* How deep elements may nest, from the tags alone. */

typedef struct {
    const uint8_t *source;
    int32_t *name;         /* (tags) byte where each different name begins, letters of any size being the same, ... */
    int32_t *size;         /* ... its bytes, ... */
    int32_t *open;         /* ... elements of it that are open, and ... */
    int32_t *deepest;      /* ... the most there were */
    int32_t *slot;         /* (slots) */
    int32_t slots;         /* a power of two, more than there are tags */
} Nesting;

enum { MAX_KNOWN_NAME = 16 };

static int never_nests(const WordTable *never, const uint8_t *name, int64_t length)
{
    uint8_t known[MAX_KNOWN_NAME];
    if (length > MAX_KNOWN_NAME) return 0;
    for (int64_t at = 0; at < length; at++) known[at] = small(name[at]);
    return number_of(never, 0, known, (int32_t)length) >= 0;
}

static int is_same(const uint8_t *one, const uint8_t *other, int32_t length)
{
    while (length && small(*one) == small(*other)) one++, other++, length--;
    return !length;
}

/* The number of a name, which is new when it is `names`. */
static int32_t number_of_name(Nesting *nesting, int32_t names, const uint8_t *name, int32_t length)
{
    uint64_t hash = mezmun_secret;
    for (int32_t at = 0; at < length; at++) hash = mix(hash, small(name[at]));
    uint32_t mask = (uint32_t)nesting->slots - 1, slot = (uint32_t)hash & mask;
    for (int32_t other; (other = nesting->slot[slot]) >= 0; slot = (slot + 1) & mask)
        if (nesting->size[other] == length && is_same(nesting->source + nesting->name[other], name, length)) return other;
    return nesting->slot[slot] = names;
}

int64_t mezmun_max_depth(const uint8_t *source, int64_t length, int64_t tags, const WordTable *never)
{
    const uint8_t *at = source, *stop = at + length;
    int64_t depth = 0, each = 4 * tags;
    int32_t names = 0;
    Nesting all = {.source = source, .slots = 4}, *nesting = &all;
    while (nesting->slots <= 2 * tags) nesting->slots *= 2;
    const ScratchPart parts[] = {
        {&nesting->name, each}, {&nesting->size, each}, {&nesting->open, each}, {&nesting->deepest, each},
        {&nesting->slot, 4 * (int64_t)nesting->slots},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    for (int32_t slot = 0; slot < nesting->slots; slot++) nesting->slot[slot] = -1;
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        int ends;
        const uint8_t *name = name_at(++at, stop, &ends);
        if (!name) continue;
        for (at = name; at < stop && is_of_name(*at);) at++;
        int32_t length = (int32_t)(at - name);
        if (never_nests(never, name, length)) continue;
        int32_t number = number_of_name(nesting, names, name, length);
        if (number == names) {
            nesting->name[names] = (int32_t)(name - nesting->source);
            nesting->size[names] = length;
            nesting->open[names] = nesting->deepest[names] = 0;
            names++;
        }
        if (ends) nesting->open[number] -= nesting->open[number] > 0;
        else if (++nesting->open[number] > nesting->deepest[number]) {
            nesting->deepest[number]++;
            depth++;
        }
    }
    free(scratch);
    return depth;
}
