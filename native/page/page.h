/* What Python sees of the room `page`: the parser, the source of a page, its node table, its attribute signatures and its
 * lines. */

#pragma once

#include "library.h"
#include "text/text.h"

#include <stddef.h>

/* The functions of the parser that are called: lexbor's, as selectolax's extension exports them. They are no promise of
 * selectolax: extraction/page/parsing/parser.py says of which versions they are, and looks them up. Only what is declared here is
 * asked for: nothing is known of how the parser's nodes are laid out. */
typedef uint32_t (*TakePiece)(const uint8_t *piece, size_t length, void *context);

void *lxb_dom_node_first_child_noi(void *node);
void *lxb_dom_node_next_noi(void *node);
void *lxb_dom_node_parent_noi(void *node);
void *lxb_dom_element_first_attribute_noi(void *element);
void *lxb_dom_element_next_attribute_noi(void *attribute);
const uint8_t *lxb_dom_element_qualified_name(void *element, size_t *length);
const uint8_t *lxb_dom_attr_qualified_name(void *attribute, size_t *length);
const uint8_t *lxb_dom_attr_value_noi(void *attribute, size_t *length);
uint32_t lxb_dom_node_type_noi(void *node);
uintptr_t lxb_dom_node_tag_id_noi(void *node);
uint8_t lxb_html_node_is_void_noi(void *node);
uint32_t lxb_html_serialize_cb(void *node, TakePiece take, void *context);
uint32_t lxb_html_serialize_tree_cb(void *node, TakePiece take, void *context);
uint32_t lxb_html_serialize_pretty_cb(void *node, int32_t how, size_t indent, TakePiece take, void *context);
void lxb_dom_node_remove_wo_events(void *node);
void lxb_dom_node_insert_before_wo_events(void *place, void *node);
void lxb_dom_node_insert_after_wo_events(void *place, void *node);
void lxb_dom_node_insert_child_wo_events(void *parent, void *node);

/* Where they are: this library is not linked with the parser. */
typedef struct {
    void *(*first_child)(void *node), *(*next)(void *node), *(*parent)(void *node);
    void *(*first_attribute)(void *element), *(*next_attribute)(void *attribute);
    const uint8_t *(*name)(void *element, size_t *length);
    const uint8_t *(*attribute_name)(void *attribute, size_t *length);
    const uint8_t *(*attribute_value)(void *attribute, size_t *length);
    uint32_t (*type)(void *node);
    uintptr_t (*tag)(void *node);
    uint8_t (*is_void)(void *node);
    uint32_t (*write_node)(void *node, TakePiece take, void *context);
    uint32_t (*write_tree)(void *node, TakePiece take, void *context);
    uint32_t (*show_node)(void *node, int32_t how, size_t indent, TakePiece take, void *context);
} Parser;

/* What there is in the source of a page before it is parsed. */
typedef struct {
    int64_t length;        /* given: bytes of the source, */
    int64_t max_tag;       /* bytes of tags whose words are not counted, */
    /* words each ended by a zero, with one more behind the last, or NULL for none: */
    const uint8_t *formula_pictures;  /* parts of classes of pictures that are formulas, */
    const uint8_t *formula_signs;     /* parts of their addresses and attributes, */
    const uint8_t *note_signs;        /* names in tags of signs of notes, */
    const uint8_t *code_boxes;        /* and of boxes of code in lists */
    int64_t tags;          /* "<" */
    int64_t end_tags;      /* "</" */
    int64_t reopened;      /* over all tags, the formatting elements (b, font ...) that are left open behind it */
    int64_t words;         /* most words of a longer tag, from its "<" to the next ">" */
    int64_t self_closed;   /* tags of elements that swallow what follows (script, title ...) which end in "/>" */
    int64_t titles;        /* "</title" */
    int64_t templates;     /* "</template" */
    int64_t notes;         /* tags of notes that stand within a text, in the margin or under the line */
    int64_t unshown;       /* tags of what shown_source.py writes as elements, perhaps: escaped `noscript`, formulas, readings */
    int64_t formulas;      /* tags of MathML */
    int64_t lined_code;    /* numbered lists behind the name of a box of code, and cells that are named after code */
} SourceScan;

