/* What all rooms share, and Python sees too. */

#pragma once

#include <stdint.h>

enum { NO_MEMORY = -2 }; /* what a function returns that had no memory */

/* Hashes of a page's own strings begin with it. Python sets it when the library is loaded, elsewhere in every process, so
 * that no page can be written whose strings all fall into one slot. What comes out does not depend on it. */
extern uint64_t mezmun_secret;

/* The CRC-32 of the sources that the library was compiled of. */
extern const uint32_t mezmun_sources;

/* Gives memory that was freed, and that the allocator keeps for later, back to the system, where it can be asked to (GNU). */
void mezmun_trim_memory(void);
