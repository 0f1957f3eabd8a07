/* Short texts that stand several times in a page. */

#include "scratch.h"
#include "text/hash.h"

typedef struct {
    const uint8_t *text;
    const int32_t *edge;
} Rows;

static int same_text(const Rows *of, int32_t one, int32_t other)
{
    int32_t size = of->edge[one + 1] - of->edge[one];
    return size == of->edge[other + 1] - of->edge[other] && !memcmp(of->text + of->edge[one], of->text + of->edge[other], (size_t)size);
}

int32_t mezmun_repeated_texts(const uint8_t *text, const int32_t *edge, const int32_t *length, int32_t texts,
                              int32_t max_chars, int32_t fewest, int32_t *rows, int32_t *first)
{
    int32_t slots = 4, *slot, *times, number = 0, repeated = 0; /* a power of two, more than there are texts */
    while (slots <= 2 * texts) slots *= 2;
    ScratchPart parts[] = {{&slot, slots * (int64_t)sizeof *slot}, {&times, texts * (int64_t)sizeof *times}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(slot, 0xFF, (size_t)slots * sizeof *slot);
    const Rows of = {text, edge};
    for (int32_t row = 0; row < texts; row++) {
        if (!length[row] || length[row] > max_chars) continue;
        uint32_t at = (uint32_t)hash_of(0, text + edge[row], edge[row + 1] - edge[row]) & (uint32_t)(slots - 1);
        while (slot[at] >= 0 && !same_text(&of, slot[at], row)) at = (at + 1) & (uint32_t)(slots - 1);
        if (slot[at] < 0) times[slot[at] = row] = 0;
        times[slot[at]]++;
        rows[number] = row;
        first[number++] = slot[at];
    }
    for (int32_t each = 0; each < number; each++) {
        if (times[first[each]] < fewest) continue;
        rows[repeated] = rows[each];
        first[repeated++] = first[each];
    }
    free(scratch);
    return repeated;
}
