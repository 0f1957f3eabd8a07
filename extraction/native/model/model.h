/* What Python sees of the room `model`: the forests and what their answers become. */

#pragma once

#include "page/page.h"

/* Limits of a forest. */
enum {
    TREE_BATCH = 8,           /* trees that are asked together; the number of trees is a multiple of it */
    MAX_TREE_DEPTH = 8,       /* a leaf's number is a byte */
    MAX_THRESHOLDS = 255,     /* of a feature: how many are below a value is a byte */
    MAX_SPLIT_LEAVES = 64,    /* leaves of a tree whose values a processor with AVX2 keeps in its registers */
};

/* An ensemble of oblivious decision trees: see extraction/model/forest.py. */
typedef struct {
    int32_t features, trees, depth, steps;
    const int32_t *threshold_edge;  /* (features + 1) where the thresholds of each feature begin */
    const float *threshold;         /* of each feature, ascending */
    const int16_t *feature;         /* (trees, depth) the feature that a level asks for */
    const uint8_t *rank;            /* (trees, depth) the answer is yes when so many thresholds are below the value */
    const int16_t *value;           /* (trees, 2^depth) what a leaf adds to the score */
    const uint8_t *split_value;     /* (trees, 2, 64) the low bytes of a tree's values, then the high ones; NULL when the
                                       processor has no AVX2, or the trees do not fit: see forest.c */
    const float *calibration;       /* (steps) the probabilities of equal steps of the score */
    int64_t first_score, score_step; /* the score of the first of them, and the scores to a step */
    const int32_t *row;             /* (features) rows of the table of values */
} Forest;

/* Whether the processor has AVX2. */
int32_t mezmun_has_wide_lookup(void);

/* How the log odds of lines in the same container are pooled: see extraction/model/containers.py. */
typedef struct {
    double weight;            /* how far a line moves towards the mean of a container with many lines ... */
    double half_lines;        /* ... and the other lines with which it moves half as far */
    double max_chars;         /* characters beyond which a line counts no more */
} Pooling;

/* Two forests, and how their answers are joined: see extraction/model/prediction.py. */
typedef struct {
    const Forest *threads, *general;
    int32_t since_title, since_headline, in_comments, chars; /* rows of the table of values */
    float before_title;       /* factor on the probability of lines before an article's title, ... */
    double max_before_title;  /* ... unless a larger share of the likely text than this is before it */
    Pooling pooling;
} ForestPair;

typedef struct {
    const ForestPair *forests;
    const float *values;      /* (rows, lines) */
    const int64_t *container; /* (lines) */
    int32_t lines;            /* at least one */
    int32_t is_article;
    double threads_weight;    /* share of the threads' forest in the answer, 0 to 1; the general one has the rest */
    float *probability;       /* (lines) filled */
} LinePrediction;

/* Gives each line its probability. Returns how many lines of comments there are under an article, or NO_MEMORY. */
int32_t mezmun_predict(const LinePrediction *prediction);

/* Chooses the lines whose text has the highest expected F1: see extraction/model/prediction.py. All four arrays are
 * (lines). Returns the F1, or NO_MEMORY. */
double mezmun_choose(const float *probability, const float *weight, int32_t lines, uint8_t *chosen);