/* Counts them in UTF-8. */
void mezmun_scan(SourceScan *scan, const uint8_t *source);

/* The most elements that can be open at once in a source (UTF-8) with so many "<": the sum over all names. Those of
 * `never` never nest on their own. An end tag with nothing to close counts for nothing. Or NO_MEMORY. */
int64_t mezmun_max_depth(const uint8_t *source, int64_t length, int64_t tags, const WordTable *never);

typedef struct {
    uint8_t *out;
    int64_t capacity;
    int64_t length, dated, profile_links; /* filled: of all that there is, also of what had no room, and how many attributes
                                             state a day, and links may lead to profiles */
} SerialisedHtml;

/* Writes a tree of the parser, with the attributes of known names, those that state a day, and addresses with a word of
 * `profile_words`. Returns 0, or another number when the parser has no memory. */
int32_t mezmun_serialise(const Parser *parser, void *root, const WordTable *read, const WordTable *dated,
                         const WordTable *profile_words, SerialisedHtml *html);

/* How many bytes are `which`. */
int64_t mezmun_count_bytes(const uint8_t *at, int64_t length, uint8_t which);

/* The columns of a page, see extraction/page/node_table.py. */
typedef struct {
    const int16_t *tag;      /* of each element, in document order */
    const int32_t *parent, *depth, *end, *first, *last;
    const int32_t *names, *body, *stop; /* bytes of the source */
    const int32_t *owner, *position, *chars; /* of each text, in document order */
    const uint8_t *in_link, *spaced;
    int32_t elements, texts;
} Page;

/* Kinds of elements by their tag, as bits. */
enum {
    TAG_SILENT = 1, TAG_LINK = 2, TAG_NOSCRIPT = 4, TAG_CONCEALED = 8, TAG_VOID = 16, TAG_RAW = 32, TAG_TEMPLATE = 64,
    TAG_DIALOG = 128, TAG_BUTTON = 256, TAG_LABEL = 512, TAG_PRE = 1024, TAG_PARAGRAPH = 2048, TAG_BLOCK = 4096,
    TAG_BREAK = 8192, TAG_BOX = 16384, TAG_PIECE = 32768,
};

/* The columns that are filled, in this order: of elements; of texts; and marks of both. */
enum { ELEMENT_COLUMNS = 8 }; /* parent, depth, end, first, last, names, body, stop */
enum { TEXT_COLUMNS = 6 };    /* owner, position, chars, edge, length, blank texts before it */
enum { MARK_COLUMNS = 6 };    /* silent, in_link, spaced, odd, state of the element, state of the text's owner */

typedef struct {
    const uint8_t *source;   /* UTF-8 */
    int64_t length;
    const Characters *characters;
    const WordTable *tags;   /* the name of an element is known by its tag code */
    const uint16_t *kind;    /* by tag code: bits */
    const uint8_t *unfolding; /* words in the classes of buttons that unfold a text, each ended by a zero, and one more */
    const uint8_t *unfolding_links; /* those of links and headings right before such a text */
    double max_concealed;    /* share of the page's characters up to which hidden elements hold none, */
    double max_unscripted;   /* and those for readers without scripts */
    int32_t capacity;        /* of each column: elements, and texts and one more */
    int16_t *tag;            /* of each element */
    int32_t *numbers;        /* (ELEMENT_COLUMNS + TEXT_COLUMNS, capacity) */
    uint8_t *marks;          /* (MARK_COLUMNS, capacity) */
    uint8_t *text;           /* UTF-8 of all texts, one after the other; as large as the source */
    Page *page;              /* filled: where the columns are, and how many elements and texts there are */
} SourceWalk;

