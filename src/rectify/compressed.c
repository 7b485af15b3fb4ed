#include "jsmf/rectify.h"

#include <stdlib.h>

void jsmf_compressed_free(jsmf_compressed *c)
{
    if (!c)
        return;
    free(c->y);
    *c = (jsmf_compressed){ 0 };
}
