/* The bodies of a thread's posts, and the texts that stand in nearly every record, in elements named alike: see
 * extraction/threads/posts.py, which says what they are for, and records.py. */

#include "scratch.h"
#include "text/characters.h"
#include "text/hash.h"
#include "threads/threads.h"

/* The elements that are named alike, those in parents that are or all, and what those hold of which their record has no
 * other. */
struct BodyKind {
    int32_t start, stop; /* in `kin` */
    int32_t boxes;
    int64_t chars, marked;
};

enum { BOXED = 1, SAID = 2 };

static int32_t name_of(const PostBodies *bodies, int32_t element)
{
    return bodies->groups->names->alike[bodies->groups->signature[element]];
}

static int32_t name_above(const PostBodies *bodies, int32_t element)
{
    return name_of(bodies, bodies->page->parent[element]);
}

/* Sorts elements by a name, and leaves those with the same in their order. */
static void sort_by(const PostBodies *bodies, int32_t (*name)(const PostBodies *, int32_t), const int32_t *from, int32_t *to,
                    int32_t elements)
{
    int32_t names = bodies->groups->names->alikes.number;
    memset(bodies->count, 0, ((size_t)names + 1) * sizeof *bodies->count);
    for (int32_t at = 0; at < elements; at++) bodies->count[name(bodies, from[at]) + 1]++;
    for (int32_t each = 0; each < names; each++) bodies->count[each + 1] += bodies->count[each];
    for (int32_t at = 0; at < elements; at++) to[bodies->count[name(bodies, from[at])]++] = from[at];
}

/* Finds the elements in records that hold text, those of one kind together; gives how many there are. */
static int32_t sort(const PostBodies *bodies)
{
    const Page *page = bodies->page;
    int32_t number = 0;
    for (int32_t element = bodies->groups->begin, next = 0; element < bodies->groups->end; element++) {
        int is_record = next < bodies->records && bodies->row[next] == element;
        int32_t above = element > bodies->groups->begin ? bodies->record[page->parent[element]] : -1;
        bodies->record[element] = is_record ? next++ : above;
        if (!is_record && above >= 0 && page->last[element] > page->first[element]) bodies->kin[number++] = element;
    }
    sort_by(bodies, name_above, bodies->kin, bodies->order, number);
    sort_by(bodies, name_of, bodies->order, bodies->kin, number);
    return number;
}

static int32_t stop_of(const PostBodies *bodies, int32_t start, int32_t elements)
{
    int32_t stop = start + 1, name = name_of(bodies, bodies->kin[start]), above = name_above(bodies, bodies->kin[start]);
    while (stop < elements && name_of(bodies, bodies->kin[stop]) == name && name_above(bodies, bodies->kin[stop]) == above)
        stop++;
    return stop;
}

/* Adds to the times of each record how many of a kind it has. */
static void count(const PostBodies *bodies, const BodyKind *kind, int32_t each)
{
    for (int32_t at = kind->start; at < kind->stop; at++) bodies->times[bodies->record[bodies->kin[at]]] += each;
}

static int is_alone(const PostBodies *bodies, int32_t element) { return bodies->times[bodies->record[element]] == 1; }

static BodyKind measured(const PostBodies *bodies, int32_t start, int32_t stop)
{
    const Page *page = bodies->page;
    BodyKind kind = {start, stop, 0, 0, 0};
    count(bodies, &kind, 1);
    for (int32_t at = start; at < stop; at++) {
        int32_t element = bodies->kin[at], first = page->first[element], last = page->last[element];
        if (!is_alone(bodies, element)) continue;
        kind.boxes++;
        if (!bodies->met[bodies->record[element]]) continue; /* what is marked in it is that of a record within */
        kind.chars += bodies->chars[last] - bodies->chars[first];
        kind.marked += bodies->marked[last] - bodies->marked[first];
    }
    count(bodies, &kind, -1);
    return kind;
}

static int is_named(const PostBodies *bodies, int32_t element)
{
    const int32_t *edge = bodies->groups->names->signatures->edge + 3 * (int64_t)bodies->groups->signature[element];
    return edge[3] > edge[0];
}

/* A paragraph or an item without a name: a part of what somebody wrote, and seldom all of it. */
static int is_passage(const PostBodies *bodies, const BodyKind *kind)
{
    int32_t element = bodies->kin[kind->start];
    return bodies->is_passage[bodies->page->tag[element]] && !is_named(bodies, element);
}

