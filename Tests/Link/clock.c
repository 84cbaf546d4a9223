// Sets the clocks of a process forward by as many seconds as the file CLOCK_OFFSET says, whenever that changes: LD_PRELOAD for tests.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>

static long offset(void) {
    static const volatile long *seconds;
    if (!seconds) {
        static const long none;
        const char *path = getenv("CLOCK_OFFSET");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        void *memory = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        seconds = memory == MAP_FAILED ? &none : memory;
    }
    return *seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, time);
    if (!status && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC)) time->tv_sec += offset();
    return status;
}

// The kernel's clock is not set: absolute times are told in it.
int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *old) {
    static int (*real)(int, int, const struct itimerspec *, struct itimerspec *);
    if (!real) real = (int (*)(int, int, const struct itimerspec *, struct itimerspec *))dlsym(RTLD_NEXT, "timerfd_settime");
    struct itimerspec set = *time;
    // An hour from now may be there in a moment.
    if (flags & TFD_TIMER_ABSTIME && set.it_value.tv_sec) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (set.it_value.tv_sec > now.tv_sec + 1) set.it_value = (struct timespec){now.tv_sec, now.tv_nsec + 20000000};
        if (set.it_value.tv_nsec > 999999999) set.it_value.tv_sec++, set.it_value.tv_nsec -= 1000000000;
        set.it_value.tv_sec -= offset();
        if (set.it_value.tv_sec <= 0) set.it_value = (struct timespec){0, 1};
    }
    return real(file, flags, &set, old);
}
