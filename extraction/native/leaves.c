/* The leaves that rows come to in trees, and what these say there.
 *
 * To look up what each row is told takes longer than to find its leaf. So where the processor can (AVX2), the values of a
 * tree are kept in registers, low and high bytes apart, and looked up for 32 rows at once. */

#include "leaves.h"

#include <string.h>

enum { DEEPEST = 8 };
enum { WIDE = 32 }; /* rows are asked by so many */

/* Puts the position of each row's value in a tree's table, and of those behind them up to a multiple of `WIDE`. */
static inline __attribute__((always_inline)) void ask_tree(const Forest *forest, const Asked *asked, int32_t tree,
                                                           int32_t rows, uint8_t *restrict leaf)
{
    const int16_t *column = forest->column + (int64_t)tree * forest->depth;
    const uint8_t *least = forest->least + (int64_t)tree * forest->depth;
    int32_t open[DEEPEST], questions = 0, agreed = 0;
    for (int32_t level = 0; level < forest->depth; level++) {
        int yes = asked->lowest[column[level]] >= least[level], maybe = asked->highest[column[level]] >= least[level];
        agreed |= yes << level;
        open[questions] = level;
        questions += maybe & !yes;
    }
    memset(leaf, agreed, STRIPE);
    for (int32_t question = 0; question < questions; question++) {
        const uint8_t *restrict place = asked->place + (int64_t)column[open[question]] * STRIPE;
        uint8_t from = least[open[question]], yes = (uint8_t)(1 << open[question]);
        for (int32_t row = 0; row < rows; row += WIDE)
            for (int32_t each = row; each < row + WIDE; each++) leaf[each] |= place[each] >= from ? yes : 0;
    }
}

static void ask(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows, int32_t *score)
{
    uint8_t leaf[TOGETHER][STRIPE];
    const int16_t *value[TOGETHER];
    for (int each = 0; each < TOGETHER; each++) {
        ask_tree(forest, asked, tree + each, rows, leaf[each]);
        value[each] = forest->value + ((int64_t)(tree + each) << forest->depth);
    }
    for (int32_t row = 0; row < rows; row++) {
        int32_t sum = 0;
        for (int each = 0; each < TOGETHER; each++) sum += value[each][leaf[each][row]];
        score[row] += sum;
    }
}

#ifdef __x86_64__

#include <cpuid.h>
#include <immintrin.h>

enum { QUARTERS = 4, ENTRIES = 16 }; /* a shuffle looks up in sixteen bytes; a tree has four times as many */

/* Looks leaves up in the quarters of a table: in each, those of other quarters have the highest bit set, and give 0. */
static inline __attribute__((always_inline, target("avx2"))) __m256i look_up(const __m256i *table, const __m256i *leaf)
{
    __m256i one = _mm256_or_si256(_mm256_shuffle_epi8(table[0], leaf[0]), _mm256_shuffle_epi8(table[1], leaf[1]));
    __m256i two = _mm256_or_si256(_mm256_shuffle_epi8(table[2], leaf[2]), _mm256_shuffle_epi8(table[3], leaf[3]));
    return _mm256_or_si256(one, two);
}

/* `Forest.split` says that the sums of `TOGETHER` trees have room in two bytes. */
static __attribute__((target("avx2"))) void ask_wide(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows,
                                                     int32_t *score)
{
    int16_t sum[2][STRIPE / 2] = {{0}}; /* of each 32 rows those from 0 and 16 on, eight of both, and the others */
    for (int each = 0; each < TOGETHER; each++) {
        uint8_t leaf[STRIPE];
        const __m128i *split = (const __m128i *)forest->split + (int64_t)(tree + each) * 2 * QUARTERS;
        __m256i table[2 * QUARTERS], of[QUARTERS];
        for (int part = 0; part < 2 * QUARTERS; part++)
            table[part] = _mm256_broadcastsi128_si256(_mm_loadu_si128(split + part));
        ask_tree(forest, asked, tree + each, rows, leaf);
        for (int32_t row = 0; row < rows; row += WIDE) {
            __m256i at = _mm256_loadu_si256((const __m256i *)(leaf + row));
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                __m256i within = _mm256_xor_si256(at, _mm256_set1_epi8((char)(quarter * ENTRIES)));
                of[quarter] = _mm256_adds_epu8(within, _mm256_set1_epi8(0x80 - ENTRIES));
            }
            __m256i low = look_up(table, of), high = look_up(table + QUARTERS, of);
            __m256i *first = (__m256i *)(sum[0] + row / 2), *other = (__m256i *)(sum[1] + row / 2);
            _mm256_storeu_si256(first, _mm256_add_epi16(_mm256_loadu_si256(first), _mm256_unpacklo_epi8(low, high)));
            _mm256_storeu_si256(other, _mm256_add_epi16(_mm256_loadu_si256(other), _mm256_unpackhi_epi8(low, high)));
        }
    }
    for (int32_t row = 0; row < rows; row += 8)
        for (int32_t each = 0; each < 8; each++) score[row + each] += sum[row / 8 % 2][row / 16 * 8 + each];
}

/* Whether the processor has AVX2, and the system keeps its registers. The compiler's own way to ask always says no. */
int32_t mezmun_asks_wide(void)
{
    uint32_t a, b, c, d, kept, rest;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(rest) : "c"(0));
    return (kept & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX2;
}

void mezmun_ask_together(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows, int32_t *score)
{
    if (forest->split) ask_wide(forest, asked, tree, rows, score);
    else ask(forest, asked, tree, rows, score);
}

#else

int32_t mezmun_asks_wide(void) { return 0; }

void mezmun_ask_together(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows, int32_t *score)
{
    ask(forest, asked, tree, rows, score);
}

#endif
