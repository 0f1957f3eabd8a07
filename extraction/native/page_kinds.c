/* What kind of page it is, told by its words: see extraction/page_kind.py. */

#include "page_kinds.h"
#include "room.h"

#include <math.h>

enum { AHEAD = 12 }; /* words whose weights are fetched from memory before they are added up */

/* Adds up the weights of the different words there are; `seen` has a bit for each of the known words. Gives how many. */
static int32_t add_weights(const PageKinds *model, const int32_t *word, int32_t words, uint8_t *seen, int64_t *sum)
{
    int32_t different = 0;
    for (int32_t at = 0; at < words; at++) {
        if (at + AHEAD < words)
            __builtin_prefetch(model->weight + (int64_t)word[at + AHEAD] * model->kinds);
        uint8_t bit = (uint8_t)(1 << (word[at] & 7)), *of_eight = seen + (word[at] >> 3);
        if (*of_eight & bit) continue;
        *of_eight |= bit;
        different++;
        for (int32_t kind = 0; kind < model->kinds; kind++)
            sum[kind] += model->weight[(int64_t)word[at] * model->kinds + kind];
    }
    return different;
}

int32_t mezmun_page_kinds(const PageKinds *model, const int32_t *word, int32_t words, int32_t *thousandths)
{
    for (int32_t at = 0; at < words; at++)
        if (word[at] < 0 || word[at] >= model->known) return -1;
    uint8_t *seen;
    int64_t *sum, marks = model->known / 8 + 1;
    double *score, most = -INFINITY, whole = 0;
    const Part parts[] = {{&seen, marks}, {&sum, 8 * (int64_t)model->kinds}, {&score, 8 * (int64_t)model->kinds}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(seen, 0, (size_t)marks);
    memset(sum, 0, (size_t)model->kinds * sizeof *sum);
    int32_t different = add_weights(model, word, words, seen, sum);
    double root = sqrt(different > 1 ? different : 1);
    for (int32_t kind = 0; kind < model->kinds; kind++) {
        score[kind] = (double)sum[kind] / root + model->bias[kind];
        most = score[kind] > most ? score[kind] : most;
    }
    for (int32_t kind = 0; kind < model->kinds; kind++) whole += score[kind] = exp((score[kind] - most) / model->scale);
    for (int32_t kind = 0; kind < model->kinds; kind++) thousandths[kind] = (int32_t)lrint(1000 * (score[kind] / whole));
    free(room);
    return 0;
}
