/* What the known words of rows say together. */

#include <stdint.h>

/* Of the words in each row: the lowest leaning, at most 0, the highest, at least 0, the sum, and how many lean. Gives 0,
 * or -1 for a word beyond the leanings, which are as many as are `known`. */
int32_t mezmun_leanings(const int32_t *word, const int32_t *sizes, int32_t rows, const double *leaning, int32_t known,
                        float *low, float *high, double *sum, double *count)
{
    for (int32_t row = 0; row < rows; row++) {
        double lowest = 0, highest = 0, others = 0, leaning_words = 0;
        const int32_t *first = word, *stop = word + sizes[row];
        for (; word < stop; word++) {
            if (*word < 0 || *word >= known) return -1;
            double said = leaning[*word];
            lowest = said < lowest ? said : lowest;
            highest = said > highest ? said : highest;
            leaning_words += said != 0;
            if (word == first) continue;
            others += said;
        }
        low[row] = (float)lowest;
        high[row] = (float)highest;
        sum[row] = first < stop ? leaning[*first] + others : 0; /* added up in this order when the model was learned */
        count[row] = leaning_words;
    }
    return 0;
}

/* Adds up the weights (kinds to a word) of the different words there are; `seen` has a byte of 0 for each of the known
 * words. Gives how many there are, or -1 for a word beyond the known ones. */
int32_t mezmun_word_weights(const int32_t *word, int32_t words, const int16_t *weight, int32_t known, int32_t kinds,
                            uint8_t *seen, int64_t *sum)
{
    int32_t different = 0;
    for (int32_t at = 0; at < words; at++) {
        if (word[at] < 0 || word[at] >= known) return -1;
        if (seen[word[at]]) continue;
        seen[word[at]] = 1;
        different++;
        for (int32_t kind = 0; kind < kinds; kind++) sum[kind] += weight[(int64_t)word[at] * kinds + kind];
    }
    return different;
}
