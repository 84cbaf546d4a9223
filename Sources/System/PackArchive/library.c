#include "library.h"

#include <PackArchive.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static scrim_archive_functions functions;
static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define X(name)                                                                                                        \
    functions.name = (__typeof__(functions.name))dlsym(library, #name);                                               \
    if (!functions.name) return;
    SCRIM_ARCHIVE(X)
#undef X
    is_there = true;
}

const scrim_archive_functions *scrim_archive_load(void) {
    pthread_once(&once, load);
    return is_there ? &functions : NULL;
}

bool scrim_archive_is_there(void) { return scrim_archive_load() != NULL; }

// How a function says its version: a text, a text with other lines, a byte or three decimals for each part, or FreeType's way.
enum form { TEXT, LINES, BYTES, THOUSANDS, FREETYPE };

static const struct {
    const char *name, *file, *function;
    enum form form;
} libraries[] = {
    {"pango", "libpango-1.0.so.0", "pango_version_string", TEXT},
    {"harfbuzz", "libharfbuzz.so.0", "hb_version_string", TEXT},
    {"freetype", "libfreetype.so.6", "FT_Library_Version", FREETYPE},
    {"pixman", "libpixman-1.so.0", "pixman_version_string", TEXT},
    {"spng", "libspng.so.0", "spng_version_string", TEXT},
    {"libwebp", "libwebp.so.7", "WebPGetDecoderVersion", BYTES},
    {"libavif", "libavif.so.15", "avifVersion", TEXT},
    {"libheif", "libheif.so.1", "heif_get_version", TEXT},
    {"libjxl", "libjxl.so.0.7", "JxlDecoderVersion", THOUSANDS},
    {"libtiff", "libtiff.so.6", "TIFFGetVersion", LINES},
    {"ffmpeg", "libavutil.so.57", "av_version_info", TEXT},
};

bool scrim_library_version(const char *library, char *text, size_t size) {
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (strcmp(libraries[i].name, library) != 0) continue;
        void *handle = dlopen(libraries[i].file, RTLD_LAZY | RTLD_LOCAL);
        void *function = handle ? dlsym(handle, libraries[i].function) : NULL;
        if (!function) return false;
        switch (libraries[i].form) {
        case TEXT: snprintf(text, size, "%s", ((const char *(*)(void))function)()); break;
        case LINES: {
            // "LIBTIFF, Version 4.5.0\nCopyright …"
            const char *said = ((const char *(*)(void))function)();
            const char *number = strpbrk(said, "0123456789");
            if (!number) return false;
            snprintf(text, size, "%.*s", (int)strcspn(number, "\r\n "), number);
            break;
        }
        case BYTES: {
            unsigned number = (unsigned)((int (*)(void))function)();
            snprintf(text, size, "%u.%u.%u", number >> 16, number >> 8 & 255, number & 255);
            break;
        }
        case THOUSANDS: {
            unsigned number = ((unsigned (*)(void))function)();
            snprintf(text, size, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
            break;
        }
        case FREETYPE: {
            // The function wants a library that was opened.
            int (*open)(void **) = (int (*)(void **))dlsym(handle, "FT_Init_FreeType");
            int (*end)(void *) = (int (*)(void *))dlsym(handle, "FT_Done_FreeType");
            void *opened = NULL;
            int a = 0, b = 0, c = 0;
            if (!open || !end || open(&opened) != 0) return false;
            ((void (*)(void *, int *, int *, int *))function)(opened, &a, &b, &c);
            end(opened);
            snprintf(text, size, "%d.%d.%d", a, b, c);
            break;
        }
        }
        return true;
    }
    return false;
}
