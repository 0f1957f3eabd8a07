/* What two forests together think of a page's lines: see `Forests` in extraction/mezmun.py. */

#include "forest.h"
#include "pooling.h"
#include "room.h"

/* The forests, and how they are asked. */
typedef struct {
    const Forest *threads, *general;
    int32_t since_title, since_headline, in_comments, chars; /* rows of the table */
    float before_title;    /* what is left of the probability of lines before an article's title ... */
    double most_before;    /* ... unless this share of the text is before it, or more: then it is another title */
    Pooling pooling;
} Judges;

typedef struct {
    const Judges *judges;
    const float *values;   /* a table of one line at least */
    const int64_t *box;    /* of each line */
    int32_t lines;
    int32_t article;       /* whether the page is one */
    double say;            /* of the threads' forest, 0 to 1; the general one has the rest */
    float *probability;    /* (lines) found */
} Judgement;

static const float *row_of(const Judgement *judgement, int32_t row)
{
    return judgement->values + (int64_t)row * judgement->lines;
}

/* Tells whether the text begins with the title: it is the headline, or there is likely text and hardly any above it. */
static int begins_text(const Judgement *judgement, const float *title, const float *comment, const float *likely)
{
    const Judges *judges = judgement->judges;
    const float *headline = row_of(judgement, judges->since_headline), *chars = row_of(judgement, judges->chars);
    double before = 0, all = 0;
    if (title[judgement->lines - 1] < 0) return 0; /* there is none */
    for (int32_t line = 0; line < judgement->lines; line++) {
        if (title[line] == 0 && headline[line] == 0) return 1;
        if (comment[line] > 0 || likely[line] <= 0.5F) continue;
        double text = ((double)likely[line] - 0.5) * chars[line]; /* by what it is likelier than not */
        all += text;
        if (title[line] < 0) before += text;
    }
    return all > 0 && before <= judges->most_before * all;
}

/* Judges lines; comments under an article like posts. Gives how many of these there are, or NO_MEMORY. */
int32_t mezmun_judge(const Judgement *judgement)
{
    const Judges *judges = judgement->judges;
    const Forest *threads = judges->threads, *general = judges->general;
    Asked asked = {.values = judgement->values, .lines = judgement->lines};
    int64_t features = threads->features > general->features ? threads->features : general->features;
    float *of_threads;
    const Part parts[] = {
        {&asked.place, features * STRIPE}, {&asked.lowest, features}, {&asked.highest, features},
        {&of_threads, 4 * (int64_t)judgement->lines},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    const float *title = row_of(judgement, judges->since_title), *comment = row_of(judgement, judges->in_comments);
    float *likely = judgement->probability, say = (float)judgement->say, rest = (float)(1 - judgement->say);
    int32_t comments = 0;
    for (int32_t line = 0; line < judgement->lines && judgement->article; line++) comments += comment[line] > 0;
    mezmun_answer(general, &asked, likely);
    if (say > 0 || comments) mezmun_answer(threads, &asked, of_threads);
    for (int32_t line = 0; line < judgement->lines && say > 0; line++)
        likely[line] = say * of_threads[line] + rest * likely[line];
    int titled = judgement->article && begins_text(judgement, title, comment, likely);
    for (int32_t line = 0; line < judgement->lines && judgement->article; line++) {
        if (titled && title[line] < 0) likely[line] *= judges->before_title;
        if (comment[line] > 0) likely[line] = of_threads[line];
    }
    free(room);
    const float *chars = row_of(judgement, judges->chars);
    if (pool(&judges->pooling, judgement->box, general->curve, general->steps, chars, judgement->lines, likely))
        return NO_MEMORY;
    return comments;
}
