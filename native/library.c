/* What all rooms share. */

#include "library.h"

#include <stdlib.h> /* which says whether it is the GNU library */

#ifdef __GLIBC__
#include <malloc.h>
#endif

uint64_t mezmun_secret = 14695981039346656037u;

const uint32_t mezmun_sources = MEZMUN_SOURCES; /* hatch_build.py gives it */

void mezmun_trim_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