/* Fills the columns from the source. Returns 0, or -1 when they have too little room. */
int32_t mezmun_fill_node_table(const SourceWalk *walk);

/* The nearest marked element at or above each element, -1 for none. `parent` is -1 for none. */
void mezmun_nearest(const int32_t *parent, const uint8_t *marked, int32_t elements, int32_t *nearest);

/* The elements of a tag, or of any for -1, in whose start tag a string stands; returns how many there are. */
int32_t mezmun_elements_with(const Page *page, const uint8_t *source, int32_t tag, const char *what, int32_t *rows);

/* The innermost block on the way down from the root to the child that holds the most, while it holds that share of what its
 * parent does. `part` is by tag code: what is a part of a block, never one itself; `before` (texts + 1) are the sums of
 * what is held over the texts before each. */
int32_t mezmun_main_block(const Page *page, const uint8_t *part, const int64_t *before, double min_share);

/* The elements of some tags (`kind`, by tag code) that hold so many texts, of which the first is not marked, between two that
 * are. Returns how many there are; `rows` has room for all elements. */
int32_t mezmun_enclosed(const Page *page, const uint8_t *kind, const uint8_t *marked, int32_t min_texts, int32_t *rows);

/* What may complete marked texts, as bits of an element's kind by its tag code: the rest of a list or a whole table of which
 * some is marked (PARTLY_MARKED, WHOLE), the rest of code of which not all is (UNMARKED), a heading or a list between marked
 * texts (BETWEEN, LIST), a table with a head (ANY), a box amid marked texts (AMID), what stands before one (BEFORE), and boxes
 * beside each other of which one is marked in part, to half of its characters (ALIKE).
 *
 * The other bits are in no kind. BEHIND: a list behind a marked text that is not all marked, and has no link unless it may be
 * whole. NOTED: a marked link that may be the sign of a note. TIMED: several texts before marked ones that may be times.
 * PAIRED: several texts without a link between marked ones, which may be pairs. BARE: one or more of them, perhaps beside links.
 * ANSWERED: a marked heading behind which a text is not. */
enum { MAX_SIGN_CHARS = 5, MIN_TIME_CHARS = 4, MAX_TIME_CHARS = 12, MAX_BEHIND_TIME = 3, MIN_TIMES = 3, MIN_PAIRED = 4, MAX_BOX_TEXTS = 24 };
enum {
    COMPLETES_PARTLY_MARKED = 1, COMPLETES_WHOLE = 2, COMPLETES_UNMARKED = 4, COMPLETES_BETWEEN = 8, COMPLETES_LIST = 16,
    COMPLETES_ANY = 32, COMPLETES_AMID = 64, COMPLETES_BEFORE = 128, COMPLETES_BEHIND = 256, COMPLETES_NOTED = 512,
    COMPLETES_TIMED = 1024, COMPLETES_PAIRED = 2048, COMPLETES_ALIKE = 4096, COMPLETES_BARE = 8192, COMPLETES_ANSWERED = 16384,
};

/* Texts of buttons behind a heading, beside it: "[", "edit", "|", "edit source", "]". */
enum { MOST_BUTTON_TEXTS = 5 };

/* Which of these there may be; a list has so many texts. Or NO_MEMORY. */
int32_t mezmun_may_complete(const Page *page, const uint16_t *kind, const uint8_t *marked, int32_t min_texts);

/* Boxes of one tag side by side in one element, see extraction/completion/rows/items.py. */
typedef struct {
    const Page *page;
    const uint8_t *kind;      /* by tag code: the bit of a box's tag, 0 of others */
    const uint8_t *marked;    /* of each text */
    int32_t min_boxes;        /* of a group, ... */
    int32_t min_texts;        /* ... texts of each of them, ... */
    int32_t max_between;      /* ... texts between them and the marked one before, ... */
    double max_marked;        /* ... and share of their characters that is marked */
    int32_t *box;             /* (elements) filled: the boxes of all groups, one group after the other */
    int32_t *edge;            /* (elements + 1) filled: where each group begins, and the end of the last */
} BoxSearch;

