/* The families of alike elements, among which records.c looks for the posts of a page. */

#include "families.h"

#include <string.h>

/* Turns how often each of some numbers occurs into the place where the first of it goes. */
static void places_of(int32_t *count, int32_t numbers)
{
    int32_t before = 0;
    for (int32_t number = 0; number < numbers; number++) {
        int32_t here = count[number];
        count[number] = before;
        before += here;
    }
}

static void clear(int32_t *count, int32_t numbers) { memset(count, 0, (size_t)numbers * sizeof *count); }

static void add_family(Families *of, int32_t size)
{
    of->start[of->families + 1] = of->start[of->families] + size;
    of->families++;
}

/* The elements of each word, where it has more than one. */
static void take_named(Families *of)
{
    const int32_t *from = of->names->from, *word = of->names->word, words = of->names->words.number;
    clear(of->count, words);
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = from[of->naming[element]]; at < from[of->naming[element] + 1]; at++) of->count[word[at]]++;
    for (int32_t number = 0; number < words; number++) {
        int32_t size = of->count[number];
        of->count[number] = size > 1 ? of->start[of->families] : -1;
        if (size > 1) add_family(of, size);
    }
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = from[of->naming[element]]; at < from[of->naming[element] + 1]; at++)
            if (of->count[word[at]] >= 0) of->row[of->count[word[at]]++] = element;
}

static int32_t above(const Families *of, int32_t element)
{
    return of->names->alike[of->naming[of->page->parent[element]]];
}

/* The children of one tag of elements that are named alike, sorted by both, first by what counts less. */
static void take_children(Families *of)
{
    const int16_t *tag = of->page->tag;
    int32_t *order = of->order, *row = of->row + of->start[of->families], children = of->end - of->begin - 1;
    clear(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[tag[element]]++;
    places_of(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) order[of->count[tag[element]]++] = element;
    clear(of->count, of->names->alikes.number);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[above(of, element)]++;
    places_of(of->count, of->names->alikes.number);
    for (int32_t at = 0; at < children; at++) row[of->count[above(of, order[at])]++] = order[at];
    for (int32_t at = 0, next, behind = 0; at < children; at = next) {
        for (next = at + 1; next < children; next++)
            if (above(of, row[next]) != above(of, row[at]) || tag[row[next]] != tag[row[at]]) break;
        if (next - at < 2) continue;
        add_family(of, next - at);
        for (int32_t member = at; member < next; member++) row[behind++] = row[member];
    }
}

/* Finds the families of two members at least: first those of each word, then those of each tag in parents that are named
 * alike. `row` has room for every word of every element looked at, and for those elements once more, and `start` for
 * half of that and one more; `looked_at` is 0 for every naming. */
void mezmun_families(Families *of)
{
    for (int32_t element = of->begin; element < of->end; element++) of->names->looked_at[of->naming[element]] = 1;
    plain_names(of->names);
    of->families = of->start[0] = 0;
    take_named(of);
    take_children(of);
}
