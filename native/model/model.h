/* What Python sees of the room `model`: the features of lines, the forests, and what their answers become. */

#pragma once

#include "page/page.h"

/* Bits of an element's kind, by its tag code; what lies in an element of the first four has their bits as well. */
enum {
    IN_ARTICLE = 1, IN_ASIDE = 2, IN_BLOCKQUOTE = 4, IN_HEADING = 8, INHERITED_KINDS = 15,
    IS_HEADLINE = 16, IS_PARAGRAPH = 32, IS_ANCHOR = 64, IS_BOX = 128,
};

/* Numbers of an element, to be divided by each other: see extraction/model/features.py. */
typedef enum {
    COLUMN_ONE, COLUMN_PAGE,
    COLUMN_CHARS, COLUMN_LINKED, COLUMN_SENTENCE_CHARS, COLUMN_DIGITS, /* characters: all, in links, in sentences, digits */
    COLUMN_MARKS, COLUMN_SENTENCES,                         /* marks of punctuation; lines that are sentences */
    COLUMN_BEGINS, COLUMN_ENDS,                             /* characters of the page before the element, and to its end */
    COLUMN_LINES, COLUMN_SIZE, COLUMN_UNLINKED, COLUMN_ANCHORS, COLUMN_DEPTH, /* size and anchors count elements */
    COLUMN_WIDER_CHARS, COLUMN_WIDER_SENTENCE_CHARS,        /* of the nearest element around that holds more */
    COLUMN_ALIKE, COLUMN_ALIKE_CHARS, COLUMN_ALIKE_LINKED, COLUMN_ALIKE_SENTENCE_CHARS, /* of all elements built alike that
                                                               hold anything */
    COLUMN_SIBLINGS, COLUMN_SIBLING_CHARS,
    COLUMNS,
} ElementColumn;
enum { LINE_SUMS = COLUMN_SENTENCES - COLUMN_CHARS + 1 }; /* of them, those that are sums over lines */
enum { MAX_GROUP_SUMS = 4 };                              /* and those that are summed over elements built alike */

/* How many features there are besides the shares of elements: of the line itself before these, of its place and of the page
 * behind them. */
enum { OWN_FEATURES = 10, PLACE_FEATURES = 24 };

/* The lines of a page with the elements around them. */
typedef struct {
    const uint8_t *kind;     /* by tag code: bits */
    const uint8_t *part;     /* by tag code: what is a part of a block, never one itself */
    const Page *table;
    const int32_t *signature; /* (elements) */
    const Signatures *signatures;
    int32_t comments_bit;
    const Lines *lines;      /* one at least */
    int32_t title;           /* the line that repeats the title, -1 for none */
    const int32_t *shares;   /* (share_number, 3) two of the columns, the part and the whole, and a level */
    int32_t share_number, levels;

    /* Filled. */
    float *value;            /* (features, lines) */
    int32_t *first_line, *last_line; /* (elements) lines of its subtree: the first, and the one behind the last */
    int32_t *level;          /* (levels, lines) elements around each line */
    int32_t *line_owner;     /* (lines) element that owns its first text */

    /* Scratch. */
    int32_t *top;            /* (elements) the outermost element that holds no more than this one, the root left out */
    int32_t *wider;          /* (elements) the parent of that */
    int32_t *built;          /* (elements) number of the combination of signatures of the element and two ancestors */
    int32_t *siblings;       /* (elements) number of the combination of signature and parent */
    int32_t *inside;         /* (elements) kinds of the element and, as far as they are inherited, of those around */
    int32_t *comments;       /* (lines + 1) containers of comments that begin before a line less those that end */
    uint64_t *key;           /* (elements) */
    int32_t *slot;           /* (slots) */
    int32_t slots;           /* a power of two, more than there are elements */
    double *before;          /* (LINE_SUMS, lines + 1) sums over the lines before each, in the order of the columns */
    double *column;          /* (COLUMNS, elements) */
    double *sum;             /* (elements, MAX_GROUP_SUMS) */
    int64_t *sentence_chars; /* (texts + 1) characters of the sentences before each text */
} PageLines;

