/* What an ensemble of oblivious decision trees answers: see extraction/model/forest.py.
 *
 * Every value is replaced by its rank among the thresholds of its feature. Trees then compare bytes, many at once, and
 * what all lines of a batch answer alike is not asked. To look up the values of the leaves takes longer than to find the
 * leaves. So where the processor has AVX2, the values of a tree are kept in registers, low and high bytes apart, and
 * looked up for 32 lines at once. */

#include "model/model.h"

#include <string.h>

enum { LANES = 16 }; /* values compared at once */
enum { WIDE = 32 };  /* ranks compared at once */

typedef struct { float least, most; } Range;

static inline __attribute__((always_inline)) Range range_of(const float *value, int32_t lines)
{
    float least[LANES], most[LANES];
    for (int lane = 0; lane < LANES; lane++) least[lane] = most[lane] = value[lane < lines ? lane : 0];
    for (int32_t line = 0; line + LANES <= lines; line += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            float other = value[line + lane];
            least[lane] = other < least[lane] ? other : least[lane];
            most[lane] = other > most[lane] ? other : most[lane];
        }
    for (int32_t line = lines / LANES * LANES; line < lines; line++) {
        least[0] = value[line] < least[0] ? value[line] : least[0];
        most[0] = value[line] > most[0] ? value[line] : most[0];
    }
    for (int lane = 1; lane < LANES; lane++) {
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
        most[0] = most[lane] > most[0] ? most[lane] : most[0];
    }
    return (Range){least[0], most[0]};
}

/* A compiler left to itself would make its vectors of the thresholds, which are few. */
typedef float Values __attribute__((vector_size(4 * LANES)));
typedef int32_t Counts __attribute__((vector_size(4 * LANES)));
typedef uint8_t Ranks __attribute__((vector_size(LANES)));

/* Counts, for `LANES` values, the thresholds below each; the first `from` are below all of them. */
static inline __attribute__((always_inline)) void count_below(const float *value, const float *threshold, int32_t from, int32_t to, uint8_t *rank)
{
    Values values;
    Counts below = from - (Counts){0};
    memcpy(&values, value, sizeof values);
    for (int32_t each = from; each < to; each++) below -= values > threshold[each]; /* true is -1 */
    Ranks ranks = __builtin_convertvector(below, Ranks);
    memcpy(rank, &ranks, sizeof ranks);
}

static inline __attribute__((always_inline)) void rank_values(const Forest *forest, const ForestInput *input, int32_t start, int32_t lines)
{
    for (int32_t feature = 0; feature < forest->features; feature++) {
        const float *value = input->values + (int64_t)forest->row[feature] * input->lines + start;
        const float *threshold = forest->threshold + forest->threshold_edge[feature];
        int32_t thresholds = forest->threshold_edge[feature + 1] - forest->threshold_edge[feature];
        int32_t lowest = 0, highest = 0, line = 0;
        uint8_t *rank = input->rank + (int64_t)feature * LINE_BATCH;
        Range range = range_of(value, lines);
        for (int32_t each = 0; each < thresholds; each++) {
            lowest += range.least > threshold[each];
            highest += range.most > threshold[each];
        }
        input->lowest[feature] = (uint8_t)lowest;
        input->highest[feature] = (uint8_t)highest;
        if (lowest == highest) continue; /* no tree reads the ranks */
        for (; line + LANES <= lines; line += LANES) count_below(value + line, threshold, lowest, highest, rank + line);
        if (line == lines) continue;
        float last[LANES] = {0};
        memcpy(last, value + line, (size_t)(lines - line) * sizeof *last);
        count_below(last, threshold, lowest, highest, rank + line);
    }
}

/* Finds the leaf that each line comes to, and fills up to the next multiple of `WIDE`. */
static inline __attribute__((always_inline)) void find_leaves(const Forest *forest, const ForestInput *input, int32_t tree,
                                                              int32_t lines, uint8_t *restrict leaf)
{
    const int16_t *feature = forest->feature + (int64_t)tree * forest->depth;
    const uint8_t *least = forest->rank + (int64_t)tree * forest->depth;
    int32_t open[MAX_TREE_DEPTH], questions = 0, common = 0;
    for (int32_t level = 0; level < forest->depth; level++) {
        int yes = input->lowest[feature[level]] >= least[level], maybe = input->highest[feature[level]] >= least[level];
        common |= yes << level;
        open[questions] = level;
        questions += maybe & !yes;
    }
    for (int32_t line = 0; line < lines; line += WIDE) memset(leaf + line, common, WIDE);
    for (int32_t question = 0; question < questions; question++) {
        const uint8_t *restrict rank = input->rank + (int64_t)feature[open[question]] * LINE_BATCH;
        uint8_t from = least[open[question]], yes = (uint8_t)(1 << open[question]);
        for (int32_t line = 0; line < lines; line += WIDE)
            for (int32_t each = line; each < line + WIDE; each++) leaf[each] |= rank[each] >= from ? yes : 0;
    }
}

