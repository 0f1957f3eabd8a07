/* Texts that stand in nearly every record of a page, in elements named alike: see extraction/threads/repeated_labels.py. */

#include "scratch.h"
#include "text/characters.h"
#include "text/hash.h"
#include "threads/threads.h"

typedef struct {
    uint64_t hash;
    int32_t records; /* that have it */
} Form;

/* What an element and the one around it are named, without numbers. */
static uint64_t names_of(const SiblingGroups *groups, int32_t element)
{
    const int32_t *name = groups->names->alike, *signature = groups->signature;
    int32_t above = name[signature[groups->page->parent[element]]];
    return mix(0, (uint64_t)(uint32_t)name[signature[element]] << 32 | (uint32_t)above);
}

/* A text in an element as a number that is the same for those that differ in digits and white space alone; never 0. */
static uint64_t form_of(const RepeatedTexts *repeated, int32_t text)
{
    const Characters *characters = repeated->characters;
    const uint8_t *at = repeated->text + repeated->edge[text], *stop = repeated->text + repeated->edge[text + 1];
    uint64_t hash = names_of(repeated->groups, repeated->page->owner[text]);
    int before = SPACE;
    for (int32_t point; at < stop;) {
        at = next_character(at, stop, &point);
        int classes = class_of(characters, point) & (SPACE | DIGIT);
        if (classes && classes & before) continue;
        before = classes;
        if (!(classes & SPACE)) hash = mix(hash, classes ? '0' : (uint64_t)point);
    }
    return hash | 1;
}

/* Adds a number to a set of them; tells whether it is new. */
static int add(uint64_t *set, uint64_t slots, uint64_t number)
{
    uint64_t slot = number & (slots - 1);
    for (; set[slot]; slot = (slot + 1) & (slots - 1))
        if (set[slot] == number) return 0;
    set[slot] = number;
    return 1;
}

int32_t mezmun_find_repeated(const RepeatedTexts *repeated)
{
    int64_t slots = 4, texts = repeated->page->texts;
    while (slots <= 2 * texts) slots *= 2;
    Form *form;
    uint64_t *standing; /* forms with the records they stand in */
    int32_t *place;
    const ScratchPart parts[] = {{&form, (int64_t)sizeof *form * slots}, {&standing, 8 * slots}, {&place, 4 * texts}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(form, 0, (size_t)slots * sizeof *form);
    memset(standing, 0, (size_t)slots * sizeof *standing);
    for (int64_t text = 0; text < texts; text++) {
        int32_t record = repeated->of[text];
        if (record < 0) continue;
        uint64_t hash = form_of(repeated, (int32_t)text), slot = hash >> 1 & (uint64_t)(slots - 1);
        while (form[slot].hash && form[slot].hash != hash) slot = (slot + 1) & (uint64_t)(slots - 1);
        form[slot].hash = hash;
        form[slot].records += add(standing, (uint64_t)slots, mix(hash, (uint64_t)record) | 1);
        place[text] = (int32_t)slot;
    }
    for (int64_t text = 0; text < texts; text++)
        repeated->repeated[text] = repeated->of[text] >= 0 && form[place[text]].records >= repeated->min_records;
    free(scratch);
    return 0;
}