/* Tells whether a kind of boxes is rather the bodies than another: it is the tighter, and not of passages alone. */
static int is_better(const PostBodies *bodies, const BodyKind *kind, const BodyKind *other)
{
    int passages = is_passage(bodies, kind), passages_in_other = is_passage(bodies, other);
    return passages == passages_in_other ? kind->chars < other->chars : !passages;
}

/* Adds a kind to those that may be the bodies, if it may. */
static void consider(const PostBodies *bodies, int32_t start, int32_t stop, int64_t all, int32_t *kinds)
{
    const BodyRules *rules = &bodies->rules;
    double fewest = rules->in_most * bodies->records;
    if (stop - start < fewest) return;
    BodyKind kind = measured(bodies, start, stop);
    int is_pure = (double)kind.marked >= rules->pure * (double)kind.chars;
    if (kind.boxes >= fewest && (double)kind.marked >= rules->holds * (double)all && is_pure)
        bodies->kind[(*kinds)++] = kind;
}

/* Finds the best of the kinds that hold nearly as much as any; NULL for none. A question is seldom in a box named like
 * those around its answers: boxes with a name may also be of one kind wherever they are. */
static const BodyKind *find_kind(const PostBodies *bodies)
{
    const Page *page = bodies->page;
    const BodyKind *best = NULL;
    int32_t elements = sort(bodies), kinds = 0;
    int64_t all = 0, most = 0;
    memset(bodies->met, 0, (size_t)bodies->records);
    for (int32_t text = 0; text < page->texts; text++) {
        if (bodies->record_of[text] < 0 || !bodies->content[text]) continue;
        all += page->chars[text];
        bodies->met[bodies->record_of[text]] = 1;
    }
    for (int32_t start = 0, stop; start < elements; start = stop) {
        int32_t parents = 0;
        for (stop = start; stop < elements && name_of(bodies, bodies->kin[stop]) == name_of(bodies, bodies->kin[start]); parents++) {
            int32_t from = stop;
            stop = stop_of(bodies, from, elements);
            consider(bodies, from, stop, all, &kinds);
        }
        if (parents > 1 && is_named(bodies, bodies->kin[start])) consider(bodies, start, stop, all, &kinds);
    }
    for (const BodyKind *kind = bodies->kind; kind < bodies->kind + kinds; kind++)
        if (kind->marked > most) most = kind->marked;
    for (const BodyKind *kind = bodies->kind; kind < bodies->kind + kinds; kind++)
        if ((double)kind->marked >= bodies->rules.nearly * (double)most)
            if (!best || is_better(bodies, kind, best)) best = kind;
    return best;
}

/* Marks the boxes, those of the records that have just one. */
static void mark(const PostBodies *bodies, const BodyKind *kind)
{
    const Page *page = bodies->page;
    memset(bodies->boxed, 0, (size_t)bodies->records);
    memset(bodies->inside, 0, ((size_t)page->texts + 1) * sizeof *bodies->inside);
    count(bodies, kind, 1);
    for (int32_t at = kind->start; at < kind->stop; at++) {
        int32_t element = bodies->kin[at];
        if (!is_alone(bodies, element)) continue;
        bodies->boxed[bodies->record[element]] |= BOXED;
        bodies->inside[page->first[element]]++; /* first how many boxes begin and end there, ... */
        bodies->inside[page->last[element]]--;
    }
    for (int32_t text = 1; text < page->texts; text++) bodies->inside[text] += bodies->inside[text - 1]; /* ... then are open */
    for (int32_t text = 0; text < page->texts; text++)
        if (bodies->inside[text] && bodies->content[text] && !bodies->quoted[text] && bodies->record_of[text] >= 0)
            bodies->boxed[bodies->record_of[text]] |= SAID;
}

static int stays(const PostBodies *bodies, int32_t text)
{
    const Page *page = bodies->page;
    int32_t record = bodies->record_of[text];
    int is_boxed = record >= 0 && bodies->boxed[record] & BOXED, inside = bodies->inside[text] > 0;
    if (!bodies->content[text]) return inside && is_boxed && (bodies->in_bodies[text] || !(bodies->boxed[record] & SAID));
    return inside || bodies->is_title[page->tag[page->owner[text]]] || (record < 0 ? !page->in_link[text] : !is_boxed);
}

