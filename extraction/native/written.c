/* What the parser writes of its tree.
 *
 * The parser, lexbor, hands what it writes to a function, in some ten pieces for each element, and looks at every byte of an
 * attribute for itself. So elements are written here, letter by letter as it does, and all else, and what has names of
 * other namespaces, by the parser. Only what it exports is asked for: nothing is known of how its nodes are laid out.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint8_t *out;
    size_t room;
    size_t length; /* of all that was written, also of what had no room */
} Written;

typedef uint32_t Take(const uint8_t *piece, size_t length, void *context);
typedef void *Of(void *node);
typedef const uint8_t *Named(void *node, size_t *length);

/* Functions of the parser. */
typedef struct {
    Of *first_child, *next, *parent, *first_attribute, *next_attribute;
    Named *name, *attribute_name, *attribute_value;
    uint32_t (*type)(void *node);
    uintptr_t (*tag)(void *node);
    uint8_t (*is_void)(void *node);
    uint32_t (*write_node)(void *node, Take *take, void *context);
    uint32_t (*write_tree)(void *node, Take *take, void *context);
} Parser;

enum { ELEMENT = 1 }; /* DOM standard, Node.nodeType */
/* How an element is written, by its tag. */
enum { UNKNOWN, WHOLE, VOID, BY_PARSER };
enum { TAGS = 256 }; /* those of HTML have the lowest numbers */

static void put(Written *written, const void *piece, size_t length)
{
    if (written->length <= written->room && length <= written->room - written->length)
        memcpy(written->out + written->length, piece, length);
    written->length += length;
}

/* Takes the next piece: a function of the kind that lexbor calls. It never fails. */
uint32_t mezmun_take_piece(const uint8_t *piece, size_t length, void *context)
{
    put(context, piece, length);
    return 0;
}

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16)));

/* Copies what needs no reference in a value, sixteen bytes at once; gives the place of what is left. */
static const uint8_t *put_plain(Written *written, const uint8_t *at, const uint8_t *stop)
{
    while (stop - at >= 16 && written->length <= written->room && written->room - written->length >= 16) {
        Bytes next;
        memcpy(&next, at, sizeof next);
        Halves special = (Halves)((next == '&') | (next == '"') | (next == '<') | (next == '>') | (next == 0xC2));
        if (special[0] | special[1]) break;
        memcpy(written->out + written->length, &next, sizeof next);
        written->length += sizeof next;
        at += sizeof next;
    }
    return at;
}

/* What stands for the character at `at` in a value, and how many bytes that has; NULL for itself. */
static const char *reference_of(const uint8_t *at, const uint8_t *stop, int *bytes)
{
    *bytes = 1;
    switch (*at) {
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case 0xC2: /* U+00A0 */
        *bytes = 2;
        return stop - at > 1 && at[1] == 0xA0 ? "&nbsp;" : NULL;
    default: return NULL;
    }
}

static void put_value(Written *written, const uint8_t *at, size_t length)
{
    const uint8_t *stop = at + length;
    while ((at = put_plain(written, at, stop)) < stop) {
        const char *reference = NULL;
        const uint8_t *from = at;
        int bytes = 0;
        while (at < stop && !(reference = reference_of(at, stop, &bytes))) at++;
        put(written, from, (size_t)(at - from));
        if (!reference) return;
        put(written, reference, strlen(reference));
        at += bytes;
    }
}

static int put_start(const Parser *parser, Written *written, void *element)
{
    size_t length;
    const uint8_t *name = parser->name(element, &length);
    if (!name) return -1;
    put(written, "<", 1);
    put(written, name, length);
    for (void *attribute = parser->first_attribute(element); attribute; attribute = parser->next_attribute(attribute)) {
        name = parser->attribute_name(attribute, &length);
        if (!name) return -1;
        put(written, " ", 1);
        put(written, name, length);
        const uint8_t *value = parser->attribute_value(attribute, &length);
        put(written, "=\"", 2);
        if (value) put_value(written, value, length);
        put(written, "\"", 1);
    }
    put(written, ">", 1);
    return 0;
}

static int put_end(const Parser *parser, Written *written, void *element)
{
    size_t length;
    const uint8_t *name = parser->name(element, &length);
    if (!name) return -1;
    put(written, "</", 2);
    put(written, name, length);
    put(written, ">", 1);
    return 0;
}

/* Names of foreign elements' attributes have prefixes, and what a template holds is no child of it. */
static uint8_t way_of(const Parser *parser, void *element)
{
    static const char *const by_parser[] = {"template", "svg", "math", NULL};
    size_t length;
    const uint8_t *name = parser->name(element, &length);
    for (const char *const *each = by_parser; name && *each; each++)
        if (length == strlen(*each) && !memcmp(name, *each, length)) return BY_PARSER;
    return parser->is_void(element) ? VOID : WHOLE;
}

/* Writes a tree. Gives 0, or another number when the parser has no memory. */
int32_t mezmun_write(const Parser *parser, void *root, Written *written)
{
    uint8_t ways[TAGS] = {UNKNOWN};
    for (void *node = root;;) {
        void *child = NULL;
        if (parser->type(node) != ELEMENT) {
            if (parser->write_node(node, mezmun_take_piece, written)) return -1;
        } else {
            uintptr_t tag = parser->tag(node);
            uint8_t way = tag < TAGS && ways[tag] ? ways[tag] : way_of(parser, node);
            if (tag < TAGS) ways[tag] = way;
            if (way == BY_PARSER) {
                if (parser->write_tree(node, mezmun_take_piece, written)) return -1;
            } else {
                if (put_start(parser, written, node)) return -1;
                child = way == WHOLE ? parser->first_child(node) : NULL;
                if (way == WHOLE && !child && put_end(parser, written, node)) return -1;
            }
        }
        if (child) {
            node = child;
            continue;
        }
        for (;;) {
            if (node == root) return 0;
            void *next = parser->next(node);
            if (next) {
                node = next;
                break;
            }
            node = parser->parent(node);
            if (put_end(parser, written, node)) return -1;
        }
    }
}
