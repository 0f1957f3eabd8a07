/* What an element is for the blocks of a text: for C alone. */

#pragma once

#include "rendering/rendering.h"

/* Gives the bits of an element's kind. */
static inline uint16_t kind_of(const BlockRendering *rendering, int32_t element)
{
    return rendering->kind[rendering->page->tag[element]];
}
