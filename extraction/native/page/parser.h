/* The functions of the parser that are called: lexbor's, as selectolax's extension exports them.
 *
 * They are no promise of selectolax: extraction/page/parser.py says of which versions they are, and looks them up. Only what
 * is declared here is asked for: nothing is known of how the parser's nodes are laid out. */

#pragma once

#include "library.h"

#include <stddef.h>

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
