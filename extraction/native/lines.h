/* The lines of a page: see extraction/lines.py. */

#ifndef MEZMUN_LINES_H
#define MEZMUN_LINES_H

#include <stdint.h>

/* Columns of the counts: characters, and last words. */
enum { SEEN_COUNT, DIGIT_COUNT, STOP_COUNT, COMMA_COUNT, SYMBOL_COUNT, UNSPACED_COUNT, WORD_COUNT, COUNTS };

typedef struct {
    int32_t *of;          /* (texts) line of each */
    int32_t *start;       /* (lines) first text */
    int32_t *block;       /* nearest block element */
    int32_t *edge;        /* (lines + 1) byte where each begins among what is written of all */
    int32_t *length_of;   /* characters */
    int32_t *linked;      /* characters in links, white space left out */
    int32_t *copies;      /* lines that are the same but for numbers */
    int32_t *counts;      /* columns, each of them begins so many numbers behind the one before: */
    int32_t counts_apart;
    uint8_t *ends_sentence, *odd;
    int32_t number;       /* of lines */
} Lines;

static inline int32_t *count_of(const Lines *lines, int32_t column)
{
    return lines->counts + (int64_t)column * lines->counts_apart;
}

#endif
