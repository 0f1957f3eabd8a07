/* The records that hold the content of a page: see extraction/records.py, which says what the rules are for. */

#include "families.h"

#include <stdlib.h>

/* A family that is worth a study. */
typedef struct {
    int32_t family;
    int64_t chars, extent; /* of the content in its members; elements in those that hold some */
    uint64_t division;     /* the same for families that divide the content alike */
    int32_t template, followers; /* names in common, and members that have most of them */
    double weight;
} Likely;

/* As extraction/native/records.py has them. */
typedef struct {
    double least_share, once, alike, alike_with_content, nearly, leading;
    int32_t most_studied, smallest_template;
} Rules;

typedef struct {
    const Page *page;
    const Families *families;
    Rules rules;
    const uint8_t *content; /* of each text */
    int32_t *held;          /* content texts before each text, and all */
    int64_t *chars;         /* their characters likewise */
    Likely *likely;         /* room for every family */
    int32_t *member;        /* of each element: the member of the family studied that it lies in or is, -1 for none */
    uint8_t *holding;       /* of each of its members: it has content */
    int32_t *times;         /* likewise; all 0 */
    int32_t *in_template;   /* likewise: in how many families of the template it has elements */
    uint8_t *common;        /* of each family: it is in the template */
    int32_t *row;           /* filled: the records ... */
    int32_t *of;            /* ... and of each text, filled: the innermost of them that it lies in, -1 for none */
    int32_t records, led;   /* filled; led: a box before the records has enough of their template to be the first */
} Records;

static int holds_content(const Records *records, int32_t element)
{
    return records->held[records->page->last[element]] > records->held[records->page->first[element]];
}

static int64_t chars_in(const Records *records, int32_t element)
{
    return records->chars[records->page->last[element]] - records->chars[records->page->first[element]];
}

static void count(const Records *records)
{
    const Page *page = records->page;
    int32_t held = 0;
    int64_t chars = 0;
    for (int32_t text = 0; text < page->texts; text++) {
        records->held[text] = held;
        records->chars[text] = chars;
        held += records->content[text] > 0;
        chars += records->content[text] ? page->chars[text] : 0;
    }
    records->held[page->texts] = held;
    records->chars[page->texts] = chars;
}

static int compared(int64_t one, int64_t other) { return (one > other) - (one < other); }

/* Alike division, then the outermost. */
static int by_division(const void *one, const void *other)
{
    const Likely *a = one, *b = other;
    if (a->division != b->division) return a->division < b->division ? -1 : 1;
    if (a->extent != b->extent) return compared(b->extent, a->extent);
    return compared(a->family, b->family);
}

/* Those with most of the content, then the outermost. */
static int by_content(const void *one, const void *other)
{
    const Likely *a = one, *b = other;
    if (a->chars != b->chars) return compared(b->chars, a->chars);
    if (a->extent != b->extent) return compared(b->extent, a->extent);
    return compared(a->family, b->family);
}

/* The families worth studying: those that hold enough, one of each that divide the content alike. */
static int32_t find_likely(Records *records)
{
    const Families *families = records->families;
    const Page *page = records->page;
    int64_t all = records->chars[page->texts];
    int32_t found = 0, kept = 0;
    for (int32_t family = 0; family < families->families; family++) {
        Likely each = {.family = family};
        int32_t holders = 0;
        for (int32_t at = families->start[family]; at < families->start[family + 1]; at++) {
            int32_t element = families->row[at];
            if (!holds_content(records, element)) continue;
            uint64_t from = (uint64_t)records->held[page->first[element]], to = (uint64_t)records->held[page->last[element]];
            uint64_t division = from * 1000003u + to * 7919u;
            holders++;
            each.chars += chars_in(records, element);
            each.extent += page->end[element] - element;
            each.division += division * division;
        }
        if (holders < 2 || (double)each.chars < records->rules.least_share * (double)all) continue;
        if (each.chars > all) each.chars = all; /* members may lie in each other */
        records->likely[found++] = each;
    }
    qsort(records->likely, (size_t)found, sizeof *records->likely, by_division);
    for (int32_t at = 0; at < found; at++)
        if (!at || records->likely[at].division != records->likely[at - 1].division)
            records->likely[kept++] = records->likely[at];
    qsort(records->likely, (size_t)kept, sizeof *records->likely, by_content);
    return kept < records->rules.most_studied ? kept : records->rules.most_studied;
}

