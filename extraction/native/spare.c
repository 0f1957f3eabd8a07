/* Room that was let go, and that the allocator keeps for later. */

#include <stdlib.h> /* which says whether it is the GNU library */

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Gives it back to the system, where the allocator can be asked to. */
void mezmun_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
