#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t sys_receive_within(int socket, void *bytes, size_t size, uint64_t nanoseconds) {
    struct pollfd wanted = {.fd = socket, .events = POLLIN};
    struct timespec time = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
    int ready = ppoll(&wanted, 1, &time, NULL);
    if (ready == 0 || (ready < 0 && errno == EINTR)) {
        errno = EAGAIN;
        return -1;
    }
    return ready < 0 ? ready : recv(socket, bytes, size, MSG_DONTWAIT);
}

ssize_t sys_receive_waiting(int socket, void *bytes, size_t size, int *descriptor) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(head), sizeof(int));
    return count;
}

int sys_move_here(pid_t process, int before) {
    int here = sched_getcpu();
    if (here < 0 || here == before) return here;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(here, &set);
    return sched_setaffinity(process, sizeof set, &set) < 0 ? -1 : here;
}

// The kernel's `struct sched_attr`; its header and <sched.h> exclude each other.
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
    uint32_t least, most;
};

// Short slices, in nanoseconds: the thread is chosen sooner when it wakes, and gets no more time than others. Since Linux 6.12.
static void take_short_slices(uint64_t slice) {
    struct attributes attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) < 0 || attributes.policy != SCHED_OTHER) return;
    attributes.runtime = slice;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void sys_prefer_this_thread(void) {
    take_short_slices(100000);
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTPRIO, &limit) < 0 || limit.rlim_cur == 0) return;
    struct sched_param least = {.sched_priority = sched_get_priority_min(SCHED_RR)};
    sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &least);
}

int sys_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int sys_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int sys_seal(int descriptor, bool writing) {
    int seals = F_SEAL_SHRINK | F_SEAL_GROW;
    return fcntl(descriptor, F_ADD_SEALS, writing ? seals | F_SEAL_WRITE | F_SEAL_SEAL : seals);
}

int sys_is_kept_whole(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    struct statfs system;
    if (seals < 0 || fstatfs(descriptor, &system) < 0) return -1;
    // Huge pages have other rules for mapping and freeing.
    if (system.f_type != TMPFS_MAGIC) return -1;
    return (seals & F_SEAL_SHRINK) != 0;
}

// The kernel never leaves the folder on the path, and does not follow magic links of /proc.
static int open_beneath(int folder, const char *path, uint64_t flags) {
    struct open_how how = {.flags = flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int sys_open_beneath(const char *folder, const char *path, mode_t type, bool writing) {
    int base = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (base < 0) return base;
    int result = open_beneath(base, path, O_PATH | O_CLOEXEC);
    struct stat info;
    if (result >= 0 && fstat(result, &info) == 0) {
        close(result);
        if ((info.st_mode & S_IFMT) == type) {
            int mode = writing ? O_RDWR : O_RDONLY;
            result = open_beneath(base, path, (uint64_t)mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        } else {
            errno = EINVAL;
            result = -1;
        }
    }
    int failure = errno;
    close(base);
    errno = failure;
    return result;
}

int sys_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

int sys_set_cloexec(int descriptor) {
    int flags = fcntl(descriptor, F_GETFD);
    return flags < 0 ? flags : fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
}

int sys_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? flags : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int sys_peer(int socket, uid_t *user, pid_t *process) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    int result = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    if (result == 0) {
        *user = peer.uid;
        *process = peer.pid;
    }
    return result;
}

// Room for the maximum number that the kernel passes at once (SCM_MAX_FD), so that all can be closed.
enum { PASSED_MAX = 253 };

ssize_t sys_receive(int socket, void *bytes, size_t size, int *descriptors, int *count, bool *truncated) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(PASSED_MAX * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *count = 0;
    *truncated = false;
    ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (result < 0) return result;
    *truncated = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry; entry = CMSG_NXTHDR(&message, entry)) {
        if (entry->cmsg_level != SOL_SOCKET || entry->cmsg_type != SCM_RIGHTS) continue;
        size_t passed = (entry->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < passed; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(entry) + index * sizeof(int), sizeof descriptor);
            if (*count < SYS_DESCRIPTORS_MAX) {
                descriptors[(*count)++] = descriptor;
            } else {
                close(descriptor);
                *truncated = true;
            }
        }
    }
    return result;
}

ssize_t sys_send(int socket, const void *bytes, size_t size, const int *descriptors, int count) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(SYS_DESCRIPTORS_MAX * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count < 0 || count > SYS_DESCRIPTORS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (descriptors && count > 0) {
        size_t length = (size_t)count * sizeof(int);
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(length);
        struct cmsghdr *entry = CMSG_FIRSTHDR(&message);
        entry->cmsg_level = SOL_SOCKET;
        entry->cmsg_type = SCM_RIGHTS;
        entry->cmsg_len = CMSG_LEN(length);
        memcpy(CMSG_DATA(entry), descriptors, length);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

int sys_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, (unsigned long)signal); }

int sys_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name); }

ssize_t sys_random(void *bytes, size_t size) { return getrandom(bytes, size, 0); }

bool sys_exited(int status) { return WIFEXITED(status); }

int sys_exit_status(int status) { return WEXITSTATUS(status); }

bool sys_was_signaled(int status) { return WIFSIGNALED(status); }

int sys_termination_signal(int status) { return WTERMSIG(status); }

int sys_reserve(int descriptor, int64_t offset, int64_t size) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, size);
}

// Linux' own flag, for absolute timers of CLOCK_REALTIME.
#ifndef TFD_TIMER_CANCEL_ON_SET
#define TFD_TIMER_CANCEL_ON_SET (1 << 1)
#endif

int sys_rewatch_wall(int watch) {
    // A time in the far future; only the cancellation is reported.
    struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX * (time_t)4}};
    uint64_t times;
    ssize_t unused = read(watch, &times, sizeof times);
    (void)unused;
    return timerfd_settime(watch, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int sys_watch_wall(void) {
    int watch = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (watch >= 0 && sys_rewatch_wall(watch) < 0) {
        close(watch);
        return -1;
    }
    return watch;
}

int sys_lock(int descriptor, pid_t *owner) {
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(descriptor, F_SETLK, &wanted) == 0) return 0;
    if (errno != EACCES && errno != EAGAIN) return -1;
    struct flock found = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool isKnown = fcntl(descriptor, F_GETLK, &found) == 0 && found.l_type != F_UNLCK && found.l_pid > 0;
    *owner = isKnown ? found.l_pid : 0;
    errno = EAGAIN;
    return -1;
}

bool sys_join_within(pthread_t thread, int64_t nanoseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += nanoseconds / 1000000000;
    end.tv_nsec += nanoseconds % 1000000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000;
    }
    return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &end) == 0;
}
