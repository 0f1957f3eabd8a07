/* Walks over the elements of a page: the nearest of some, those with an attribute, the main block, lists amid the text, boxes side by side, containers by their names. */

#include "page/page.h"
#include "page/reading.h"
#include "scratch.h"

/* A parent's row is less than the element's own: what is above an element is known before it. */
void mezmun_nearest(const int32_t *parent, const uint8_t *marked, int32_t elements, int32_t *nearest)
{
    for (int32_t row = 0; row < elements; row++) {
        int32_t above = parent[row];
        nearest[row] = marked[row] ? row : above >= 0 && above < row ? nearest[above] : -1;
    }
}

int32_t mezmun_elements_with(const Page *page, const uint8_t *source, int32_t tag, const char *what, int32_t *rows)
{
    int32_t number = 0;
    for (int32_t row = 0; row < page->elements; row++) {
        if (tag >= 0 && page->tag[row] != tag) continue;
        if (find(source + page->names[row], source + page->body[row], what, 0)) rows[number++] = row;
    }
    return number;
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

/* A page of which some texts are marked, with sums over the texts before each. */
typedef struct {
    const Page *page;
    const uint8_t *marked;
    int32_t *before, *linked; /* (texts + 1) marked texts, and those in links */
    uint8_t *boxes;           /* of each element, the first for none */
} Marked;

/* Whether a box of which something is marked is small, and whether half of its characters are marked, but not all texts. */
static uint8_t as_box(const Marked *of, int32_t row)
{
    int32_t first = of->page->first[row], last = of->page->last[row], marked = of->before[last] - of->before[first];
    if (!marked || last - first < 2 || last - first > MAX_BOX_TEXTS) return 0;
    if (marked == last - first) return ONE_BOX;
    int64_t chars = 0, chosen = 0;
    for (int32_t text = first; text < last; text++) {
        chars += of->page->chars[text];
        chosen += of->marked[text] ? of->page->chars[text] : 0;
    }
    return 2 * chosen >= chars ? ONE_BOX | PARTLY_CHOSEN : ONE_BOX;
}

/* Whether the boxes beside each other in an element, of which this is one more, are several, and one is chosen in part. */
static int are_boxes_alike(const Marked *of, int32_t row)
{
    uint8_t box = as_box(of, row), *beside = of->boxes + of->page->parent[row] + 1;
    if (!box) return 0;
    *beside |= *beside & ONE_BOX ? box | SEVERAL_BOXES : box;
    return *beside == (ONE_BOX | SEVERAL_BOXES | PARTLY_CHOSEN);
}

/* Whether marked text follows what is not marked, or the box that it begins and that goes on with a few texts, as buttons. */
static int is_before_marked(const Marked *of, int32_t row)
{
    const Page *page = of->page;
    int32_t first = page->first[row], last = page->last[row], around = page->parent[row];
    if (first == 0 || first >= last || last >= page->texts || of->marked[first]) return 0;
    if (of->marked[last]) return 1;
    int32_t behind = around < 0 || page->first[around] != first ? 0 : page->last[around] - last;
    return behind > 0 && behind <= MOST_BUTTON_TEXTS && of->marked[last + behind < page->texts ? last + behind : page->texts - 1];
}

/* Whether a list behind marked text is not, or not all, marked. */
static int is_behind_marked(const Marked *of, int32_t row, int may_link)
{
    int32_t first = of->page->first[row], last = of->page->last[row];
    if (first == 0 || !of->marked[first - 1] || of->before[last] - of->before[first] == last - first) return 0;
    return may_link || of->linked[last] == of->linked[first];
}

static int32_t of_element(const Marked *of, int32_t row, uint16_t kind, int32_t min_texts)
{
    int32_t first = of->page->first[row], last = of->page->last[row], may = kind & COMPLETES_ANY;
    int32_t chosen = of->before[last] - of->before[first];
    if (kind & COMPLETES_ALIKE && are_boxes_alike(of, row)) may |= COMPLETES_ALIKE;
    if (chosen < last - first) may |= kind & COMPLETES_UNMARKED;
    if (0 < chosen && chosen < last - first) may |= kind & (COMPLETES_PARTLY_MARKED | COMPLETES_WHOLE);
    if (kind & COMPLETES_BETWEEN && is_before_marked(of, row)) may |= COMPLETES_BETWEEN;
    if (kind & COMPLETES_LIST && is_behind_marked(of, row, kind & COMPLETES_WHOLE)) may |= COMPLETES_BEHIND;
    if (first >= last || last >= of->page->texts) return may;
    if (kind & COMPLETES_BETWEEN && of->marked[first] && !of->marked[last]) may |= COMPLETES_ANSWERED;
    if (of->marked[first] || !of->marked[last]) return may;
    may |= kind & COMPLETES_BEFORE;
    if (first == 0 || !of->marked[first - 1]) return may;
    return may | (kind & COMPLETES_AMID) | (last - first >= min_texts ? kind & COMPLETES_LIST : 0);
}

/* What may complete the marked texts between and before them, whatever element it stands in. */
static int32_t of_texts(const Marked *of)
{
    int32_t may = may_have_times(of->page, of->marked, of->before) ? COMPLETES_TIMED : 0, bare = INT32_MIN;
    int is_bare = 0; /* a text without a link stands behind the last marked one */
    for (int32_t text = 0; text < of->page->texts; text++) {
        if (of->marked[text]) {
            if (of->page->in_link[text] && of->page->chars[text] <= MAX_SIGN_CHARS) may |= COMPLETES_NOTED;
            if (bare >= MIN_PAIRED) may |= COMPLETES_PAIRED;
            if (is_bare) may |= COMPLETES_BARE;
            bare = is_bare = 0;
        } else {
            bare = of->page->in_link[text] ? INT32_MIN : bare + 1;
            is_bare |= !of->page->in_link[text] && of->before[text] > 0;
        }
    }
    return may;
}

int32_t mezmun_may_complete(const Page *page, const uint16_t *kind, const uint8_t *marked, int32_t min_texts)
{
    size_t texts = (size_t)page->texts + 1;
    int32_t may = NO_MEMORY, *sums = calloc(2 * texts, sizeof *sums);
    Marked of = {page, marked, sums, sums + texts, calloc((size_t)page->elements + 1, 1)};
    if (sums && of.boxes) {
        for (int32_t text = 0; text < page->texts; text++) {
            of.before[text + 1] = of.before[text] + (marked[text] > 0);
            of.linked[text + 1] = of.linked[text] + (page->in_link[text] > 0);
        }
        may = of_texts(&of);
        for (int32_t row = 0; row < page->elements; row++)
            if (kind[page->tag[row]]) may |= of_element(&of, row, kind[page->tag[row]], min_texts);
    }
    free(sums);
    free(of.boxes);
    return may;
}

/* A page of which some texts are marked, with what is before each text. */
typedef struct {
    int64_t *chars, *marked_chars; /* (texts + 1) characters of the texts, and of those that are marked */
    int32_t *last;                 /* (texts + 1) the last marked text, -1 for none */
} Before;

static void add_before(const BoxSearch *search, Before *before)
{
    int32_t last = -1;
    before->chars[0] = before->marked_chars[0] = 0;
    for (int32_t text = 0; text < search->page->texts; text++) {
        int32_t chars = search->page->chars[text];
        before->last[text] = last;
        before->chars[text + 1] = before->chars[text] + chars;
        before->marked_chars[text + 1] = before->marked_chars[text] + (search->marked[text] ? chars : 0);
        if (search->marked[text]) last = text;
    }
    before->last[search->page->texts] = last;
}

/* Gives the boxes from one on that are of its tag, in the same element, and how many there are: 0 when they are no group. */
static int32_t group_from(const BoxSearch *search, const Before *before, int32_t box, int32_t *boxes)
{
    const Page *page = search->page;
    int32_t number = 0, start = page->first[box], behind = start, stop = page->end[page->parent[box]];
    if (start - before->last[start] > search->max_between + 1) return 0;
    for (int32_t other = box; other < stop; other = page->end[other]) {
        if (page->tag[other] != page->tag[box] || page->last[other] - page->first[other] < search->min_texts) continue;
        if (page->first[other] != behind) return 0;
        behind = page->last[other];
        boxes[number++] = other;
    }
    int64_t marked = before->marked_chars[behind] - before->marked_chars[start];
    if (number < search->min_boxes || (double)marked > search->max_marked * (double)(before->chars[behind] - before->chars[start])) return 0;
    return number;
}

int32_t mezmun_boxes_side_by_side(const BoxSearch *search)
{
    const Page *page = search->page;
    int64_t behind = (int64_t)page->texts + 1;
    int32_t groups = 0;
    Before before;
    const ScratchPart parts[] = {{&before.chars, 8 * behind}, {&before.marked_chars, 8 * behind}, {&before.last, 4 * behind}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    add_before(search, &before);
    search->edge[0] = 0;
    for (int32_t around = 0; around < page->elements; around++) {
        if (page->last[around] - page->first[around] < search->min_boxes * search->min_texts) continue;
        uint8_t met = 0;
        for (int32_t box = around + 1; box < page->end[around]; box = page->end[box]) {
            uint8_t kind = search->kind[page->tag[box]];
            if (!kind || met & kind || page->last[box] - page->first[box] < search->min_texts || before.last[page->first[box]] < 0) continue;
            met |= kind;
            int32_t number = group_from(search, &before, box, search->box + search->edge[groups]);
            if (!number) continue;
            search->edge[groups + 1] = search->edge[groups] + number;
            groups++;
        }
    }
    free(scratch);
    return groups;
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
