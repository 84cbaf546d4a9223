#define _GNU_SOURCE
#include "named.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool sys_has_pack(void) {
    const char *folder = getenv("SCRIM_PACK");
    return folder && *folder;
}

/// FOLDER/named/PATH, where % and / of PATH are %25 and %2F: one name, which leads nowhere else. False when it is too long.
static bool name(char *room, size_t size, const char *folder, const char *path) {
    int used = snprintf(room, size, "%s/named/", folder);
    if (used < 0 || (size_t)used >= size) return false;
    size_t at = (size_t)used;
    for (; *path; path++) {
        if (at + 4 > size || at - (size_t)used > NAME_MAX) return false;
        if (*path == '%' || *path == '/') at += (size_t)sprintf(room + at, "%%%02X", *path);
        else room[at++] = *path;
    }
    room[at] = 0;
    return at > (size_t)used && at - (size_t)used <= NAME_MAX;
}

/// Where a file is that lines name; `path` itself outside of packs.
static const char *found(const char *path, char *room, size_t size) {
    const char *folder = getenv("SCRIM_PACK");
    if (!folder || !*folder) return path;
    size_t length = strlen(folder);
    // The pack's own files.
    if (strncmp(path, folder, length) == 0 && path[length] == '/' && !strstr(path + length, "/.")) return path;
    if (name(room, size, folder, path)) return room;
    return "";
}

static void copy(int from, const char *to) {
    int file = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return;
    char bytes[1 << 16];
    off_t at = 0;
    for (ssize_t count; (count = pread(from, bytes, sizeof bytes, at)) > 0; at += count)
        if (write(file, bytes, (size_t)count) != count) {
            unlink(to);
            break;
        }
    close(file);
}

static void collect(const char *path, int file) {
    const char *folder = getenv("SCRIM_COLLECT");
    char room[PATH_MAX];
    struct stat status;
    if (!folder || !*folder || fstat(file, &status) < 0 || !S_ISREG(status.st_mode)) return;
    // Pictures that lie in an SVG or a Lottie file, which is collected itself.
    if (strncmp(path, "/proc/", 6) == 0) return;
    if (name(room, sizeof room, folder, path)) copy(file, room);
}

/// Adds a line of two words to a list of what is collected.
static void note(const char *list, const char *first, const char *second) {
    const char *folder = getenv("SCRIM_COLLECT");
    char room[PATH_MAX];
    if (!folder || snprintf(room, sizeof room, "%s/%s", folder, list) >= (int)sizeof room) return;
    FILE *file = fopen(room, "ae");
    if (!file) return;
    fprintf(file, "%s\t%s\n", first, second);
    fclose(file);
}

int sys_open_named(const char *path) {
    char room[PATH_MAX];
    int file = open(found(path, room, sizeof room), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int error = errno;
    if (file >= 0) collect(path, file);
    else note("missing", path, strerror(error));
    errno = error;
    return file;
}

int sys_stat_named(const char *path, void *status) {
    char room[PATH_MAX];
    return stat(found(path, room, sizeof room), status);
}

void sys_collect_named(const char *path, const char *found) {
    if (!getenv("SCRIM_COLLECT")) return;
    int file = open(found, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return;
    collect(path, file);
    close(file);
}

void sys_collect_font(const char *path) {
    const char *folder = getenv("SCRIM_COLLECT"), *last = strrchr(path, '/');
    char room[PATH_MAX];
    if (!folder || !last || snprintf(room, sizeof room, "%s/fonts/%s", folder, last + 1) >= (int)sizeof room) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    copy(file, room);
    close(file);
}

void sys_collect_family(const char *asked, const char *found) { note("families", asked, found); }
