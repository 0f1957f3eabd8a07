/* What the forests together say of a page's lines, and which lines are chosen: see extraction/model/prediction.py. */

#include "model/model.h"
#include "scratch.h"

#include <math.h>

static const float *row_of(const LinePrediction *prediction, int32_t row)
{
    return prediction->values + (int64_t)row * prediction->lines;
}

/* Whether the text begins with the title: that is the headline, or there is likely text and hardly any above it. */
static int begins_text(const LinePrediction *prediction, const float *title, const float *comment, const float *likely)
{
    const Forests *forests = prediction->forests;
    const float *headline = row_of(prediction, forests->since_headline), *chars = row_of(prediction, forests->chars);
    double before = 0, all = 0;
    if (title[prediction->lines - 1] < 0) return 0; /* there is none */
    for (int32_t line = 0; line < prediction->lines; line++) {
        if (title[line] == 0 && headline[line] == 0) return 1;
        if (comment[line] > 0 || likely[line] <= 0.5F) continue;
        double text = ((double)likely[line] - 0.5) * chars[line]; /* weighted by how much likelier it is than not */
        all += text;
        if (title[line] < 0) before += text;
    }
    return all > 0 && before <= forests->max_before_title * all;
}

static int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }

/* Gives one forest's answer so much weight beside what there is. */
static void mix(const float *answer, double weight, int32_t lines, float *likely)
{
    float here = (float)weight, other = (float)(1 - weight);
    for (int32_t line = 0; line < lines && weight > 0; line++) likely[line] = here * answer[line] + other * likely[line];
}

int32_t mezmun_predict(const LinePrediction *prediction)
{
    const Forests *forests = prediction->forests;
    ForestInput input = {.values = prediction->values, .lines = prediction->lines};
    int64_t features = most(forests->general->features, most(forests->threads->features, forests->others->features));
    float *answer;
    const ScratchPart parts[] = {
        {&input.rank, features * LINE_BATCH}, {&input.lowest, features}, {&input.highest, features},
        {&answer, 4 * (int64_t)prediction->lines},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    const float *title = row_of(prediction, forests->since_title), *comment = row_of(prediction, forests->in_comments);
    float *likely = prediction->probability;
    int32_t comments = 0;
    for (int32_t line = 0; line < prediction->lines && prediction->is_article; line++) comments += comment[line] > 0;
    ask_forest(forests->general, &input, likely);
    if (prediction->others_weight > 0) ask_forest(forests->others, &input, answer);
    mix(answer, prediction->others_weight, prediction->lines, likely);
    if (prediction->threads_weight > 0 || comments) ask_forest(forests->threads, &input, answer);
    mix(answer, prediction->threads_weight, prediction->lines, likely);
    int titled = prediction->is_article && begins_text(prediction, title, comment, likely);
    for (int32_t line = 0; line < prediction->lines && prediction->is_article; line++) {
        if (titled && title[line] < 0) likely[line] *= forests->before_title;
        if (comment[line] > 0) likely[line] = answer[line]; /* comments are like posts */
    }
    free(scratch);
    const float *chars = row_of(prediction, forests->chars);
    if (pool_lines(&forests->pooling, prediction->container, forests->general, chars, prediction->lines, likely)) return NO_MEMORY;
    return comments;
}

void mezmun_calibrate(const Calibration *calibration, const uint8_t *apart, const float *chars, const float *sentence,
                      int32_t lines, float *probability)
{
    double all = 0, sentences = 0, above = 1 - calibration->min_sentences;
    for (int32_t line = 0; line < lines; line++) {
        if (apart && apart[line]) continue;
        double likely = (double)probability[line] * chars[line];
        all += likely;
        sentences += likely * sentence[line];
    }
    double share = all > 0 ? (sentences / all - calibration->min_sentences) / above : 0;
    if (share <= 0) return;
    float factor = (float)exp(calibration->max_lowered * calibration->article * share);
    for (int32_t line = 0; line < lines; line++) {
        float each = probability[line];
        if (!apart || !apart[line]) probability[line] = each / (each + (1 - each) * factor);
    }
}

enum { DIGITS = 4, BASE = 256 }; /* of a probability's bits as a number: those of 0 and above are in its order */

/* Sorts the lines by their probability, none below 0, the highest first, equal ones in their order; `other` is scratch. It
 * is done digit by digit, the last one first: after an even number of them the result is in `order` again. */
static void sort_lines(const uint32_t *key, int32_t lines, int32_t *order, int32_t *other)
{
    int32_t start[DIGITS][BASE] = {{0}};
    for (int32_t line = 0; line < lines; line++) {
        order[line] = line;
        for (int digit = 0; digit < DIGITS; digit++) start[digit][key[line] >> 8 * digit & (BASE - 1)]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        int32_t before = 0, *of = start[digit], *sorted = other;
        for (int32_t each = BASE - 1; each >= 0; each--) {
            int32_t number = of[each];
            of[each] = before;
            before += number;
        }
        for (int32_t at = 0; at < lines; at++) other[of[key[order[at]] >> 8 * digit & (BASE - 1)]++] = order[at];
        other = order;
        order = sorted;
    }
}

double mezmun_choose(const float *probability, const float *weight, int32_t lines, double recall_weight,
                     uint8_t *chosen)
{
    double all = 0, matched = 0, chosen_weight = 0, most = -1, f1 = -1;
    int32_t best = -1, *order, *other;
    uint32_t *key;
    const ScratchPart parts[] = {{&order, 4 * (int64_t)lines}, {&other, 4 * (int64_t)lines}, {&key, 4 * (int64_t)lines}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memcpy(key, probability, (size_t)lines * sizeof *key);
    sort_lines(key, lines, order, other);
    for (int32_t at = 0; at < lines; at++) all += (double)probability[order[at]] * weight[order[at]];
    for (int32_t at = 0; at < lines; at++) {
        int32_t line = order[at];
        matched += (double)probability[line] * weight[line];
        chosen_weight += weight[line];
        double whole = chosen_weight + recall_weight * all;
        double expected = (1 + recall_weight) * matched / (whole > 1e-9 ? whole : 1e-9);
        if (expected > most) {
            most = expected;
            best = at;
            whole = chosen_weight + all;
            f1 = 2 * matched / (whole > 1e-9 ? whole : 1e-9);
        }
        chosen[line] = 0;
    }
    for (int32_t at = 0; at <= best; at++) chosen[order[at]] = 1;
    free(scratch);
    return f1;
}
