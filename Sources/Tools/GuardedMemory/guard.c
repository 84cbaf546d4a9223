// An allocator that replaces the system's in a program that checks plugins: libraries find these functions first. Until
// guard_memory is called, all calls go to the system's allocator.
#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum {
    PAGE = 4096,
    /// Each allocation takes two mappings; a process may have 65,530.
    MOST_PIECES = 25000,
    /// Larger allocations use the system's allocator.
    MOST_BYTES = 64 << 20,
    /// After ALWAYS allocations, only one in THEN is guarded, as each takes ten microseconds or more.
    ALWAYS = 100000,
    THEN = 512,
    /// Value of the bytes between an allocation and the end of its page.
    SLACK = 0xA5,
};
/// Address space; no address is used twice.
static const size_t reserved = (size_t)1 << 37;
/// Flag in `sizes`: freed.
static const uint32_t gone = (uint32_t)1 << 31;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *arena;
/// Size of the allocation that begins in a page; 0: none.
static uint32_t *sizes;
static size_t next;
static int pieces;
static size_t asked;

static bool is_mine(const void *memory) {
    return arena != NULL && (const char *)memory >= arena && (const char *)memory < arena + reserved;
}

static size_t page_of(const void *memory) { return (size_t)((const char *)memory - arena) / PAGE; }

/// NULL: use the system's allocator.
static void *take(size_t size, size_t alignment) {
    if (arena == NULL || size > MOST_BYTES || alignment > PAGE) return NULL;
    if (alignment < 16) alignment = 16;
    if (size == 0) size = 1;
    const size_t length = (size + PAGE - 1) / PAGE * PAGE;
    char *start = NULL;
    pthread_mutex_lock(&lock);
    const bool is_chosen = asked < ALWAYS || asked % THEN == 0;
    asked++;
    if (is_chosen && pieces < MOST_PIECES && next + length + PAGE <= reserved) {
        start = arena + next;
        next += length + PAGE;
        pieces++;
    }
    pthread_mutex_unlock(&lock);
    if (start == NULL || mprotect(start, length, PROT_READ | PROT_WRITE) < 0) return NULL;
    char *memory = (char *)((uintptr_t)(start + length - size) & ~(uintptr_t)(alignment - 1));
    sizes[page_of(memory)] = (uint32_t)size;
    memset(memory + size, SLACK, (size_t)(start + length - memory) - size);
    return memory;
}

static char *with_number(char *end, size_t number) {
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return end;
}

/// Ends the process with the message `before SIZE after`.
static void complain(const char *before, size_t size, const char *after) {
    char digits[24];
    char *number = with_number(digits + sizeof digits, size);
    (void)!write(1, before, strlen(before));
    (void)!write(1, number, (size_t)(digits + sizeof digits - number));
    (void)!write(1, after, strlen(after));
    _exit(1);
}

static void give_back(char *memory) {
    const uint32_t size = sizes[page_of(memory)];
    if (size == 0) complain("memory was given back that begins elsewhere, of ", size, " bytes\n");
    if (size & gone) complain("memory of ", size & ~gone, " bytes was given back twice\n");
    char *end = (char *)(((uintptr_t)(memory + size) + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    for (const char *at = memory + size; at < end; at++)
        if ((unsigned char)*at != SLACK) complain("something was written behind memory of ", size, " bytes\n");
    sizes[page_of(memory)] = size | gone;
    char *start = (char *)((uintptr_t)memory & ~(uintptr_t)(PAGE - 1));
    // Frees its pages but keeps its addresses.
    mmap(start, (size_t)(end - start), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    pthread_mutex_lock(&lock);
    pieces--;
    pthread_mutex_unlock(&lock);
}

/// An inaccessible page was accessed: names the allocation before it.
static void touched(int number, siginfo_t *info, void *context) {
    (void)context;
    const char *address = info->si_addr;
    if (is_mine(address)) {
        for (size_t page = page_of(address), steps = 0; steps <= MOST_BYTES / PAGE + 1; page--, steps++) {
            const uint32_t size = sizes[page];
            if (size & gone) complain("memory of ", size & ~gone, " bytes was used after it was given back, or something behind it\n");
            if (size != 0) complain("something was read or written behind memory of ", size, " bytes\n");
            if (page == 0) break;
        }
    }
    signal(number, SIG_DFL);
}

bool guard_memory(void) {
    void *addresses = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *table = mmap(
        NULL, reserved / PAGE * sizeof *sizes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED || table == MAP_FAILED) return false;
    struct sigaction action = {.sa_sigaction = touched, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    sizes = table;
    arena = addresses;
    return true;
}

void *malloc(size_t size) {
    void *memory = take(size, 16);
    return memory ? memory : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    // New pages are zero, and none is reused.
    void *memory = take(total, 16);
    return memory ? memory : __libc_calloc(count, size);
}

void free(void *memory) {
    if (is_mine(memory)) {
        give_back(memory);
    } else {
        __libc_free(memory);
    }
}

void *realloc(void *old, size_t size) {
    if (!is_mine(old)) return __libc_realloc(old, size);
    const size_t before = sizes[page_of(old)];
    void *memory = malloc(size);
    if (memory == NULL) return NULL;
    memcpy(memory, old, before < size ? before : size);
    free(old);
    return memory;
}

void *memalign(size_t alignment, size_t size) {
    void *memory = take(size, alignment);
    return memory ? memory : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

size_t malloc_usable_size(void *memory) {
    if (memory == NULL) return 0;
    if (is_mine(memory)) return sizes[page_of(memory)];
    // The system's allocations have their size before them, with three flags; the second one means a separate mapping.
    const size_t head = ((const size_t *)memory)[-1];
    return (head & ~(size_t)7) - (head & 2 ? 2 : 1) * sizeof(size_t);
}

#else

bool guard_memory(void) { return false; }

#endif
