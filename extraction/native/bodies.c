/* The bodies of a thread's posts: see extraction/bodies.py, which says what the rules are for. */

#include "families.h"
#include "room.h"

/* As extraction/native/bodies.py has them. */
typedef struct { double in_most, holds, pure, nearly; } Rules;

/* The elements that are named alike in parents that are, and what those hold of which their record has no other. */
typedef struct {
    int32_t start, stop; /* in `kin` */
    int32_t boxes;
    int64_t chars, marked;
} Kind;

typedef struct {
    const Page *page;
    const Families *families;
    Rules rules;
    const uint8_t *is_title; /* by tag code: titles stay */
    const uint8_t *content;  /* of each text */
    const uint8_t *in_boxes; /* of each text: in a box it is content, too */
    const int32_t *row;      /* the records */
    int32_t records;
    const int32_t *of;       /* of each text: the innermost record it lies in, -1 for none */
    uint8_t *completed;      /* of each text, filled when there are boxes */

    /* Room for what is between. */
    int64_t *chars, *marked; /* of each text and behind the last: characters before it, and those of the content */
    int32_t *record;         /* of each element looked at: the innermost record it lies in or is, -1 for none */
    int32_t *count;          /* of each name, and one more */
    int32_t *order, *kin;    /* the elements in records that hold text; those of one kind together */
    int32_t *times;          /* of each record; all 0 */
    Kind *kind;              /* those that may be the bodies */
    uint8_t *boxed;          /* of each record: BOXED, and MARKED if its box has content */
    uint8_t *inside;         /* of each text: it lies in a box */
} Bodies;

enum { BOXED = 1, MARKED = 2 };

static int32_t name_of(const Bodies *bodies, int32_t element)
{
    return bodies->families->names->alike[bodies->families->naming[element]];
}

static int32_t name_above(const Bodies *bodies, int32_t element)
{
    return name_of(bodies, bodies->page->parent[element]);
}

/* Sorts elements by a name, and leaves those with the same in their order. */
static void sort_by(const Bodies *bodies, int32_t (*name)(const Bodies *, int32_t), const int32_t *from, int32_t *to,
                    int32_t elements)
{
    int32_t names = bodies->families->names->alikes.number;
    memset(bodies->count, 0, ((size_t)names + 1) * sizeof *bodies->count);
    for (int32_t at = 0; at < elements; at++) bodies->count[name(bodies, from[at]) + 1]++;
    for (int32_t each = 0; each < names; each++) bodies->count[each + 1] += bodies->count[each];
    for (int32_t at = 0; at < elements; at++) to[bodies->count[name(bodies, from[at])]++] = from[at];
}

/* Finds the elements in records that hold text, those of one kind together; gives how many there are. */
static int32_t sort(const Bodies *bodies)
{
    const Page *page = bodies->page;
    int32_t found = 0;
    for (int32_t element = bodies->families->begin, next = 0; element < bodies->families->end; element++) {
        int is_record = next < bodies->records && bodies->row[next] == element;
        int32_t above = element > bodies->families->begin ? bodies->record[page->parent[element]] : -1;
        bodies->record[element] = is_record ? next++ : above;
        if (!is_record && above >= 0 && page->last[element] > page->first[element]) bodies->kin[found++] = element;
    }
    sort_by(bodies, name_above, bodies->kin, bodies->order, found);
    sort_by(bodies, name_of, bodies->order, bodies->kin, found);
    return found;
}

static int32_t stop_of(const Bodies *bodies, int32_t start, int32_t elements)
{
    int32_t stop = start + 1, name = name_of(bodies, bodies->kin[start]), above = name_above(bodies, bodies->kin[start]);
    while (stop < elements && name_of(bodies, bodies->kin[stop]) == name && name_above(bodies, bodies->kin[stop]) == above)
        stop++;
    return stop;
}

/* Adds to the times of each record how many of a kind it has. */
static void count(const Bodies *bodies, const Kind *kind, int32_t each)
{
    for (int32_t at = kind->start; at < kind->stop; at++) bodies->times[bodies->record[bodies->kin[at]]] += each;
}

static int is_alone(const Bodies *bodies, int32_t element) { return bodies->times[bodies->record[element]] == 1; }

static Kind measured(const Bodies *bodies, int32_t start, int32_t stop)
{
    const Page *page = bodies->page;
    Kind kind = {start, stop, 0, 0, 0};
    count(bodies, &kind, 1);
    for (int32_t at = start; at < stop; at++) {
        int32_t element = bodies->kin[at], first = page->first[element], last = page->last[element];
        if (!is_alone(bodies, element)) continue;
        kind.boxes++;
        kind.chars += bodies->chars[last] - bodies->chars[first];
        kind.marked += bodies->marked[last] - bodies->marked[first];
    }
    count(bodies, &kind, -1);
    return kind;
}

