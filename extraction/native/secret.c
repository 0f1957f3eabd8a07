/* Set when the library is loaded. */

#include "secret.h"

uint64_t mezmun_secret = 14695981039346656037u;
