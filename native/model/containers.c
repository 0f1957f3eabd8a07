/* The containers that lines stand in, and pooling: see extraction/model/containers.py. */

#include "model/model.h"
#include "scratch.h"
#include "text/hash.h"

/* FNV-1a. Nobody is harmed whose names are written so that two have one number: both containers are of one site. */
static uint64_t with_byte(uint64_t hash, uint8_t byte) { return (hash ^ byte) * 0x100000001B3u; }

static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* The names of an element as a number: its tag, and its class and id with each number in them as 0. */
static uint64_t hash_of_names(const PageLines *page, int32_t signature)
{
    const int32_t *edge = page->signatures->edge + 3 * (int64_t)signature;
    uint64_t hash = with_byte(0xCBF29CE484222325u, (uint8_t)page->signatures->tag[signature]);
    for (int value = 0; value < 2; value++) {
        const uint8_t *at = page->signatures->values + edge[value], *stop = page->signatures->values + edge[value + 1];
        for (hash = with_byte(hash, 0); at < stop; at++)
            if (!is_digit(*at)) hash = with_byte(hash, *at);
            else if (at + 1 == stop || !is_digit(at[1])) hash = with_byte(hash, '0');
    }
    return hash;
}

static int is_named(const PageLines *page, int32_t signature)
{
    return page->signatures->edge[3 * (int64_t)signature + 2] > page->signatures->edge[3 * (int64_t)signature];
}

static uint64_t with(uint64_t hash, uint64_t more) { return (hash ^ more) * 0x9E3779B97F4A7C15u; }

/* Finds the names of each element as a number, with its column for a cell without any: who writes what may be told by
 * nothing else. `cells` is scratch. */
static void name_elements(const PageLines *page, const uint8_t *is_cell, const uint64_t *of_signature, uint64_t *names, int32_t *cells)
{
    memset(cells, 0, (size_t)page->table->elements * sizeof *cells);
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t signature = page->signature[row], parent = page->table->parent[row];
        names[row] = of_signature[signature];
        if (parent < 0 || !is_cell[page->signatures->tag[signature]]) continue;
        cells[parent]++;
        if (!is_named(page, signature)) names[row] += (uint64_t)cells[parent];
    }
}

/* The container of what stands in an element; `above` is of each element the names up to the first with a class or an id. */
static uint64_t container_of(const PageLines *page, int32_t around, const uint64_t *names, const uint64_t *above, int32_t element)
{
    uint64_t hash = 0;
    int named = 0;
    int32_t row = element;
    for (int each = 0; each < around && row >= 0; each++, row = page->table->parent[row]) {
        hash = with(hash, names[row]);
        named |= is_named(page, page->signature[row]);
    }
    return named ? hash : above[element];
}

int32_t mezmun_find_containers(const PageLines *page, const uint8_t *is_cell, int32_t around, int64_t *container)
{
    uint64_t *of_signature, *names, *above;
    int32_t *cells;
    const ScratchPart parts[] = {
        {&of_signature, 8 * (int64_t)page->signatures->number}, {&names, 8 * (int64_t)page->table->elements},
        {&above, 8 * (int64_t)page->table->elements}, {&cells, 4 * (int64_t)page->table->elements},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    for (int32_t signature = 0; signature < page->signatures->number; signature++) of_signature[signature] = hash_of_names(page, signature);
    name_elements(page, is_cell, of_signature, names, cells);
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t signature = page->signature[row], parent = page->table->parent[row];
        above[row] = with(is_named(page, signature) || parent < 0 ? 0 : above[parent], names[row]);
    }
    for (int32_t line = 0; line < page->lines->number; line++)
        container[line] = (int64_t)(container_of(page, around, names, above, page->line_owner[line]) >> 16);
    free(scratch);
    return 0;
}

typedef struct {
    int64_t container, weight, odds; /* the last is the sum over the lines, each times its weight */
    int32_t lines;
} Pool;

/* The step of the calibration that is nearest to a probability. */
static int32_t step_of(const Forest *forest, float probability)
{
    const float *calibration = forest->calibration;
    int32_t low = 0, high = forest->steps - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (calibration[middle] < probability) low = middle + 1;
        else high = middle;
    }
    return low > 0 && probability - calibration[low - 1] < calibration[low] - probability ? low - 1 : low;
}

/* The place of a container in a hash table, where it is put if it is not there. */
static int32_t place_of(Pool *table, int32_t slots, int64_t container)
{
    uint32_t mask = (uint32_t)slots - 1, slot = (uint32_t)mix(0, (uint64_t)container) & mask;
    while (table[slot].lines && table[slot].container != container) slot = (slot + 1) & mask;
    table[slot].container = container;
    return (int32_t)slot;
}

int32_t pool_lines(const Pooling *pooling, const int64_t *container, const Forest *forest, const float *chars,
                   int32_t lines, float *probability)
{
    int32_t slots = 4, *step, *place;
    while (slots <= 2 * (int64_t)lines) slots *= 2;
    Pool *table;
    const ScratchPart parts[] = {
        {&table, (int64_t)sizeof *table * slots}, {&step, 4 * (int64_t)lines}, {&place, 4 * (int64_t)lines},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int32_t line = 0; line < lines; line++) {
        int64_t weight = (int64_t)(chars[line] < pooling->max_chars ? chars[line] : pooling->max_chars) + 1;
        step[line] = step_of(forest, probability[line]);
        place[line] = place_of(table, slots, container[line]);
        Pool *pool = table + place[line];
        pool->lines++;
        pool->weight += weight;
        pool->odds += weight * step[line];
    }
    for (int32_t line = 0; line < lines; line++) {
        const Pool *pool = table + place[line];
        int32_t others = pool->lines - 1;
        if (!others) continue;
        double mean = (double)pool->odds / (double)pool->weight;
        double share = pooling->weight * others / (others + pooling->half_lines);
        probability[line] = forest->calibration[(int32_t)(step[line] + share * (mean - step[line]) + 0.5)];
    }
    free(scratch);
    return 0;
}
