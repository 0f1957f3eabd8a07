/* What Python sees of the room `threads`: groups of elements that are built alike, records and the bodies of posts. */

#pragma once

#include "page/page.h"

/* Strings, each kept once; the number of each is its place. */
typedef struct {
    uint8_t *bytes;
    int32_t *edge;   /* where each begins, and the end of the last */
    int32_t *slot;   /* all -1 at first */
    int32_t slots;   /* a power of two, more than there can be strings */
    int32_t number;  /* 0 at first */
} StringTable;

enum { STRING_PREFIX = 3 }; /* bytes before each: its tag and kind */

/* The signatures of a page without numbers: counters and addresses in names are numbers. */
typedef struct {
    const Characters *characters;
    const Signatures *signatures;
    uint8_t *asked;             /* of each signature: whether it is asked for; all 0 at first */
    int32_t max_names, max_chars; /* names of a class that are looked at, and characters of a value */
    int32_t *alike;             /* of each signature, filled: the same number for those that differ in numbers alone; -1
                                   for those that were not asked for */
    int32_t *from, *word;       /* filled: the words of signature n are word[from[n]] up to word[from[n + 1]] */
    StringTable alikes, words;
} PlainNames;

/* Groups of elements that share a word, or a tag in parents whose names are alike: see extraction/threads/records.py. `row`
 * has room for every word of every element looked at, and for those elements once more, and `start` for half of that and
 * one more. `alike` has room for every signature, `from` for one more, `word` and the words for every word, with twice the
 * bytes and three a word; `alikes` for every signature, with its bytes and six a signature. */
typedef struct {
    const Page *page;
    PlainNames *names;
    const int32_t *signature;   /* of each element */
    int32_t begin, end;         /* the elements looked at; the first holds all others */
    int32_t tags;               /* how many there are */
    int32_t *count;             /* scratch for one more than the most of tags, words and signatures */
    int32_t *order;             /* scratch for the elements looked at */
    int32_t *row;               /* filled: the members of a group, ascending, group by group ... */
    int32_t *start;             /* ... and where each begins, and the end of the last */
    int32_t groups;             /* filled */
} SiblingGroups;

/* Finds the groups of two members at least: first those of each word, then those of each tag in parents that are named
 * alike. */
void mezmun_find_sibling_groups(SiblingGroups *groups);

/* The rules of extraction/threads/records.py. */
typedef struct {
    double min_share, once, alike, alike_with_content, nearly, leading;
    int32_t max_studied, min_template;
} RecordRules;

typedef struct LikelyRecords LikelyRecords;

typedef struct {
    const Page *page;
    const SiblingGroups *groups;
    RecordRules rules;
    const uint8_t *content; /* of each text */
    int32_t *row;           /* filled: the records, with room for every element looked at; ... */
    int32_t *record_of;     /* ... and of each text, filled: the innermost of them that it lies in, -1 for none */
    int32_t records, led;   /* filled; led: an element before the records has enough of their template to be the first */

    /* Scratch. */
    int32_t *texts_before;  /* content texts before each text, and all */
    int64_t *chars_before;  /* their characters likewise */
    LikelyRecords *likely;  /* every group */
    int32_t *member;        /* of each element: the member of the group studied that it lies in or is, -1 for none */
    uint8_t *holding;       /* of each of its members: it has content */
    int32_t *times;         /* likewise; all 0 */
    int32_t *in_template;   /* likewise: in how many groups of the template it has elements */
    uint8_t *common;        /* of each group: it is in the template */
} RecordSearch;

/* Returns 0, or NO_MEMORY. */
int32_t mezmun_find_records(RecordSearch *search);

/* The rules of extraction/threads/records.py. */
typedef struct { double in_most, holds, pure, nearly; } BodyRules;

typedef struct BodyKind BodyKind;

typedef struct {
    const Page *page;
    const SiblingGroups *groups;
    BodyRules rules;
    const uint8_t *is_title; /* by tag code: titles stay */
    const uint8_t *is_passage; /* by tag code: without a name no body, where there are others */
    const uint8_t *content;  /* of each text */
    const uint8_t *in_bodies; /* of each text: in a body it is content, too */
    const uint8_t *quoted;   /* of each text: if it is no content, it says nothing of how pure a body is */
    const int32_t *row;      /* the records */
    int32_t records;
    const int32_t *record_of; /* of each text: the innermost record it lies in, -1 for none */
    uint8_t *completed;      /* of each text, filled when there are bodies */

    /* Scratch. */
    int64_t *chars, *marked; /* of each text and behind the last: characters before it that tell how pure a body is, and
                                those of the content */
    int32_t *record;         /* of each element looked at: the innermost record it lies in or is, -1 for none */
    int32_t *count;          /* of each name, and one more */
    int32_t *order, *kin;    /* the elements in records that hold text; those of one kind together */
    int32_t *times;          /* of each record; all 0 */
    BodyKind *kind;          /* those that may be the bodies */
    uint8_t *met;            /* of each record: it has content; of others nobody knows how pure their boxes are */
    uint8_t *boxed;          /* of each record: whether it has a body, and one with content that is no quote */
    int32_t *inside;         /* of each text, and one more: how many bodies it lies in */
} PostBodies;

/* Returns 1, 0 when no kind of elements stands out, or NO_MEMORY. */
int32_t mezmun_complete_bodies(PostBodies *bodies);

/* Texts that stand in nearly every record, in elements named alike. */
typedef struct {
    const Characters *characters;
    const Page *page;
    const SiblingGroups *groups; /* all records are among them */
    const uint8_t *text; /* of the page, in UTF-8 */
    const int32_t *edge; /* (texts + 1) where each begins */
    const int32_t *record_of; /* of each text: the record it lies in, -1 for none */
    double min_records;
    uint8_t *repeated;   /* of each text, filled */
} RepeatedTexts;

/* Returns 0, or NO_MEMORY. */
int32_t mezmun_find_repeated(const RepeatedTexts *repeated);
