/* Where hashes of a page's own strings begin: elsewhere in every process, so that no page can be written whose strings all
 * fall into one slot. What comes out does not depend on it. */

#ifndef SECRET_H
#define SECRET_H

#include <stdint.h>

extern uint64_t mezmun_secret;

#endif