/* Adds to the score of each line what the `TREE_BATCH` trees from `tree` on say. */
static void add_scores(const Forest *forest, const ForestInput *input, int32_t tree, int32_t lines, int32_t *score)
{
    uint8_t leaf[TREE_BATCH][LINE_BATCH];
    const int16_t *value[TREE_BATCH];
    for (int each = 0; each < TREE_BATCH; each++) {
        find_leaves(forest, input, tree + each, lines, leaf[each]);
        value[each] = forest->value + ((int64_t)(tree + each) << forest->depth);
    }
    for (int32_t line = 0; line < lines; line++) {
        int32_t sum = 0;
        for (int each = 0; each < TREE_BATCH; each++) sum += value[each][leaf[each][line]];
        score[line] += sum;
    }
}

#ifdef __x86_64__

#include <cpuid.h>
#include <immintrin.h>

enum { ENTRIES = 16, QUARTERS = MAX_SPLIT_LEAVES / ENTRIES }; /* a shuffle looks up in sixteen bytes */

/* Looks leaves up in the quarters of a table: in each, those of other quarters have the highest bit set, and give 0. */
static inline __attribute__((always_inline, target("avx2"))) __m256i look_up(const __m256i *table, const __m256i *leaf)
{
    __m256i one = _mm256_or_si256(_mm256_shuffle_epi8(table[0], leaf[0]), _mm256_shuffle_epi8(table[1], leaf[1]));
    __m256i two = _mm256_or_si256(_mm256_shuffle_epi8(table[2], leaf[2]), _mm256_shuffle_epi8(table[3], leaf[3]));
    return _mm256_or_si256(one, two);
}

/* The same as `add_scores`; `split_value` is there only when the sums of `TREE_BATCH` trees fit into two bytes. */
static __attribute__((target("avx2"))) void add_scores_wide(const Forest *forest, const ForestInput *input, int32_t tree,
                                                            int32_t lines, int32_t *score)
{
    int16_t sum[2][LINE_BATCH / 2] = {{0}}; /* of each 32 lines those from 0 and 16 on, eight of both, and the others */
    for (int each = 0; each < TREE_BATCH; each++) {
        uint8_t leaf[LINE_BATCH];
        const __m128i *split = (const __m128i *)forest->split_value + (int64_t)(tree + each) * 2 * QUARTERS;
        __m256i table[2 * QUARTERS], of[QUARTERS];
        for (int part = 0; part < 2 * QUARTERS; part++)
            table[part] = _mm256_broadcastsi128_si256(_mm_loadu_si128(split + part));
        find_leaves(forest, input, tree + each, lines, leaf);
        for (int32_t line = 0; line < lines; line += WIDE) {
            __m256i at = _mm256_loadu_si256((const __m256i *)(leaf + line));
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                __m256i within = _mm256_xor_si256(at, _mm256_set1_epi8((char)(quarter * ENTRIES)));
                of[quarter] = _mm256_adds_epu8(within, _mm256_set1_epi8(0x80 - ENTRIES));
            }
            __m256i low = look_up(table, of), high = look_up(table + QUARTERS, of);
            __m256i *first = (__m256i *)(sum[0] + line / 2), *other = (__m256i *)(sum[1] + line / 2);
            _mm256_storeu_si256(first, _mm256_add_epi16(_mm256_loadu_si256(first), _mm256_unpacklo_epi8(low, high)));
            _mm256_storeu_si256(other, _mm256_add_epi16(_mm256_loadu_si256(other), _mm256_unpackhi_epi8(low, high)));
        }
    }
    for (int32_t line = 0; line < lines; line += 8)
        for (int32_t each = 0; each < 8; each++) score[line + each] += sum[line / 8 % 2][line / 16 * 8 + each];
}

static __attribute__((target("avx2"))) void rank_values_wide(const Forest *forest, const ForestInput *input, int32_t start, int32_t lines)
{
    rank_values(forest, input, start, lines);
}

/* The processor must have AVX2, and the system must keep its registers. The compiler's own way to ask always says no. */
int32_t mezmun_has_wide_lookup(void)
{
    uint32_t a, b, c, d, enabled, rest;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 0;
    __asm__("xgetbv" : "=a"(enabled), "=d"(rest) : "c"(0));
    return (enabled & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX2;
}

#else

int32_t mezmun_has_wide_lookup(void) { return 0; }
#define add_scores_wide add_scores
#define rank_values_wide rank_values

#endif

void ask_forest(const Forest *forest, const ForestInput *input, float *probability)
{
    for (int32_t start = 0; start < input->lines; start += LINE_BATCH) {
        int32_t lines = input->lines - start < LINE_BATCH ? input->lines - start : LINE_BATCH;
        int32_t score[LINE_BATCH] = {0};
        if (forest->split_value) rank_values_wide(forest, input, start, lines);
        else rank_values(forest, input, start, lines);
        for (int32_t tree = 0; tree < forest->trees; tree += TREE_BATCH)
            if (forest->split_value) add_scores_wide(forest, input, tree, lines, score);
            else add_scores(forest, input, tree, lines, score);
        for (int32_t line = 0; line < lines; line++) {
            int64_t above = score[line] - forest->first_score, step = above < 0 ? 0 : above / forest->score_step;
            probability[start + line] = forest->calibration[step < forest->steps ? step : forest->steps - 1];
        }
    }
}
