#define _GNU_SOURCE
#include "programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// Descriptors from `first` on are closed.
static void close_from(int first) { close_range((unsigned)first, ~0u, 0); }

/// Ends with the parent, of which this process was forked.
static void follow(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
}

/// Moves a descriptor to a number, inherited by programs.
static void place(int from, int to) {
    if (from == to) fcntl(from, F_SETFD, 0);
    else dup2(from, to);
}

pid_t sys_start_when_asked(int socket, char *const *words) {
    pid_t parent = getpid(), process = fork();
    if (process != 0) return process;
    follow(parent);
    place(socket, 3);
    close_from(4);
    struct pollfd wait = {.fd = 3, .events = POLLIN};
    while (poll(&wait, 1, -1) < 0) {}
    if (wait.revents & POLLIN) execv(words[0], words);
    _exit(1);
}

int sys_listening_pair(int *ends) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t size = sizeof(sa_family_t);
    ends[0] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ends[1] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // Bound without a name, the kernel gives it one, outside of the file system; after the one connection nobody else is let in.
    if (ends[0] < 0 || ends[1] < 0 || bind(ends[0], (struct sockaddr *)&address, size) < 0 || listen(ends[0], 1) < 0) return -1;
    size = sizeof address;
    if (getsockname(ends[0], (struct sockaddr *)&address, &size) < 0) return -1;
    return connect(ends[1], (struct sockaddr *)&address, size);
}

pid_t sys_start_listening(int listener, char *const *words) {
    pid_t parent = getpid(), process = fork();
    if (process != 0) return process;
    follow(parent);
    // What it says is of no use to anybody.
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, 2);
    place(listener, 3);
    close_from(4);
    char own[16];
    snprintf(own, sizeof own, "%d", getpid());
    setenv("LISTEN_PID", own, 1);
    setenv("LISTEN_FDS", "1", 1);
    execv(words[0], words);
    _exit(1);
}

void sys_become(int third, int fourth, char *const *words) {
    int first = fcntl(third, F_DUPFD, 5), second = fcntl(fourth, F_DUPFD, 5);
    if (first < 0 || second < 0) return;
    place(first, 3);
    place(second, 4);
    close_from(5);
    execv(words[0], words);
}

int sys_limit_programs(uint64_t addresses) {
    struct rlimit space = {.rlim_cur = addresses, .rlim_max = addresses}, none = {0, 0};
    if (setrlimit(RLIMIT_AS, &space) < 0 || setrlimit(RLIMIT_CORE, &none) < 0) return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void sys_words_of_rgba(uint8_t *pixels, size_t width, size_t height, size_t stride) {
    // From the end: rows only grow, so no byte is written before it is read.
    for (size_t y = height; y-- > 0;) {
        const uint8_t *from = pixels + y * width * 4;
        uint8_t *to = pixels + y * stride;
        for (size_t x = width; x-- > 0;) {
            unsigned red = from[x * 4], green = from[x * 4 + 1], blue = from[x * 4 + 2], alpha = from[x * 4 + 3];
            if (alpha != 255) {
                red = (red * alpha + 127) / 255;
                green = (green * alpha + 127) / 255;
                blue = (blue * alpha + 127) / 255;
            }
            uint32_t word = alpha << 24 | red << 16 | green << 8 | blue;
            memcpy(to + x * 4, &word, 4);
        }
    }
}