/* Measures the lines. Returns 0, -1 for a column or a level that there is not, or NO_MEMORY. */
int32_t mezmun_measure_lines(PageLines *page);

/* A linear model of what kind of page it is, see extraction/model/page_kind.py. */
typedef struct {
    const int16_t *weight; /* (known, kinds) of each word for each kind ... */
    const int16_t *bias;   /* (kinds) ... and of each kind itself, in steps of 1 / scale */
    int32_t known, kinds;
    double scale;
} PageKinds;

/* How likely the words make a page of each kind, in thousandths. Returns 0, -1 for a word beyond the known ones, or
 * NO_MEMORY. */
int32_t mezmun_page_kinds(const PageKinds *model, const int32_t *word, int32_t words, int32_t *thousandths);

/* Words that were looked up. */
typedef struct {
    const int32_t *word;    /* (words) numbers of known words, those of one row after those of the other */
    const int32_t *sizes;   /* (rows) how many each row has */
    int32_t words, rows;
} KnownWords;

/* The features of words, see extraction/model/vocabulary.py. */
typedef struct {
    const double *score; /* (known) of each word */
    int32_t known;
    KnownWords names;       /* of the names there are */
    const int32_t *name, *name_edge; /* those of each signature: name[name_edge[n]] up to name[name_edge[n + 1]] */
    int32_t signatures;
    KnownWords of_lines;
    const PageLines *page;  /* measured */
    int32_t levels;         /* of them, those whose names are looked at */
    const float *kind;      /* (kinds) of the page, the same for all its lines */
    int32_t kinds;
    float *value;           /* (features, lines) filled */

    /* Scratch. */
    float *name_low, *name_high; /* (names) */
    float *signature_low, *signature_high; /* (signatures) */
    float *low, *high;      /* (elements) */
} WordFeatures;

/* Returns 0, -1 for words that are not known or do not fit the rows, or NO_MEMORY. */
int32_t mezmun_word_features(WordFeatures *features);

/* What was learned of words. */
typedef struct {
    const Characters *characters;
    const WordTable *known, *tags;
    const double *score;  /* of each known word */
    const PageKinds *kinds;
    const float *kind_odds;  /* (1001) the feature of a kind, by how likely it is in thousandths */
    int32_t max_chars;       /* of a line whose words are looked at */
    int32_t levels;          /* elements around a line whose names are looked at */
} LexicalModel;

typedef struct {
    const LexicalModel *model;
    const PageLines *page;   /* measured */
    const uint8_t *text;     /* the lines, those with odd characters plain */
    const int32_t *text_edge;
    int32_t *thousandths;    /* (kinds) filled: how likely the page is of each */
    float *value;            /* (features, lines) filled */
} LexicalFeatures;

/* Looks up the words of a page's lines and signatures, and gives the features of words. Returns 0, -1 for words that are not
 * known or have too little room, or NO_MEMORY. */
int32_t mezmun_lexical_features(const LexicalFeatures *features);

enum { PENDING_WORDS = 16 };
enum { MAX_LINE_WORDS = 29 }; /* words of a line: all of it, the first, fourteen and the thirteen pairs of them */

typedef struct { uint64_t hash; int32_t row; } PendingWord;

/* A search for words in lines, or in the names of elements. */
typedef struct {
    const Characters *characters;
    const WordTable *known; /* NULL: all words are given, as they are */
    int32_t *sizes;       /* (rows) words of each row */
    int32_t *word;        /* (capacity) numbers of known words, or where each word ends in `keys` */
    uint8_t *keys;        /* (key_capacity) */
    int32_t capacity, key_capacity, words, key_bytes;
    PendingWord pending[PENDING_WORDS]; /* words that are looked up when what they are looked up in has come from memory */
    int32_t first, last;  /* of these, counted on */
} WordSearch;

/* Finds the words of lines (UTF-8, `edge` and characters of each) of up to `max_chars` characters. Returns 0, or -1 when
 * there is too little room. */
