/* Which sources the library was compiled of: their CRC-32, which hatch_build.py gives. */

#include <stdint.h>

const uint32_t mezmun_sources = MEZMUN_SOURCES;
