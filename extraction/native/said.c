/* What the words of a page say of it and of its lines: see extraction/features.py. */

#include "leanings.h"
#include "page_kinds.h"
#include "room.h"
#include "words.h"

/* What was learned of words. */
typedef struct {
    const Characters *characters;
    const Known *known, *tags;
    const double *leaning;   /* of each known word */
    PageKinds kinds;
    const float *odds;       /* (1001) what is told of a kind, by how likely it is in thousandths */
    int32_t longest;         /* characters of a line whose words are looked at */
    int32_t levels;          /* elements around a line whose names are looked at */
} Learned;

typedef struct {
    const Learned *learned;
    const PageLines *page;   /* measured */
    const uint8_t *text;     /* the lines, those with odd characters plain */
    const int32_t *text_edge;
    int32_t *thousandths;    /* (kinds) found: how likely the page is of each */
    float *value;            /* (features, lines) found */
} Said;

/* Gives 0, or -1 for words that are not known or have too little room, or NO_MEMORY. */
int32_t mezmun_said(const Said *said)
{
    const Learned *learned = said->learned;
    const Lines *lines = &said->page->lines;
    const PageNamings *named = &said->page->namings;
    int32_t kinds = learned->kinds.kinds, namings = named->number, *sizes, *word;
    int64_t most_names = (int64_t)named->edge[3 * (int64_t)namings] + namings; /* each is of a byte at least */
    int64_t most = 2 * most_names + MOST_OF_LINE * (int64_t)lines->number;
    float *kind;
    Names names;
    const Part parts[] = {
        {&sizes, 4 * (most_names + lines->number)}, {&word, 4 * most}, {&names.name, 4 * most_names},
        {&names.edge, 4 * ((int64_t)namings + 1)}, {&kind, 4 * (int64_t)kinds},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    Found found = {.characters = learned->characters, .known = learned->known, .sizes = sizes, .word = word, .room = (int32_t)most};
    int32_t failed = mezmun_words_of_names(&found, named->values, named->edge, named->tag, learned->tags, namings, &names);
    Words of_names = {word, sizes, found.words, names.rows};
    found.sizes += names.rows;
    if (!failed) failed = mezmun_words_of_lines(&found, said->text, said->text_edge, lines->length_of, lines->number, learned->longest);
    if (!failed) failed = mezmun_page_kinds(&learned->kinds, word, found.words, said->thousandths);
    if (!failed) {
        for (int32_t each = 0; each < kinds; each++) kind[each] = learned->odds[said->thousandths[each]];
        Leanings leanings = {
            .leaning = learned->leaning, .known = learned->known->number,
            .names = of_names, .name = names.name, .name_edge = names.edge, .namings = namings,
            .said = {word + of_names.words, found.sizes, found.words - of_names.words, lines->number},
            .page = said->page, .levels = learned->levels, .kind = kind, .kinds = kinds, .value = said->value,
        };
        failed = mezmun_leanings(&leanings);
    }
    free(room);
    return failed;
}
