/* The families of alike elements, among which extraction/records.py looks for the posts of a page. */

#include <stdint.h>

typedef struct {
    const int32_t *naming, *parent; /* of each element */
    const int16_t *tag;
    int32_t begin, end;             /* the elements looked at */
    const int32_t *from, *word;     /* the words of naming n: word[from[n]] up to word[from[n + 1]] */
    const int32_t *alike;           /* of each naming: equal for those that differ in numbers alone */
    int32_t words, alikes, tags;    /* how many of each there are */
    int32_t *count;                 /* room for the most of the three and one more */
    int32_t *order;                 /* room for the elements looked at */
    int32_t *row;                   /* filled: the members of a family, ascending, family by family ... */
    int32_t *size;                  /* ... and how many each family has */
    int32_t families;
} Families;

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

static void clear(int32_t *count, int32_t numbers)
{
    for (int32_t number = 0; number < numbers; number++) count[number] = 0;
}

/* The elements of each word, where it has more than one; gives the place behind the last row. */
static int32_t take_named(Families *of, int32_t *row)
{
    clear(of->count, of->words);
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = of->from[of->naming[element]]; at < of->from[of->naming[element] + 1]; at++)
            of->count[of->word[at]]++;
    int32_t behind = 0;
    for (int32_t word = 0; word < of->words; word++) {
        int32_t size = of->count[word];
        of->count[word] = size > 1 ? behind : -1;
        if (size < 2) continue;
        behind += size;
        of->size[of->families++] = size;
    }
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = of->from[of->naming[element]]; at < of->from[of->naming[element] + 1]; at++)
            if (of->count[of->word[at]] >= 0) row[of->count[of->word[at]]++] = element;
    return behind;
}

static int32_t above(const Families *of, int32_t element) { return of->alike[of->naming[of->parent[element]]]; }

/* The children of one tag of elements that are named alike, sorted by both, first by what counts less. */
static void take_children(Families *of, int32_t *row)
{
    int32_t *order = of->order, children = of->end - of->begin - 1, behind = 0;
    clear(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[of->tag[element]]++;
    places_of(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) order[of->count[of->tag[element]]++] = element;
    clear(of->count, of->alikes);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[above(of, element)]++;
    places_of(of->count, of->alikes);
    for (int32_t at = 0; at < children; at++) row[of->count[above(of, order[at])]++] = order[at];
    for (int32_t at = 0, next; at < children; at = next) {
        for (next = at + 1; next < children; next++)
            if (above(of, row[next]) != above(of, row[at]) || of->tag[row[next]] != of->tag[row[at]]) break;
        if (next - at < 2) continue;
        of->size[of->families++] = next - at;
        for (int32_t member = at; member < next; member++) row[behind++] = row[member];
    }
}

/* Namings, parents and words are rows of their columns; `row` and `size` have room for every word of every element
 * looked at, and for those elements once more. */
void mezmun_families(Families *of)
{
    of->families = 0;
    take_children(of, of->row + take_named(of, of->row));
}

typedef struct {
    const int32_t *row, *size;  /* of the families */
    int32_t families;
    const int32_t *parent;      /* of each element: the row of its parent, which stands before it, -1 for none */
    int32_t elements;
    const int32_t *members;     /* of the family studied, ascending */
    int32_t number;             /* of its members */
    const uint8_t *holding;     /* of each member */
    double least;
    int32_t *times;             /* room for each member; all 0 */
    int32_t *member;            /* of each element, filled: the nearest member it lies in or is, -1 for none */
    uint8_t *common;            /* of each family, filled: it has just one element in `least` of the holding members */
    int32_t *names;             /* of each member, filled: in how many common families it has elements; all 0 */
} Study;

void mezmun_study(const Study *study)
{
    for (int32_t element = 0, next = 0; element < study->elements; element++) {
        int32_t above = study->parent[element];
        if (next < study->number && study->members[next] == element) study->member[element] = next++;
        else study->member[element] = above >= 0 && above < element ? study->member[above] : -1;
    }
    const int32_t *row = study->row;
    for (int32_t family = 0; family < study->families; row += study->size[family++]) {
        int32_t once = 0;
        for (int32_t at = 0; at < study->size[family]; at++) {
            int32_t member = study->member[row[at]];
            if (member < 0) continue;
            if (study->holding[member]) once += study->times[member] == 0 ? 1 : study->times[member] == 1 ? -1 : 0;
            study->times[member]++;
        }
        study->common[family] = once >= study->least;
        for (int32_t at = 0; at < study->size[family]; at++) {
            int32_t member = study->member[row[at]];
            if (member < 0 || !study->times[member]) continue;
            study->times[member] = 0;
            study->names[member] += study->common[family];
        }
    }
}