/* Finds the tightest of the kinds that hold nearly as much as any; NULL for none. */
static const Kind *find_kind(const Bodies *bodies)
{
    const Rules *rules = &bodies->rules;
    const Page *page = bodies->page;
    const Kind *tightest = NULL;
    int32_t elements = sort(bodies), kinds = 0;
    int64_t all = 0, most = 0;
    for (int32_t text = 0; text < page->texts; text++)
        all += bodies->of[text] >= 0 && bodies->content[text] ? page->chars[text] : 0;
    for (int32_t start = 0, stop; start < elements; start = stop) {
        stop = stop_of(bodies, start, elements);
        if (stop - start < rules->in_most * bodies->records) continue;
        Kind kind = measured(bodies, start, stop);
        if (kind.boxes < rules->in_most * bodies->records || (double)kind.marked < rules->holds * (double)all) continue;
        if ((double)kind.marked < rules->pure * (double)kind.chars) continue;
        if (kind.marked > most) most = kind.marked;
        bodies->kind[kinds++] = kind;
    }
    for (const Kind *kind = bodies->kind; kind < bodies->kind + kinds; kind++)
        if ((double)kind->marked >= rules->nearly * (double)most)
            if (!tightest || kind->chars < tightest->chars) tightest = kind;
    return tightest;
}

/* Marks the boxes, those of the records that have just one. */
static void mark(const Bodies *bodies, const Kind *kind)
{
    const Page *page = bodies->page;
    memset(bodies->boxed, 0, (size_t)bodies->records);
    memset(bodies->inside, 0, (size_t)page->texts);
    count(bodies, kind, 1);
    for (int32_t at = kind->start, behind = 0; at < kind->stop; at++) {
        int32_t element = bodies->kin[at], first = page->first[element], last = page->last[element];
        if (!is_alone(bodies, element)) continue;
        bodies->boxed[bodies->record[element]] |= BOXED;
        if (first < behind) first = behind; /* boxes in boxes were marked */
        for (int32_t text = first; text < last; text++) bodies->inside[text] = 1;
        if (last > behind) behind = last;
    }
    for (int32_t text = 0; text < page->texts; text++)
        if (bodies->inside[text] && bodies->content[text] && bodies->of[text] >= 0) bodies->boxed[bodies->of[text]] |= MARKED;
}

static int stays(const Bodies *bodies, int32_t text)
{
    const Page *page = bodies->page;
    int32_t of = bodies->of[text];
    int is_boxed = of >= 0 && bodies->boxed[of] & BOXED, inside = bodies->inside[text];
    if (!bodies->content[text]) return inside && is_boxed && (bodies->in_boxes[text] || !(bodies->boxed[of] & MARKED));
    return inside || bodies->is_title[page->tag[page->owner[text]]] || (of < 0 ? !page->in_link[text] : !is_boxed);
}

static void sum_up(const Bodies *bodies)
{
    const Page *page = bodies->page;
    bodies->chars[0] = bodies->marked[0] = 0;
    for (int32_t text = 0; text < page->texts; text++) {
        bodies->chars[text + 1] = bodies->chars[text] + page->chars[text];
        bodies->marked[text + 1] = bodies->marked[text] + (bodies->content[text] ? page->chars[text] : 0);
    }
}

/* Gives 1, 0 when no box stands out, or NO_MEMORY. */
int32_t mezmun_bodies(Bodies *bodies)
{
    const Page *page = bodies->page;
    int64_t elements = page->elements, texts = page->texts, names = bodies->families->names->alikes.number;
    const Part parts[] = {
        {&bodies->chars, 8 * (texts + 1)}, {&bodies->marked, 8 * (texts + 1)}, {&bodies->record, 4 * elements},
        {&bodies->count, 4 * (names + 1)}, {&bodies->order, 4 * elements}, {&bodies->kin, 4 * elements},
        {&bodies->times, 4 * (int64_t)bodies->records}, {&bodies->kind, (int64_t)sizeof(Kind) * elements},
        {&bodies->boxed, bodies->records}, {&bodies->inside, texts},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(bodies->times, 0, (size_t)bodies->records * sizeof *bodies->times);
    sum_up(bodies);
    const Kind *kind = find_kind(bodies);
    if (kind) {
        mark(bodies, kind);
        for (int32_t text = 0; text < page->texts; text++) bodies->completed[text] = (uint8_t)stays(bodies, text);
    }
    free(room);
    return kind != NULL;
}
