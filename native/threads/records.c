/* The records that hold the content of a page: see extraction/threads/records.py, which says what the rules are for. */

#include "scratch.h"
#include "threads/threads.h"

/* A group that is worth a study. */
struct LikelyRecords {
    int32_t group;
    int64_t chars, extent; /* of the content in its members; elements in those that hold some */
    uint64_t division;     /* the same for groups that divide the content alike */
    int32_t template, followers; /* names in common, and members that have most of them */
    double weight;
};

static int holds_content(const RecordSearch *records, int32_t element)
{
    return records->texts_before[records->page->last[element]] > records->texts_before[records->page->first[element]];
}

static int64_t chars_in(const RecordSearch *records, int32_t element)
{
    return records->chars_before[records->page->last[element]] - records->chars_before[records->page->first[element]];
}

static void count(const RecordSearch *records)
{
    const Page *page = records->page;
    int32_t texts = 0;
    int64_t chars = 0;
    for (int32_t text = 0; text < page->texts; text++) {
        records->texts_before[text] = texts;
        records->chars_before[text] = chars;
        texts += records->content[text] > 0;
        chars += records->content[text] ? page->chars[text] : 0;
    }
    records->texts_before[page->texts] = texts;
    records->chars_before[page->texts] = chars;
}

static int compared(int64_t one, int64_t other) { return (one > other) - (one < other); }

/* Alike division, then the outermost. */
static int by_division(const void *one, const void *other)
{
    const LikelyRecords *a = one, *b = other;
    if (a->division != b->division) return a->division < b->division ? -1 : 1;
    if (a->extent != b->extent) return compared(b->extent, a->extent);
    return compared(a->group, b->group);
}

/* Those with most of the content, then the outermost. */
static int by_content(const void *one, const void *other)
{
    const LikelyRecords *a = one, *b = other;
    if (a->chars != b->chars) return compared(b->chars, a->chars);
    if (a->extent != b->extent) return compared(b->extent, a->extent);
    return compared(a->group, b->group);
}

/* The groups worth studying: those that hold enough, one of each that divide the content alike. */
static int32_t find_likely(RecordSearch *records)
{
    const SiblingGroups *groups = records->groups;
    const Page *page = records->page;
    int64_t all = records->chars_before[page->texts];
    int32_t number = 0, kept = 0;
    for (int32_t group = 0; group < groups->groups; group++) {
        LikelyRecords each = {.group = group};
        int32_t holders = 0;
        for (int32_t at = groups->start[group]; at < groups->start[group + 1]; at++) {
            int32_t element = groups->row[at];
            if (!holds_content(records, element)) continue;
            uint64_t from = (uint64_t)records->texts_before[page->first[element]], to = (uint64_t)records->texts_before[page->last[element]];
            uint64_t division = from * 1000003u + to * 7919u;
            holders++;
            each.chars += chars_in(records, element);
            each.extent += page->end[element] - element;
            each.division += division * division;
        }
        if (holders < 2 || (double)each.chars < records->rules.min_share * (double)all) continue;
        if (each.chars > all) each.chars = all; /* members may lie in each other */
        records->likely[number++] = each;
    }
    qsort(records->likely, (size_t)number, sizeof *records->likely, by_division);
    for (int32_t at = 0; at < number; at++)
        if (!at || records->likely[at].division != records->likely[at - 1].division)
            records->likely[kept++] = records->likely[at];
    qsort(records->likely, (size_t)kept, sizeof *records->likely, by_content);
    return kept < records->rules.max_studied ? kept : records->rules.max_studied;
}

/* Of each element, the place among some elements (ascending) of the nearest that it lies in or is. */
static void place_members(const RecordSearch *records, const int32_t *row, int32_t rows)
{
    const SiblingGroups *groups = records->groups;
    const int32_t *parent = records->page->parent;
    for (int32_t element = groups->begin, next = 0; element < groups->end; element++) {
        int32_t above = element > groups->begin ? records->member[parent[element]] : -1;
        records->member[element] = next < rows && row[next] == element ? next++ : above;
    }
}

