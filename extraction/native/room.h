/* Room that a function needs for itself while it runs, in one piece. */

#ifndef MEZMUN_ROOM_H
#define MEZMUN_ROOM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *pointer;  /* to the pointer that is set to the part: of any type */
    int64_t bytes;
} Part;

enum { NO_MEMORY = -2 }; /* what a function gives that had no room */

/* Makes room for all parts; any number may stand at the beginning of each. To be freed; NULL when there is no memory. */
static inline void *make_room(const Part *parts, int number)
{
    int64_t all = 1;
    for (int part = 0; part < number; part++) all += (parts[part].bytes + 7) / 8 * 8;
    uint8_t *room = malloc((size_t)all), *at = room;
    for (int part = 0; part < number && room; part++) {
        memcpy(parts[part].pointer, &at, sizeof at);
        at += (parts[part].bytes + 7) / 8 * 8;
    }
    return room;
}

#define ROOM_FOR(parts) make_room(parts, (int)(sizeof(parts) / sizeof *(parts)))

#endif
