/* What the parser writes of its tree.
 *
 * The parser, lexbor, hands what it writes to a function, in some ten pieces for each element, and looks at every byte for
 * itself. So elements and texts are written here, letter by letter as it does, and all else, and what has names of other
 * namespaces, by the parser. Only what it exports is asked for: nothing is known of how its nodes are laid out.
 *
 * Most of a page may be scripts, styles and addresses. Of attributes only those that are read are written. The texts of
 * scripts and styles are left out, but for those that state what the page is, and those that may be blank, as a blank
 * text sets others apart. None is written that has its own end tag in it (in what looks like a comment): who reads what
 * is written would take what is behind it for text.
 */

#include "page/page.h"
#include "page/reading.h"
#include "text/hash.h"

#include <string.h>

enum { ELEMENT = 1 }; /* DOM standard, Node.nodeType */
enum { AS_IT_IS = 0x04 | 0x20 }; /* how a text is shown: without references, and without spaces before its lines */

/* How an element is written. */
enum { VOID = 1, WHOLE, UNREAD, BY_PARSER };

/* An attribute that is read of one element alone; NULL for all of its attributes. */
typedef struct {
    const char *element, *attribute;
} Read;

static const Read of_elements[] = {
    {"link", NULL},  /* what it says stands in attributes that other elements fill with addresses */
    {"li", "value"}, /* its number; those of others are of forms, and some are long */
    {NULL, NULL},
};

static int is_word(const char *word, const uint8_t *at, size_t length)
{
    return length == strlen(word) && !memcmp(at, word, length);
}

typedef struct {
    const uint8_t *name;
    size_t length;
    int way;            /* 0 for an element that was not met yet */
    const Read *of_own; /* which attributes of this element alone are read; NULL for none */
} Kind;

enum { TAGS = 256 }; /* those of HTML have the lowest numbers */
typedef struct {
    const Parser *parser;
    SerialisedHtml *html;
    const WordTable *read, *dated; /* names of attributes: that are read, and that are where they state a day */
    const WordTable *profile_words; /* words in the addresses of profiles */
    uint32_t letters;              /* with which these begin, a bit each */
    Kind kinds[TAGS + 1]; /* by tag: of none are there elements of several namespaces, as the parser writes the others; the
                             last one is that of any other tag, which is asked for each time */
} Writer;

/* Writes a piece between two strings of known length, all of it or nothing. */
static inline void put_between(SerialisedHtml *html, const char *before, const void *piece, size_t length, const char *behind)
{
    int64_t all = (int64_t)(strlen(before) + length + strlen(behind));
    if (html->length <= html->capacity && all <= html->capacity - html->length) {
        uint8_t *out = html->out + html->length;
        memcpy(out, before, strlen(before));
        memcpy(out + strlen(before), piece, length);
        memcpy(out + strlen(before) + length, behind, strlen(behind));
    }
    html->length += all;
}

static inline void put(SerialisedHtml *html, const void *piece, size_t length) { put_between(html, "", piece, length, ""); }

/* A function of the kind that lexbor calls: it never fails. */
static uint32_t put_piece(const uint8_t *piece, size_t length, void *context)
{
    put(context, piece, length);
    return 0;
}

typedef struct {
    const uint8_t *at;
    size_t length;
    int quoted;
} Text;

/* Keeps of what is shown that which stands behind a quote, and no more. */
static uint32_t keep_quoted(const uint8_t *piece, size_t length, void *context)
{
    Text *text = context;
    if (text->quoted) {
        text->at = piece;
        text->length = length;
    } else text->quoted = length == 1 && *piece == '"';
    return text->at || !text->quoted;
}

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16)));

static inline int are_plain(Bytes bytes, uint8_t quote)
{
    Halves special = (Halves)((bytes == '&') | (bytes == quote) | (bytes == '<') | (bytes == '>') | (bytes == 0xC2));
    return !(special[0] | special[1]);
}

/* Gives a place up to which nothing needs a reference, sixteen bytes at once: mostly `stop`. */
static inline const uint8_t *past_plain(const uint8_t *at, const uint8_t *stop, uint8_t quote)
{
    const uint8_t *start = at;
    Bytes bytes;
    for (; stop - at >= 16; at += 16) {
        memcpy(&bytes, at, 16);
        if (!are_plain(bytes, quote)) return at;
    }
    if (stop - start >= 16) memcpy(&bytes, stop - 16, 16); /* some of them for the second time */
    else if (stop - start >= 8) {
        memcpy(&bytes, start, 8);
        memcpy((uint8_t *)&bytes + 8, stop - 8, 8);
    } else return at;
    return are_plain(bytes, quote) ? stop : at;
}