/* Whether a group has just one element in `least` of the holding members; if so, it is counted in all it has any in. */
static int is_common(RecordSearch *records, int32_t group, double least)
{
    const int32_t *row = records->groups->row + records->groups->start[group];
    const int32_t *stop = records->groups->row + records->groups->start[group + 1];
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

/* Finds a group's template, and its members that follow it: they become the records. */
static void study(RecordSearch *records, LikelyRecords *likely)
{
    const SiblingGroups *groups = records->groups;
    const Page *page = records->page;
    const int32_t *row = groups->row + groups->start[likely->group];
    int32_t rows = groups->start[likely->group + 1] - groups->start[likely->group], holders = 0, behind = 0;
    int64_t covered = 0, all = records->chars_before[page->texts];
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
    for (int32_t group = 0; group < groups->groups; group++) {
        int may_be = groups->start[group + 1] - groups->start[group] >= least;
        records->common[group] = (uint8_t)(may_be && is_common(records, group, least));
        likely->template += records->common[group];
    }
    for (int32_t member = 0; member < rows; member++) {
        double alike = (double)records->in_template[member] / (likely->template ? likely->template : 1);
        if (alike >= records->rules.alike || (records->holding[member] && alike >= records->rules.alike_with_content))
            records->row[likely->followers++] = row[member];
    }
    double share = (double)covered / (double)all;
    likely->weight = likely->template * (share * share);
}

/* Whether enough groups of the template have an element before the records, outside of all members. */
static int is_led(const RecordSearch *records, const LikelyRecords *chosen)
{
    const SiblingGroups *groups = records->groups;
    int32_t before = 0;
    for (int32_t group = 0; group < groups->groups; group++) {
        if (!records->common[group]) continue;
        for (int32_t at = groups->start[group]; at < groups->start[group + 1]; at++) {
            int32_t element = groups->row[at];
            if (element >= records->row[0] || records->member[element] >= 0) continue;
            before++;
            break;
        }
    }
    return before >= records->rules.leading * chosen->template;
}

static void place_texts(RecordSearch *records)
{
    const Page *page = records->page;
    const SiblingGroups *groups = records->groups;
    place_members(records, records->row, records->records);
    for (int32_t text = 0; text < page->texts; text++) {
        int32_t element = page->owner[text];
        records->record_of[text] = element >= groups->begin && element < groups->end ? records->member[element] : -1;
    }
}

static void find_records(RecordSearch *records)
{
    LikelyRecords *likely = records->likely, *chosen = NULL;
    double best = 0;
    records->records = 0;
    count(records);
    int32_t number = find_likely(records);
    for (int32_t at = 0; at < number; at++) {
        study(records, likely + at);
        if (likely[at].template < records->rules.min_template) likely[at].followers = 0;
        if (likely[at].followers > 1 && likely[at].weight > best) best = likely[at].weight;
    }
    for (int32_t at = 0; at < number; at++)
        if (likely[at].followers > 1 && likely[at].weight >= records->rules.nearly * best)
            if (!chosen || likely[at].followers > chosen->followers) chosen = likely + at;
    if (!chosen) return;
    study(records, chosen);
    records->records = chosen->followers;
    records->led = is_led(records, chosen);
    place_texts(records);
}

int32_t mezmun_find_records(RecordSearch *records)
{
    int64_t elements = records->page->elements, texts = records->page->texts, groups = records->groups->groups;
    int64_t members = records->groups->end - records->groups->begin;
    const ScratchPart parts[] = {
        {&records->texts_before, 4 * (texts + 1)}, {&records->chars_before, 8 * (texts + 1)},
        {&records->likely, (int64_t)sizeof *records->likely * groups}, {&records->member, 4 * elements},
        {&records->holding, members}, {&records->times, 4 * members}, {&records->in_template, 4 * members},
        {&records->common, groups},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(records->times, 0, (size_t)members * sizeof *records->times);
    find_records(records);
    free(scratch);
    return 0;
}