/* Of each element, the place among some elements (ascending) of the nearest that it lies in or is. */
static void place_members(const Records *records, const int32_t *row, int32_t rows)
{
    const Families *families = records->families;
    const int32_t *parent = records->page->parent;
    for (int32_t element = families->begin, next = 0; element < families->end; element++) {
        int32_t above = element > families->begin ? records->member[parent[element]] : -1;
        records->member[element] = next < rows && row[next] == element ? next++ : above;
    }
}

/* Whether a family has just one element in `least` of the holding members; if so, it is counted in all it has any in. */
static int is_common(Records *records, int32_t family, double least)
{
    const int32_t *row = records->families->row + records->families->start[family];
    const int32_t *stop = records->families->row + records->families->start[family + 1];
    int32_t once = 0;
    for (const int32_t *at = row; at < stop; at++) {
        int32_t member = records->member[*at];
        if (member < 0) continue;
        int32_t times = records->times[member]++;
        if (records->holding[member]) once += times == 0 ? 1 : times == 1 ? -1 : 0;
    }
    int common = once >= least;
    for (const int32_t *at = row; at < stop; at++) {
        int32_t member = records->member[*at];
        if (member < 0 || !records->times[member]) continue;
        records->times[member] = 0;
        records->in_template[member] += common;
    }
    return common;
}

/* Finds a family's template, and its members that follow it: they become the records. */
static void study(Records *records, Likely *likely)
{
    const Families *families = records->families;
    const Page *page = records->page;
    const int32_t *row = families->row + families->start[likely->family];
    int32_t rows = families->start[likely->family + 1] - families->start[likely->family], holders = 0, behind = 0;
    int64_t covered = 0, all = records->chars[page->texts];
    place_members(records, row, rows);
    for (int32_t member = 0; member < rows; member++) {
        holders += records->holding[member] = (uint8_t)holds_content(records, row[member]);
        records->in_template[member] = 0;
        if (row[member] < behind) continue; /* it lies in another one */
        covered += chars_in(records, row[member]);
        behind = page->end[row[member]];
    }
    likely->template = likely->followers = 0;
    double least = records->rules.once * holders;
    for (int32_t family = 0; family < families->families; family++) {
        int may_be = families->start[family + 1] - families->start[family] >= least;
        records->common[family] = (uint8_t)(may_be && is_common(records, family, least));
        likely->template += records->common[family];
    }
    for (int32_t member = 0; member < rows; member++) {
        double alike = (double)records->in_template[member] / (likely->template ? likely->template : 1);
        if (alike >= records->rules.alike || (records->holding[member] && alike >= records->rules.alike_with_content))
            records->row[likely->followers++] = row[member];
    }
    double share = (double)covered / (double)all;
    likely->weight = likely->template * (share * share);
}

/* Whether enough families of the template have an element before the records, outside of all members. */
static int is_led(const Records *records, const Likely *chosen)
{
    const Families *families = records->families;
    int32_t before = 0;
    for (int32_t family = 0; family < families->families; family++) {
        if (!records->common[family]) continue;
        for (int32_t at = families->start[family]; at < families->start[family + 1]; at++) {
            int32_t element = families->row[at];
            if (element >= records->row[0] || records->member[element] >= 0) continue;
            before++;
            break;
        }
    }
    return before >= records->rules.leading * chosen->template;
}

static void place_texts(Records *records)
{
    const Page *page = records->page;
    const Families *families = records->families;
    place_members(records, records->row, records->records);
    for (int32_t text = 0; text < page->texts; text++) {
        int32_t element = page->owner[text];
        records->of[text] = element >= families->begin && element < families->end ? records->member[element] : -1;
    }
}

void mezmun_records(Records *records)
{
    Likely *likely = records->likely, *chosen = NULL;
    double best = 0;
    records->records = 0;
    count(records);
    int32_t found = find_likely(records);
    for (int32_t at = 0; at < found; at++) {
        study(records, likely + at);
        if (likely[at].template < records->rules.smallest_template) likely[at].followers = 0;
        if (likely[at].followers > 1 && likely[at].weight > best) best = likely[at].weight;
    }
    for (int32_t at = 0; at < found; at++)
        if (likely[at].followers > 1 && likely[at].weight >= records->rules.nearly * best)
            if (!chosen || likely[at].followers > chosen->followers) chosen = likely + at;
    if (!chosen) return;
    study(records, chosen);
    records->records = chosen->followers;
    records->led = is_led(records, chosen);
    place_texts(records);
}