/* Finds the groups of boxes behind the first marked text with no text between them, all that there are of their tag in an
 * element. Returns how many there are, or NO_MEMORY. */
int32_t mezmun_boxes_side_by_side(const BoxSearch *search);

/* What the names of elements may speak of: see extraction/page/attribute_signatures.py. */
enum { LETTERS = 26, PAIRS = 26 * 26 };
enum { MATCHES_ANYWHERE = 0, MATCHES_WHOLE = 1, MATCHES_BEGINNING = 2 }; /* of a part of a name, or of a name: all of it, or its beginning */
typedef struct {
    const uint8_t *words;   /* small letters of ASCII, sorted, one after the other */
    const int32_t *edge;    /* of each word, and behind the last */
    const uint8_t *match;   /* of each word: where it stands, as above */
    const uint64_t *subject; /* of each word: its bits */
    int32_t first[PAIRS + 1]; /* the first word of each two letters that words may begin with, and the one behind the last */
    uint32_t third[PAIRS + 1]; /* the third letters of these words as bits, by their last five bits; all for words of two */
} Subjects;

typedef struct {
    const Characters *characters;
    const Subjects *parts;  /* the words that the parts of names are, at most eight subjects */
    const Subjects *within; /* the words that stand in a name of a class or an id, or are all of it, at most 55 subjects */
    int32_t max_names;      /* names of a value whose parts are looked at */
} NameWords;

/* `edge` (3 a row, and one behind the last) says where class, id and role of each element are in `text`. Gives the subjects
 * of the parts of each one's names, and of the words within them. Returns those of any of them, the second ones times 256. */
int64_t mezmun_read_names(const NameWords *words, const uint8_t *text, const int32_t *edge, int32_t rows, uint8_t *subjects,
                          uint64_t *within);

/* The attribute signatures of a page, each once: see extraction/page/attribute_signatures.py. */
typedef struct {
    const int16_t *tag;      /* of each signature */
    const int32_t *edge;     /* three a signature, and one behind the last: where class, id and role begin in ... */
    const uint8_t *values;   /* as the parser writes them */
    const uint8_t *subjects; /* that each speaks of, as bits */
    int32_t number;
} Signatures;

typedef struct {
    const uint8_t *source;
    int64_t length;
    const Page *page;
    const NameWords *words;
    int32_t *signature;      /* of each element: its row in ... */
    int16_t *tag;            /* ... these columns, as in Signatures, with room for every element */
    int32_t *edge;
    uint8_t *subjects_of;
    uint64_t *within;
    uint8_t *values;         /* (length) */
    int32_t number;          /* filled: of signatures */
    int64_t every;           /* filled: the subjects of any of them, and times 256 those within */
} SignatureSearch;

/* Returns 0, -1 when there is too little room, or NO_MEMORY. */
int32_t mezmun_find_signatures(SignatureSearch *search);

/* Elements with content that are named after comments or quotes: see extraction/threads/quotes.py. */
enum { MAY_COMMENT = 1, MAY_QUOTE = 2, ALWAYS_QUOTES = 4 }; /* bits of an element's kind, by its tag code */

typedef struct {
    const Page *page;
    const uint8_t *kind;      /* by tag code */
    const int32_t *signature; /* of each element */
    const uint8_t *subjects;  /* of each signature: bits ... */
    uint8_t comments, quote, around_quote; /* ... which these are */
    const uint8_t *content;   /* of each text */
    uint8_t *commented;       /* of each text: it is content in a container of comments; filled when there is one */
    int32_t *quoting;         /* room for every element; filled: those that may quote, with content */
    int32_t texts, quotes;    /* filled: how many there are */
} NamedContainers;

