/* Lines over a Unix socket: an echo that replies `ok` to each line and does nothing else, and a client that measures.

   lines serve PATH                       replies `ok` to each line
   lines pipelined PATH LINE              sends LINE a million times, 64 in flight: lines a second
   lines rounds PATH LINE                 sends LINE and waits for the reply, 100,000 times: p50 and p99 in microseconds */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static char buffer[1 << 16];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strncpy(a.sun_path, path, sizeof a.sun_path - 1);
    return a;
}

/* Reads once; the number of lines that ended. */
static int lines(int s) {
    ssize_t got = read(s, buffer, sizeof buffer);
    if (got <= 0) exit(1);
    int n = 0;
    for (ssize_t i = 0; i < got; i++) n += buffer[i] == '\n';
    return n;
}

static void all(int s, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = write(s, bytes, size);
        if (sent <= 0) exit(1);
        bytes += sent, size -= sent;
    }
}

static void serve(const char *path) {
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un a = address(path);
    if (bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, 1)) exit(1);
    int client = accept(s, 0, 0);
    static char replies[3 * sizeof buffer];
    for (size_t i = 0; i < sizeof buffer; i++) memcpy(replies + 3 * i, "ok\n", 3);
    for (;;) all(client, replies, 3 * (size_t)lines(client));
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    if (count < 3) return 2;
    /* Both ends on one core: nothing waits for another one to wake up. */
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(0, sizeof one, &one);
    if (!strcmp(words[1], "serve")) serve(words[2]);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un a = address(words[2]);
    while (connect(s, (struct sockaddr *)&a, sizeof a)) usleep(1000);
    static char line[256];
    int size = snprintf(line, sizeof line, "%s\n", words[3]);
    if (!strcmp(words[1], "pipelined")) {
        enum { flight = 64, total = 1000000 };
        char *burst = malloc(flight * size);
        for (int i = 0; i < flight; i++) memcpy(burst + i * size, line, size);
        double begin = now();
        for (int done = 0, sent = 0; done < total;) {
            while (sent - done <= flight / 2) all(s, burst, flight / 2 * size), sent += flight / 2;
            done += lines(s);
        }
        printf("%.3f\n", total / (now() - begin) / 1e6);
    } else {
        enum { total = 100000 };
        static double times[total];
        for (int i = 0; i < total; i++) {
            double begin = now();
            all(s, line, size);
            while (!lines(s)) continue;
            times[i] = (now() - begin) * 1e6;
        }
        qsort(times, total, sizeof *times, ascending);
        printf("%.1f %.1f\n", times[total / 2], times[total / 100 * 99]);
    }
}
