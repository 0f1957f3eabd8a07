/* Which terms of a lexicon stand in texts: see extraction/lexicon/text_terms.py. */

#include "text/characters.h"

/* Numbers of the two nodes that terms begin at; 0 is none. */
enum { OF_WORDS = 1, UNPARTED = 2, FIRST_NODE = 3 };

enum { DOTTED_I = 0x130, DOT_ABOVE = 0x307 }; /* the small form of the one is an "i" and the other, which is no letter */

enum { ENDS_TERM = 1, BRANCHES = 2 }; /* of a node's kind */

/* The slot of a step from a node by a byte: the one it has, or the free one where it belongs. */
static uint64_t *slot_of(const TermTable *table, uint32_t node, uint8_t byte)
{
    uint32_t key = node << 8 | byte, mask = (uint32_t)table->slots - 1;
    uint32_t slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 40) & mask; /* Fibonacci hashing (Knuth, vol. 3, 6.4) */
    while (table->slot[slot] && table->slot[slot] >> 32 != key) slot = (slot + 1) & mask;
    return table->slot + slot;
}

/* The node that a byte leads to, 0 for none. Nodes without a branch lie side by side: to ask the slots takes far longer. */
static uint32_t step_by(const TermTable *table, uint32_t node, uint8_t byte)
{
    if (byte && table->next[node] == byte) return node + 1;
    return table->kind[node] & BRANCHES ? (uint32_t)*slot_of(table, node, byte) : 0;
}

static void lead_to(const TermTable *table, uint32_t node, uint8_t byte, uint32_t child)
{
    if (child == node + 1) {
        table->next[node] = byte;
        return;
    }
    table->kind[node] |= BRANCHES;
    *slot_of(table, node, byte) = (uint64_t)(node << 8 | byte) << 32 | child;
}

void mezmun_fill_term_table(const TermTable *table)
{
    uint32_t nodes = FIRST_NODE;
    for (int32_t term = 0; term < table->number; term++) {
        uint8_t ending = table->ending[term];
        uint32_t node = ending == UNSPACED_TERM ? UNPARTED : OF_WORDS;
        for (int32_t at = table->edge[term]; at < table->edge[term + 1]; at++) {
            uint32_t child = step_by(table, node, table->terms[at]);
            if (!child) lead_to(table, node, table->terms[at], child = nodes++);
            node = child;
        }
        table->kind[node] |= ENDS_TERM;
        (ending == WHOLE_TERM ? table->whole : table->open)[node] |= table->roles[term];
    }
}

static int is_letter_of(const TermTable *table, int32_t point)
{
    return (class_of(table->characters, point) & (LETTER | DIGIT)) == LETTER;
}

/* Whether a word goes on: with a letter, perhaps behind an apostrophe or a hyphen. */
static int goes_on(const TermTable *table, const uint8_t *at, const uint8_t *stop)
{
    int32_t point;
    if (at < stop && (*at == '\'' || *at == '-')) at++;
    if (at == stop) return 0;
    next_character(at, stop, &point);
    return is_letter_of(table, point);
}

/* The character that stands in terms for one of a text: a small letter, and "'" for every apostrophe. */
static int32_t as_in_terms(const TermTable *table, int32_t point)
{
    if (point < 0x80) return point == '`' ? '\'' : small_of(table->characters, point);
    if (point == 0x2018 || point == 0x2019 || point == 0x2BB || point == 0x2BC || point == 0xB4) return '\'';
    return small_of(table->characters, point);
}

/* The roles of the terms that begin at `at`, one of the two nodes being where they begin. */
static uint64_t roles_from(const TermTable *table, uint32_t node, const uint8_t *at, const uint8_t *stop)
{
    uint64_t roles = 0;
    while (at < stop) {
        uint8_t bytes[4];
        int32_t point, length;
        at = next_character(at, stop, &point);
        if (point == DOT_ABOVE) continue;
        if (point < 0x80) {
            bytes[0] = (uint8_t)as_in_terms(table, point);
            length = 1;
        } else length = (int32_t)(put_character(bytes, as_in_terms(table, point)) - bytes);
        for (int32_t byte = 0; byte < length; byte++) {
            node = step_by(table, node, bytes[byte]);
            if (!node) return roles;
        }
        if (!(table->kind[node] & ENDS_TERM)) continue;
        roles |= table->open[node];
        int is_whole = point == DOTTED_I || !goes_on(table, at, stop); /* the dot that is read with the one ends the word */
        if (is_whole) roles |= table->whole[node];
    }
    return roles;
}

/* The roles of all terms that begin at a letter, before which another one may stand. */
static uint64_t roles_at(const TermTable *table, int is_behind_letter, const uint8_t *at, const uint8_t *stop)
{
    uint64_t roles = is_behind_letter ? 0 : roles_from(table, OF_WORDS, at, stop);
    return *at < 0x80 ? roles : roles | roles_from(table, UNPARTED, at, stop);
}

