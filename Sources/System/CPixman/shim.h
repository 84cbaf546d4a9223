#include <pixman.h>

/// Asks for a cache line that will be written soon; any address will do. Swift has no word for it.
static inline void scrim_prefetch(const void *_Nonnull place) { __builtin_prefetch(place, 1); }
