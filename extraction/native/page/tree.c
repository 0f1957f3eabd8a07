/* Walks over the elements of a page: the nearest of some, the main block, lists amid the text, containers by their names. */

#include "page/page.h"

#include <stdlib.h>
#include <string.h>

/* A parent's row is less than the element's own: what is above an element is known before it. */
void mezmun_nearest(const int32_t *parent, const uint8_t *marked, int32_t elements, int32_t *nearest)
{
    for (int32_t row = 0; row < elements; row++) {
        int32_t above = parent[row];
        nearest[row] = marked[row] ? row : above >= 0 && above < row ? nearest[above] : -1;
    }
}

static int64_t roles_in(const Page *page, const int64_t *before, int32_t element)
{
    return before[page->last[element]] - before[page->first[element]];
}

int32_t mezmun_main_block(const Page *page, const uint8_t *part, const int64_t *before, double min_share)
{
    int32_t block = 0;
    int64_t all = roles_in(page, before, 0);
    for (;;) {
        int32_t best = -1;
        int64_t most = 0;
        for (int32_t child = block + 1; child < page->end[block]; child = page->end[child]) {
            int64_t here = roles_in(page, before, child);
            if (here > most) {
                most = here;
                best = child;
            }
        }
        if (best < 0 || (double)most < min_share * (double)all || part[page->tag[best]]) return block;
        block = best;
        all = most;
    }
}

int32_t mezmun_enclosed(const Page *page, const uint8_t *kind, const uint8_t *marked, int32_t min_texts, int32_t *rows)
{
    int32_t number = 0;
    for (int32_t row = 0; row < page->elements; row++) {
        int32_t first = page->first[row], last = page->last[row];
        if (!kind[page->tag[row]] || last - first < min_texts || first == 0 || last == page->texts) continue;
        if (marked[first - 1] && !marked[first] && marked[last]) rows[number++] = row;
    }
    return number;
}

/* Whether content follows a text soon: between it and a heading there may be buttons. */
static int follows(const int32_t *before, int32_t text, int32_t texts)
{
    int32_t stop = text + MOST_BUTTON_TEXTS + 1;
    return before[stop < texts ? stop : texts] > before[text];
}

/* Whether so many texts of which content follows soon are as long as times. */
static int may_have_times(const Page *page, const uint8_t *marked, const int32_t *before)
{
    int32_t times = 0;
    for (int32_t text = 0; text < page->texts && times < MIN_TIMES; text++) {
        if (marked[text] || page->chars[text] < MIN_TIME_CHARS || page->chars[text] > MAX_TIME_CHARS) continue;
        int32_t stop = text + MAX_BEHIND_TIME + 1;
        times += before[stop < page->texts ? stop : page->texts] > before[text + 1];
    }
    return times == MIN_TIMES;
}

/* What is known of the small boxes in one element of which something is content. */
enum { ONE_BOX = 1, SEVERAL_BOXES = 2, PARTLY_CHOSEN = 4 };

int32_t mezmun_may_extend(const Page *page, const uint16_t *kind, const uint8_t *marked, int32_t min_texts)
{
    int32_t may = 0, bare = INT32_MIN, *before = malloc(((size_t)page->texts + 1) * sizeof *before);
    uint8_t *boxes = calloc((size_t)page->elements + 1, sizeof *boxes); /* of each element, the first for none */
    if (!before || !boxes) {
        free(before);
        free(boxes);
        return NO_MEMORY;
    }
    before[0] = 0;
    for (int32_t text = 0; text < page->texts; text++) {
        before[text + 1] = before[text] + (marked[text] > 0);
        if (marked[text] && page->in_link[text] && page->chars[text] <= MAX_SIGN_CHARS) may |= EXTENDS_NOTED;
        if (marked[text]) {
            if (bare >= MIN_PAIRED) may |= EXTENDS_PAIRED;
            bare = 0;
        } else bare = page->in_link[text] ? INT32_MIN : bare + 1;
    }
    if (may_have_times(page, marked, before)) may |= EXTENDS_TIMED;
    for (int32_t row = 0; row < page->elements; row++) {
        uint16_t of = kind[page->tag[row]];
        if (!of) continue;
        int32_t first = page->first[row], last = page->last[row], chosen = before[last] - before[first];
        int amid = first > 0 && first < last && last < page->texts && marked[first - 1] && !marked[first] && marked[last];
        if (of & EXTENDS_ALIKE && chosen && 1 < last - first && last - first <= MAX_BOX_TEXTS) {
            uint8_t *beside = boxes + page->parent[row] + 1;
            *beside |= (uint8_t)((*beside & ONE_BOX ? SEVERAL_BOXES : ONE_BOX) | (chosen < last - first ? PARTLY_CHOSEN : 0));
            if (*beside == (ONE_BOX | SEVERAL_BOXES | PARTLY_CHOSEN)) may |= EXTENDS_ALIKE;
        }
        may |= of & EXTENDS_ANY;
        if (chosen < last - first) may |= of & EXTENDS_UNMARKED;
        if (0 < chosen && chosen < last - first) may |= of & (EXTENDS_PARTLY_MARKED | EXTENDS_WHOLE);
        int goes_on = of & EXTENDS_BETWEEN && first > 0 && first < last && !marked[first];
        if (goes_on && follows(before, last, page->texts)) may |= EXTENDS_BETWEEN;
        if (amid) may |= of & EXTENDS_AMID;
        if (amid && last - first >= min_texts) may |= of & EXTENDS_LIST;
        if (of & EXTENDS_LIST && first > 0 && first < last && marked[first - 1] && !marked[first]) may |= EXTENDS_BEHIND;
        if (first < last && last < page->texts && !marked[first] && marked[last]) may |= of & EXTENDS_BEFORE;
    }
    free(before);
    free(boxes);
    return may;
}

/* How much content is before each text, and all; gives the first. */
static int32_t count_content(const NamedContainers *containers, int32_t *before)
{
    int32_t first = containers->page->texts, texts = 0;
    for (int32_t text = 0; text < containers->page->texts; text++) {
        before[text] = texts;
        if (!containers->content[text]) continue;
        if (!texts++) first = text;
    }
    before[containers->page->texts] = texts;
    return first;
}

int32_t mezmun_find_named_containers(NamedContainers *containers)
{
    const Page *page = containers->page;
    int32_t *before = NULL, start = 0, behind = 0;
    containers->texts = containers->quotes = 0;
    for (int32_t element = 0; element < page->elements; element++) {
        uint8_t kind = containers->kind[page->tag[element]], subjects = containers->subjects[containers->signature[element]];
        int commenting = kind & MAY_COMMENT && subjects & containers->comments;
        int quoting = kind & ALWAYS_QUOTES || (kind & MAY_QUOTE && subjects & containers->quote && !(subjects & containers->around_quote));
        if (!commenting && !quoting) continue;
        if (!before) { /* most pages have none */
            before = malloc(((size_t)page->texts + 1) * sizeof *before);
            if (!before) return NO_MEMORY;
            start = count_content(containers, before);
        }
        int32_t first = page->first[element], last = page->last[element];
        if (before[last] == before[first]) continue;
        if (quoting) containers->quoting[containers->quotes++] = element;
        if (!commenting || first <= start || last <= behind) continue; /* containers in containers add nothing */
        if (!containers->texts) memset(containers->commented, 0, (size_t)page->texts);
        for (int32_t text = first; text < last; text++) containers->commented[text] = containers->content[text];
        containers->texts += before[last] - before[first];
        behind = last;
    }
    free(before);
    return 0;
}