/* What stands for the character at `at`, and how many bytes that has; NULL for itself. */
static inline const char *reference_of(const uint8_t *at, const uint8_t *stop, uint8_t quote, int *bytes)
{
    *bytes = 1;
    switch (*at) {
    case '&': return "&amp;";
    case '"': return quote == '"' ? "&quot;" : NULL;
    case '<': return "&lt;";
    case '>': return "&gt;";
    case 0xC2: /* U+00A0 */
        *bytes = 2;
        return stop - at > 1 && at[1] == 0xA0 ? "&nbsp;" : NULL;
    default: return NULL;
    }
}

/* Writes a value, where `quote` is '"' and needs a reference, or a text, where it is "&". */
static inline void put_escaped(SerialisedHtml *html, const uint8_t *at, size_t length, uint8_t quote)
{
    for (const uint8_t *stop = at + length; at < stop;) {
        const uint8_t *from = at;
        const char *reference = NULL;
        int bytes = 0;
        at = past_plain(at, stop, quote);
        while (at < stop && !(reference = reference_of(at, stop, quote, &bytes))) at++;
        put(html, from, (size_t)(at - from));
        if (!reference) return;
        put(html, reference, strlen(reference));
        at += bytes;
    }
}

/* Names of foreign elements' attributes have prefixes, what a template holds is no child of it, and the others hold text
 * that is written without references. */
static int way_of(const Parser *parser, void *element, const Kind *kind)
{
    static const char *const unread[] = {"script", "style", NULL};
    static const char *const by_parser[] = {
        "template", "svg", "math", "xmp", "iframe", "noembed", "noframes", "plaintext", NULL,
    };
    for (const char *const *each = unread; *each; each++)
        if (is_word(*each, kind->name, kind->length)) return UNREAD;
    for (const char *const *each = by_parser; *each; each++)
        if (is_word(*each, kind->name, kind->length)) return BY_PARSER;
    return parser->is_void(element) ? VOID : WHOLE;
}

/* Of which kind an element is, to be used until the next one is asked for; NULL when the parser has no memory. */
static const Kind *kind_of(Writer *writer, void *element)
{
    uintptr_t tag = writer->parser->tag(element);
    Kind *kind = writer->kinds + (tag < TAGS ? tag : TAGS);
    if (tag < TAGS && kind->way) return kind;
    *kind = (Kind){0};
    kind->name = writer->parser->name(element, &kind->length);
    if (!kind->name) return NULL;
    kind->way = way_of(writer->parser, element, kind);
    for (const Read *each = of_elements; each->element; each++)
        if (is_word(each->element, kind->name, kind->length)) kind->of_own = each;
    return kind;
}

static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Whether a value begins with a year and what stands behind one in numbers: "2024-03-05 12:30". */
static int begins_with_year(const uint8_t *value, size_t length)
{
    static const size_t digits = 4;
    if (length <= digits || (memcmp(value, "19", 2) && memcmp(value, "20", 2))) return 0;
    int in_digits = is_digit(value[2]) && is_digit(value[3]);
    return in_digits && (value[digits] == '-' || value[digits] == '/' || value[digits] == '.');
}

/* Whether a value may be a day and a time of day for readers, whose month has a name: "Mar 5, 2024 12:30 pm". */
static int may_be_moment(const uint8_t *value, size_t length)
{
    static const size_t longest = 60, of_year = 4, of_clock = 4;
    int has_year = 0, has_clock = 0;
    if (length > longest) return 0;
    for (size_t at = 0; at + of_year <= length && !(has_year && has_clock); at++) {
        const uint8_t *four = value + at;
        int starts = !at || !is_digit(value[at - 1]);
        int ends_in_digits = is_digit(four[2]) && is_digit(four[3]);
        has_year |= starts && ends_in_digits && (!memcmp(four, "19", 2) || !memcmp(four, "20", 2));
        has_clock |= at + of_clock <= length && is_digit(four[0]) && four[1] == ':' && ends_in_digits;
    }
    return has_year && has_clock;
}

/* Whether a value is an address with a word, between signs other than hyphens, that stands in those of profiles; numbers
 * behind it make no difference. */
static int may_lead_to_profile(const Writer *writer, const uint8_t *at, size_t length)
{
    enum { LONGEST = 32 };
    for (const uint8_t *stop = at + length; at < stop; at++) {
        uint8_t word[LONGEST];
        int32_t size = 0;
        if (is_letter(*at) && writer->letters >> ((*at | 0x20) - 'a') & 1)
            for (; at < stop && size < LONGEST && (is_letter(*at) || *at == '-'); at++) word[size++] = *at | 0x20;
        int whole = size < LONGEST;
        while (at < stop && (is_letter(*at) || *at == '-')) at++, whole = 0;
        while (size && word[size - 1] == '-') size--;
        if (size && whole && number_of(writer->profile_words, 0, word, size) >= 0) return 1;
    }
    return 0;
}

/* The letters with which words begin, a bit each. */
static uint32_t first_letters(const WordTable *words)
{
    uint32_t letters = 0;
    for (int32_t word = 0; word < words->number; word++) letters |= (uint32_t)1 << (words->words[words->edge[word]] - 'a');
    return letters;
}

