#define _GNU_SOURCE
#include <PackArchive.h>
#include <confine.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

#include "library.h"

struct scrim_archive_writer {
    const scrim_archive_functions *library;
    struct archive *archive;
    bool failed;
};

scrim_archive_writer *scrim_archive_writer_new(int file) {
    const scrim_archive_functions *library = scrim_archive_load();
    scrim_archive_writer *writer = library ? calloc(1, sizeof *writer) : NULL;
    if (!writer) return NULL;
    writer->library = library;
    writer->archive = library->archive_write_new();
    if (!writer->archive || library->archive_write_set_format_zip(writer->archive) != ARCHIVE_OK ||
        library->archive_write_open_fd(writer->archive, file) != ARCHIVE_OK)
        writer->failed = true;
    return writer;
}

bool scrim_archive_writer_entry(scrim_archive_writer *writer, const char *name, uint64_t size) {
    const scrim_archive_functions *library = writer->library;
    struct archive_entry *entry = writer->failed ? NULL : library->archive_entry_new();
    if (!entry) return !(writer->failed = true);
    library->archive_entry_set_pathname(entry, name);
    library->archive_entry_set_size(entry, (int64_t)size);
    library->archive_entry_set_filetype(entry, S_IFREG);
    library->archive_entry_set_perm(entry, 0644);
    // Noon of the day on which time in zips begins, so that no zone of the clock makes it another one.
    library->archive_entry_set_mtime(entry, 315576000, 0);
    if (library->archive_write_header(writer->archive, entry) != ARCHIVE_OK) writer->failed = true;
    library->archive_entry_free(entry);
    return !writer->failed;
}

bool scrim_archive_writer_data(scrim_archive_writer *writer, const void *bytes, size_t size) {
    if (!writer->failed && writer->library->archive_write_data(writer->archive, bytes, size) != (ssize_t)size) writer->failed = true;
    return !writer->failed;
}

bool scrim_archive_writer_finish(scrim_archive_writer *writer) {
    bool is_whole = !writer->failed && writer->library->archive_write_close(writer->archive) == ARCHIVE_OK;
    if (writer->archive) writer->library->archive_write_free(writer->archive);
    free(writer);
    return is_whole;
}

// The reading process.

/// Memory of a reader beyond what the process has at its start, and its seconds of CPU time.
enum { READER_MEMORY = 128 << 20, READER_SECONDS = 60 };

static void send_all(int socket, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        struct iovec piece = {.iov_base = (void *)at, .iov_len = size};
        struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
        ssize_t count = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        // Nobody wants more.
        if (count <= 0) _exit(1);
        at += count;
        size -= (size_t)count;
    }
}

static void send_record(int socket, enum scrim_archive_record kind, const void *bytes, uint32_t size) {
    char head[5] = {(char)kind};
    memcpy(head + 1, &size, 4);
    send_all(socket, head, sizeof head);
    if (size > 0) send_all(socket, bytes, size);
}

static _Noreturn void fail(int socket, const char *reason) {
    send_record(socket, SCRIM_ARCHIVE_FAILED, reason, (uint32_t)strlen(reason));
    _exit(1);
}

static struct archive *open_archive(const scrim_archive_functions *library, int file, int socket) {
    struct archive *archive = library->archive_read_new();
    if (!archive) fail(socket, "there is no memory to read it");
    if (lseek(file, 0, SEEK_SET) < 0 || library->archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK ||
        library->archive_read_open_fd(archive, file, 1 << 16) != ARCHIVE_OK)
        fail(socket, "it is no zip file");
    return archive;
}

/// The next entry; null at the end.
static struct archive_entry *next(const scrim_archive_functions *library, struct archive *archive, int socket) {
    struct archive_entry *entry;
    int result = library->archive_read_next_header(archive, &entry);
    if (result == ARCHIVE_EOF) return NULL;
    if (result != ARCHIVE_OK) fail(socket, "it is damaged, or no zip file");
    return entry;
}

static _Noreturn void read_archive(const scrim_archive_functions *library, int file, int socket) {
    struct archive *archive = open_archive(library, file, socket);
    struct archive_entry *entry;
    while ((entry = next(library, archive, socket))) {
        const char *name = library->archive_entry_pathname(entry);
        size_t length = name ? strlen(name) : 0;
        char record[9 + 1024];
        if (length == 0 || length > 1024) fail(socket, "an entry has no name, or one that is too long");
        bool is_regular = library->archive_entry_filetype(entry) == S_IFREG && !library->archive_entry_hardlink(entry) &&
                          library->archive_entry_size_is_set(entry);
        uint64_t size = is_regular ? (uint64_t)library->archive_entry_size(entry) : 0;
        memcpy(record, &size, 8);
        record[8] = is_regular;
        memcpy(record + 9, name, length);
        send_record(socket, SCRIM_ARCHIVE_ENTRY, record, (uint32_t)(9 + length));
    }
    library->archive_read_free(archive);
    send_record(socket, SCRIM_ARCHIVE_LISTED, NULL, 0);
    char go;
    struct iovec piece = {.iov_base = &go, .iov_len = 1};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    ssize_t count;
    do count = recvmsg(socket, &message, 0);
    while (count < 0 && errno == EINTR);
    if (count != 1) _exit(0);
    archive = open_archive(library, file, socket);
    while ((entry = next(library, archive, socket))) {
        send_record(socket, SCRIM_ARCHIVE_NEXT, NULL, 0);
        while (true) {
            const void *bytes;
            size_t size;
            int64_t offset;
            int result = library->archive_read_data_block(archive, &bytes, &size, &offset);
            if (result == ARCHIVE_EOF) break;
            if (result != ARCHIVE_OK) fail(socket, "it is damaged");
            for (size_t at = 0; at < size; at += 1 << 20) {
                size_t part = size - at < 1 << 20 ? size - at : 1 << 20;
                send_record(socket, SCRIM_ARCHIVE_DATA, (const char *)bytes + at, (uint32_t)part);
            }
        }
    }
    send_record(socket, SCRIM_ARCHIVE_DONE, NULL, 0);
    _exit(0);
}

int scrim_archive_reader(int file, pid_t *process) {
    const scrim_archive_functions *library = scrim_archive_load();
    int sockets[2];
    if (!library) {
        errno = ENOSYS;
        return -1;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0) return -1;
    *process = fork();
    if (*process < 0) {
        int error = errno;
        close(sockets[0]);
        close(sockets[1]);
        errno = error;
        return -1;
    }
    if (*process > 0) {
        close(sockets[1]);
        return sockets[0];
    }
    close(sockets[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (sys_limit(sys_address_space() + READER_MEMORY, READER_SECONDS, 64) < 0) fail(sockets[1], "its reader cannot be confined");
    // A machine without filters of system calls has the limits, as for pictures.
    (void)sys_confine();
    read_archive(library, file, sockets[1]);
}
