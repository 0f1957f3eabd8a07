/* What the parser writes of its tree, piece by piece. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint8_t *out;
    size_t room;
    size_t length; /* of all that was written, also of what had no room */
} Written;

/* Takes the next piece: a function of the kind that lexbor calls. It never fails. */
uint32_t mezmun_take_piece(const uint8_t *piece, size_t length, void *context)
{
    Written *written = context;
    if (written->length <= written->room && length <= written->room - written->length)
        memcpy(written->out + written->length, piece, length);
    written->length += length;
    return 0;
}
