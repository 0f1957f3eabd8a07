/* Columns of lines: for C alone. */

#pragma once

#include "page/page.h"

static inline int32_t *count_of(const Lines *lines, int32_t column)
{
    return lines->counts + (int64_t)column * lines->counts_apart;
}