/* Whether an attribute is read whatever its value. */
static int is_read(const Writer *writer, const Kind *kind, const uint8_t *name, size_t length)
{
    const Read *of_own = kind->of_own;
    if (of_own && (!of_own->attribute || is_word(of_own->attribute, name, length))) return 1;
    return number_of(writer->read, 0, name, (int32_t)length) >= 0;
}

/* Each of these gives 0, or -1 when the parser has no memory. */

static int put_start(Writer *writer, void *element, const Kind *kind)
{
    const Parser *parser = writer->parser;
    SerialisedHtml *html = writer->html;
    int is_link = is_word("a", kind->name, kind->length);
    put_between(html, "<", kind->name, kind->length, "");
    for (void *attribute = parser->first_attribute(element); attribute; attribute = parser->next_attribute(attribute)) {
        size_t length, of_value;
        const uint8_t *name = parser->attribute_name(attribute, &length), *value;
        if (!name) return -1;
        int read = is_read(writer, kind, name, length), address = is_link && is_word("href", name, length);
        if (!read && !address && number_of(writer->dated, 0, name, (int32_t)length) < 0) continue;
        value = parser->attribute_value(attribute, &of_value);
        int profile = address && value && may_lead_to_profile(writer, value, of_value);
        int day = !read && !address && value && (begins_with_year(value, of_value) || may_be_moment(value, of_value));
        if (!read && !profile && !day) continue;
        html->dated += day;
        html->profile_links += profile;
        put_between(html, " ", name, length, "=\"");
        if (value) put_escaped(html, value, of_value, '"');
        put(html, "\"", 1);
    }
    put(html, ">", 1);
    return 0;
}

static void put_end(SerialisedHtml *html, const Kind *kind)
{
    put_between(html, "</", kind->name, kind->length, ">");
}

/* The text of a node; nothing of one that is no text, which is not shown in quotes. */
static Text text_of(const Parser *parser, void *node)
{
    Text text = {0};
    parser->show_node(node, AS_IT_IS, 0, keep_quoted, &text);
    return text;
}

static int put_text(const Parser *parser, SerialisedHtml *html, void *node)
{
    Text text = text_of(parser, node);
    if (!text.at) return parser->write_node(node, put_piece, html) ? -1 : 0;
    put_escaped(html, text.at, text.length, '&');
    return 0;
}

/* Whether a text begins, but for white space, with a character of ASCII that is to be seen. */
static int is_seen(const Text *text)
{
    const uint8_t *at = text->at, *stop = text->at + text->length;
    while (at < stop && is_space(*at)) at++;
    return at < stop && *at > ' ' && *at < 0x7F;
}

/* Writes what a script or style holds, if somebody reads it; its start tag was written from `start` on. */
static int put_unread(const Parser *parser, SerialisedHtml *html, void *element, const Kind *kind, int64_t start)
{
    const uint8_t *tag = html->out + start, *stop = html->out + html->length;
    const char *end = kind->length == strlen("style") ? "</style>" : "</script>";
    int is_read = html->length <= html->capacity && find(tag, stop, " type=\"application/ld+json", 0);
    for (void *child = parser->first_child(element); child; child = parser->next(child)) {
        Text text = text_of(parser, child);
        if (text.at && ((!is_read && is_seen(&text)) || find(text.at, text.at + text.length, end, 0))) continue;
        if (parser->write_node(child, put_piece, html)) return -1;
    }
    return 0;
}

/* Writes a node, but not what an element holds whose children are to be written: gives the first of these. */
static int put_node(Writer *writer, void *node, void **child)
{
    const Parser *parser = writer->parser;
    SerialisedHtml *html = writer->html;
    *child = NULL;
    if (parser->type(node) != ELEMENT) return put_text(parser, html, node);
    const Kind *kind = kind_of(writer, node);
    if (!kind) return -1;
    if (kind->way == BY_PARSER) return parser->write_tree(node, put_piece, html) ? -1 : 0;
    int64_t start = html->length;
    if (put_start(writer, node, kind)) return -1;
    if (kind->way == WHOLE && (*child = parser->first_child(node))) return 0;
    if (kind->way == UNREAD && put_unread(parser, html, node, kind, start)) return -1;
    if (kind->way != VOID) put_end(html, kind);
    return 0;
}

int32_t mezmun_serialise(const Parser *parser, void *root, const WordTable *read, const WordTable *dated,
                         const WordTable *profile_words, SerialisedHtml *html)
{
    Writer writer = {
        .parser = parser, .html = html, .read = read, .dated = dated, .profile_words = profile_words,
        .letters = first_letters(profile_words),
    };
    for (void *node = root, *child, *next;;) {
        if (put_node(&writer, node, &child)) return -1;
        if (child) {
            node = child;
            continue;
        }
        for (; node != root && !(next = parser->next(node));) {
            node = parser->parent(node);
            const Kind *kind = kind_of(&writer, node);
            if (!kind) return -1;
            put_end(html, kind);
        }
        if (node == root) return 0;
        node = next;
    }
}
