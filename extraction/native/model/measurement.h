/* Steps of measuring the lines of a page: for C alone. */

#pragma once

#include "model/model.h"

#include <string.h>

static inline double *sums_before(const PageLines *page, int32_t column)
{
    return page->before + (int64_t)(column - COLUMN_CHARS) * (page->lines->number + 1);
}

static inline double *column_of(const PageLines *page, int32_t column)
{
    return page->column + (int64_t)column * page->table->elements;
}

/* Finds the elements around each line, and the structure that repeats. */
void find_elements(PageLines *page);

/* Counts what is in the elements, when what is before each line is known. */
void count_elements(PageLines *page);
