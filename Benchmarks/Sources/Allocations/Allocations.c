#include "Allocations.h"
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc's own, by their other names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t made;

static void count(void) { atomic_fetch_add_explicit(&made, 1, memory_order_relaxed); }

void *malloc(size_t bytes) {
    count();
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
    count();
    return __libc_calloc(number, bytes);
}

void *realloc(void *block, size_t bytes) {
    count();
    return __libc_realloc(block, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    count();
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
    *block = memalign(alignment, bytes);
    return *block ? 0 : ENOMEM;
}

uint64_t allocations_made(void) { return atomic_load_explicit(&made, memory_order_relaxed); }

uint64_t allocations_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