static void sum_up(const PostBodies *bodies)
{
    const Page *page = bodies->page;
    bodies->chars[0] = bodies->marked[0] = 0;
    for (int32_t text = 0; text < page->texts; text++) {
        int tells = bodies->content[text] || !bodies->quoted[text];
        bodies->chars[text + 1] = bodies->chars[text] + (tells ? page->chars[text] : 0);
        bodies->marked[text + 1] = bodies->marked[text] + (bodies->content[text] ? page->chars[text] : 0);
    }
}

int32_t mezmun_complete_bodies(PostBodies *bodies)
{
    const Page *page = bodies->page;
    int64_t elements = page->elements, texts = page->texts, names = bodies->groups->names->alikes.number;
    const ScratchPart parts[] = {
        {&bodies->chars, 8 * (texts + 1)}, {&bodies->marked, 8 * (texts + 1)}, {&bodies->record, 4 * elements},
        {&bodies->count, 4 * (names + 1)}, {&bodies->order, 4 * elements}, {&bodies->kin, 4 * elements},
        {&bodies->times, 4 * (int64_t)bodies->records}, {&bodies->kind, (int64_t)sizeof(BodyKind) * 2 * elements},
        {&bodies->boxed, bodies->records}, {&bodies->met, bodies->records}, {&bodies->inside, 4 * (texts + 1)},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(bodies->times, 0, (size_t)bodies->records * sizeof *bodies->times);
    sum_up(bodies);
    const BodyKind *kind = find_kind(bodies);
    if (kind) {
        mark(bodies, kind);
        for (int32_t text = 0; text < page->texts; text++) bodies->completed[text] = (uint8_t)stays(bodies, text);
    }
    free(scratch);
    return kind != NULL;
}

typedef struct {
    uint64_t hash;
    int32_t records; /* that have it */
} Form;

/* What an element and the one around it are named, without numbers. */
static uint64_t names_of(const SiblingGroups *groups, int32_t element)
{
    const int32_t *name = groups->names->alike, *signature = groups->signature;
    int32_t above = name[signature[groups->page->parent[element]]];
    return mix(0, (uint64_t)(uint32_t)name[signature[element]] << 32 | (uint32_t)above);
}

/* A text in an element as a number that is the same for those that differ in digits and white space alone; never 0. */
static uint64_t form_of(const RepeatedTexts *repeated, int32_t text)
{
    const Characters *characters = repeated->characters;
    const uint8_t *at = repeated->text + repeated->edge[text], *stop = repeated->text + repeated->edge[text + 1];
    uint64_t hash = names_of(repeated->groups, repeated->page->owner[text]);
    int before = SPACE;
    for (int32_t point; at < stop;) {
        at = next_character(at, stop, &point);
        int classes = class_of(characters, point) & (SPACE | DIGIT);
        if (classes && classes & before) continue;
        before = classes;
        if (!(classes & SPACE)) hash = mix(hash, classes ? '0' : (uint64_t)point);
    }
    return hash | 1;
}

/* Adds a number to a set of them; tells whether it is new. */
static int add(uint64_t *set, uint64_t slots, uint64_t number)
{
    uint64_t slot = number & (slots - 1);
    for (; set[slot]; slot = (slot + 1) & (slots - 1))
        if (set[slot] == number) return 0;
    set[slot] = number;
    return 1;
}

int32_t mezmun_find_repeated(const RepeatedTexts *repeated)
{
    int64_t slots = 4, texts = repeated->page->texts;
    while (slots <= 2 * texts) slots *= 2;
    Form *form;
    uint64_t *standing; /* forms with the records they stand in */
    int32_t *place;
    const ScratchPart parts[] = {{&form, (int64_t)sizeof *form * slots}, {&standing, 8 * slots}, {&place, 4 * texts}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(form, 0, (size_t)slots * sizeof *form);
    memset(standing, 0, (size_t)slots * sizeof *standing);
    for (int64_t text = 0; text < texts; text++) {
        int32_t record = repeated->record_of[text];
        if (record < 0) continue;
        uint64_t hash = form_of(repeated, (int32_t)text), slot = hash >> 1 & (uint64_t)(slots - 1);
        while (form[slot].hash && form[slot].hash != hash) slot = (slot + 1) & (uint64_t)(slots - 1);
        form[slot].hash = hash;
        form[slot].records += add(standing, (uint64_t)slots, mix(hash, (uint64_t)record) | 1);
        place[text] = (int32_t)slot;
    }
    for (int64_t text = 0; text < texts; text++)
        repeated->repeated[text] = repeated->record_of[text] >= 0 && form[place[text]].records >= repeated->min_records;
    free(scratch);
    return 0;
}
