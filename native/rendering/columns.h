/* The columns of tables, see columns.c: for C alone. */

#pragma once

#include "rendering/rendering.h"

/* Finds the columns of the cells in tables, of which rows of data and what is around chosen texts are known. */
void find_columns(const BlockRendering *rendering);

/* More than a table can have. */
int64_t max_columns(const BlockRendering *rendering);