int32_t mezmun_words_of_lines(WordSearch *search, const uint8_t *text, const int32_t *edge, const int32_t *length,
                              int32_t lines, int32_t max_chars);

/* The names of some signatures. */
typedef struct {
    int32_t *name; /* (bytes of the names, and one a signature) the row of each name, those of one signature after those of
                      the other */
    int32_t *edge; /* (signatures + 1) where those of each begin */
    int32_t rows;  /* of names, most of which are different */
} SignatureNames;

/* Finds the words of the names of elements, and of their tags; each row is of a name. `edge` (3 a row, and one behind the
 * last) says where the class, the id and the role of each are in `text`, where the five references that the parser writes
 * are read; `tags` are the names of all tags. Returns 0, or -1 when there is too little room. */
int32_t mezmun_words_of_names(WordSearch *search, const uint8_t *text, const int32_t *edge, const int16_t *tag,
                              const WordTable *tags, int32_t signatures, SignatureNames *names);

/* The container of each line (lines), a number of six bytes, the same on all pages and machines: see
 * extraction/model/containers.py. `is_cell` is by tag code; a container is known by so many elements `around` at least.
 * Returns 0, or NO_MEMORY. */
int32_t mezmun_find_containers(const PageLines *page, const uint8_t *is_cell, int32_t around, int64_t *container);

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

/* Three forests, and how their answers are joined: see extraction/model/prediction.py. */
typedef struct {
    const Forest *general, *threads, *others;
    int32_t since_title, since_headline, in_comments, chars; /* rows of the table of values */
    float before_title;       /* factor on the probability of lines before an article's title, ... */
    double max_before_title;  /* ... unless a larger share of the likely text than this is before it */
    Pooling pooling;
} Forests;

typedef struct {
    const Forests *forests;
    const float *values;      /* (rows, lines) */
    const int64_t *container; /* (lines) */
    int32_t lines;            /* at least one */
    int32_t is_article;
    double others_weight;     /* of this forest beside the general one, ... */
    double threads_weight;    /* ... and of this one beside both, 0 to 1 */
    float *probability;       /* (lines) filled */
} LinePrediction;

/* Gives each line its probability. Returns how many lines of comments there are under an article, or NO_MEMORY. */
int32_t mezmun_predict(const LinePrediction *prediction);

typedef struct {
    double article;           /* how likely the page is one */
    double max_lowered;       /* log odds that lines lose at most */
    double min_sentences;     /* share of the likely characters in sentences, from which on they do */
} Calibration;

/* Lowers the odds of the lines of an article, but for those that stand apart, see extraction/model/prediction.py. All
 * arrays are (lines); `apart` is NULL where none is. */
void mezmun_calibrate(const Calibration *calibration, const uint8_t *apart, const float *chars, const float *sentence,
                      int32_t lines, float *probability);

/* Chooses the lines whose text has the highest expected F, in which recall weighs so much: see
 * extraction/model/prediction.py. All arrays are (lines). Returns the expected F1 of the chosen lines, or NO_MEMORY. */
double mezmun_choose(const float *probability, const float *weight, int32_t lines, double recall_weight,
                     uint8_t *chosen);

/* What prediction takes of forests and containers: for C alone. */

enum { LINE_BATCH = 256 }; /* lines that are answered together, so that what is computed for them stays in the nearest cache */

typedef struct {
    const float *values;      /* (rows of the table, lines) */
    int32_t lines;

    /* Scratch, for as many features as a forest has. */
    uint8_t *rank;             /* (features, LINE_BATCH) how many thresholds are below each value */
    uint8_t *lowest, *highest; /* (features) of these ranks */
} ForestInput;

/* Gives each line its probability. */
void ask_forest(const Forest *forest, const ForestInput *input, float *probability);

/* Moves the log odds of lines towards the mean of those in the same container, weighted by their characters. They are
 * counted in steps of the forest's calibration: sums of whole numbers are the same on every machine. Gives 0, or
 * NO_MEMORY. */
int32_t pool_lines(const Pooling *pooling, const int64_t *container, const Forest *forest, const float *chars,
                   int32_t lines, float *probability);