/* Returns 0, or NO_MEMORY. */
int32_t mezmun_find_named_containers(NamedContainers *containers);

/* The lines of a page: see extraction/page/lines.py. */
/* Bits of an element's kind, by its tag code: a block, what ends a line, what HTML does not know, and a phrase or one paragraph. */
enum { LINE_BLOCK = 1, LINE_END = 2, LINE_UNKNOWN = 4, LINE_PHRASE = 8 };

/* The columns of lines, in this order; the last ones, from COUNT_COLUMNS on, count what is in a line. */
enum {
    LINE_START, LINE_OWNER_BLOCK, LINE_LENGTH, LINE_LINKED, LINE_COPIES, FIRST_COUNT,
    LINE_COLUMNS = 12,
};
enum { SEEN_COUNT, DIGIT_COUNT, STOP_COUNT, COMMA_COUNT, SYMBOL_COUNT, UNSPACED_COUNT, WORD_COUNT, LINE_COUNTS };

typedef struct {
    int32_t *line_of;     /* (texts) the line that each lies in */
    int32_t *start;       /* (lines) first text */
    int32_t *block;       /* nearest block element */
    int32_t *edge;        /* (lines + 1) byte where each begins among the texts of all */
    int32_t *length_of;   /* characters */
    int32_t *linked;      /* characters in links, white space left out */
    int32_t *copies;      /* lines that are the same but for numbers */
    int32_t *counts;      /* columns, each of them begins so many numbers behind the one before: */
    int32_t counts_apart;
    uint8_t *ends_sentence, *odd;
    int32_t number;       /* of lines */
} Lines;

typedef struct {
    const Characters *characters;
    const uint8_t *kind;  /* by tag code: bits */
    int32_t max_chars;    /* of a line whose numbers are all taken for the same one */
    const Page *page;
    const uint8_t *text;  /* the page's texts in UTF-8, one after the other */
    const int32_t *text_edge; /* (texts + 1) where each begins */
    int32_t *line_of;     /* (texts) */
    int32_t *edge;        /* (texts + 1) */
    int32_t *columns;     /* (LINE_COLUMNS, texts) */
    uint8_t *marks;       /* (2, texts) ends_sentence, odd */
    uint8_t *out;         /* UTF-8 of all lines: as many bytes as `text` has, and one more for each text */
    Lines *lines;         /* filled: where they are */
} LineCutting;

/* Returns 0, or NO_MEMORY. */
int32_t mezmun_cut_lines(const LineCutting *cutting);

/* Which line repeats the title: see extraction/page/headline.py. */
typedef struct {
    const Characters *characters;
    const uint8_t *title;       /* as it is */
    const uint8_t *plain;       /* in small letters and without positional forms */
    int32_t title_bytes, title_length, plain_bytes;
    const Lines *lines;
    const uint8_t *text;        /* of the lines ... */
    const uint8_t *plain_text;  /* ... and plain */
    const int32_t *plain_edge;
    int32_t max_chars, max_words, min_chars; /* of a line; the last in a script without spaces */
    double unspaced_word;       /* words that a character makes where words are not parted */
} TitleSearch;

/* Returns the line, -1 for none, or NO_MEMORY. */
int32_t mezmun_find_title_line(const TitleSearch *search);

/* What the head of a page states by name: see extraction/page/statements/head.py. */
enum { TITLE_STATEMENT = -1, MAX_STATEMENTS = 8 }; /* the number of a title; statements of an element */

typedef struct {
    const Page *page;
    const uint8_t *source;
    const WordTable *known;  /* names that are read, in small letters */
    int32_t head, title, meta, link; /* tags */
    int32_t *statements;     /* three numbers each: that of the name, TITLE_STATEMENT for a title, and the bytes of the
                                source where its value begins and ends; room for MAX_STATEMENTS of each element in the head */
} HeadReading;

/* Returns how many statements there are. */
int32_t mezmun_read_head(const HeadReading *reading);
