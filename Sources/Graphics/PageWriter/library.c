#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

static scrim_cairo functions;
static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define X(name)                                                                                                     \
    functions.name = (__typeof__(functions.name))dlsym(library, #name);                                            \
    if (!functions.name) return;
    SCRIM_CAIRO(X)
#undef X
    is_there = true;
}

const scrim_cairo *scrim_cairo_load(void) {
    pthread_once(&once, load);
    return is_there ? &functions : NULL;
}