static uint64_t roles_in(const TermTable *table, const uint8_t *at, const uint8_t *stop)
{
    uint64_t roles = 0;
    int is_behind_letter = 0;
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int is_letter = is_letter_of(table, point);
        if (is_letter) {
            roles |= roles_at(table, is_behind_letter, at, stop);
            while (point < 0x80 && next < stop && (uint8_t)((*next | 32) - 'a') < 26) next++; /* the rest of a word */
        }
        is_behind_letter = is_letter && point != DOTTED_I;
        at = next;
    }
    return roles;
}

enum { MIN_MONTH_CHARS = 3, MAX_MONTH_CHARS = 12 };

static int is_bracket(int32_t point)
{
    return point == '(' || point == '[' || point == 0x3010 || point == 0x3014 || point == 0xFF08 || point == 0xFF1C || point == 0xFF3B;
}

/* Whether a word of a month's length, and behind it the number of a day, begin at a letter. */
static int is_day(const TermTable *table, const uint8_t *at, const uint8_t *stop)
{
    int32_t point = 0, letters = 0;
    const uint8_t *next = at;
    for (; at < stop && letters <= MAX_MONTH_CHARS; letters++, at = next) {
        next = next_character(at, stop, &point);
        if (!is_letter_of(table, point)) break;
    }
    if (letters < MIN_MONTH_CHARS || letters > MAX_MONTH_CHARS) return 0;
    if (at < stop && *at == '.') at++;
    if (stop - at < 2) return 0;
    next = next_character(at, stop, &point);
    if (!(class_of(table->characters, point) & SPACE) || next == stop) return 0;
    next_character(next, stop, &point);
    return (class_of(table->characters, point) & DIGIT) > 0;
}

/* The roles of the terms that a text may begin with, behind any signs, and behind a bracket of all that it holds. `mark` says
 * whether it begins with a day; where that is NULL, what may be one is a word like others. */
static uint64_t beginning_of(const TermTable *table, const uint8_t *at, const uint8_t *stop, uint8_t *mark)
{
    int32_t point = 0;
    const uint8_t *next = at;
    if (at < stop) next = next_character(at, stop, &point);
    if (mark) *mark = 0;
    if (is_bracket(point)) return roles_in(table, at, stop);
    while (at < stop && !(class_of(table->characters, point) & LETTER)) {
        at = next;
        if (at < stop) next = next_character(at, stop, &point);
    }
    if (at == stop) return 0;
    if (is_letter_of(table, point) && !(mark && is_day(table, at, stop))) return roles_at(table, 0, at, stop);
    if (mark) *mark = BEGINS_WITH_DAY;
    return 0;
}

static int ends_with_colon(const uint8_t *start, const uint8_t *stop)
{
    if (stop > start && stop[-1] == ':') return 1;
    return stop - start >= 3 && (!memcmp(stop - 3, "\uFF1A", 3) || !memcmp(stop - 3, "\uFE55", 3));
}

static int begins_character(uint8_t byte) { return (byte & 0xC0) != 0x80; }

int32_t mezmun_find_terms(const TermTable *table, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                          int32_t number, int32_t most, uint64_t *out, uint64_t *any)
{
    uint64_t *next = out;
    memset(any, 0, ANY_COLUMNS * sizeof *any);
    for (int32_t each = 0; each < number; each++) {
        const uint8_t *start = text + edge[rows[each]], *stop = text + edge[rows[each] + 1], *last = stop;
        for (int32_t left = most; left && last > start;) left -= begins_character(*--last);
        if (most) start = last;
        uint64_t holds = roles_in(table, start, stop), colon = ends_with_colon(start, stop) ? ENDS_WITH_COLON : 0;
        if (!holds && !colon) continue;
        uint8_t mark;
        uint64_t begins = beginning_of(table, start, stop, &mark);
        *next++ = (uint64_t)rows[each];
        *next++ = begins;
        *next++ = holds;
        *next++ = mark | colon;
        any[ANY_HOLDS] |= holds;
        any[ANY_BEGINS] |= begins;
        if (mark & BEGINS_WITH_DAY) any[ANY_BEHIND_DAY] |= holds;
    }
    return (int32_t)((next - out) / TERM_COLUMNS);
}

int32_t mezmun_begin_with_terms(const TermTable *table, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                                int32_t number, uint64_t roles, int64_t *beginning)
{
    int64_t *next = beginning;
    for (int32_t each = 0; each < number; each++) {
        const uint8_t *start = text + edge[rows[each]], *stop = text + edge[rows[each] + 1];
        if (beginning_of(table, start, stop, NULL) & roles) *next++ = rows[each];
    }
    return (int32_t)(next - beginning);
}
