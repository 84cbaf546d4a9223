#pragma once

// What Glibc's Swift module lacks. The headers are imported directly; the functions below wrap what is only available with
// _GNU_SOURCE, as a macro or as a variadic function. They add no logic: a negative result means an error in errno.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <spawn.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC.
int sys_accept(int listener);

/// memfd_create with MFD_CLOEXEC and MFD_ALLOW_SEALING.
int sys_memfd(const char *name);

/// F_ADD_SEALS: shrink, grow and, when asked, write and further seals. (fcntl is variadic.)
int sys_seal(int descriptor, bool writing);

/// 1 for a memory file (memfd_create) with F_SEAL_SHRINK, 0 for one without; negative for other files, or with huge
/// pages.
int sys_is_kept_whole(int descriptor);

/// Reserves disk space for `size` bytes of a file from `offset` on, so that appending is cheaper; the file's length is
/// unchanged. Not supported by all file systems.
int sys_reserve(int descriptor, int64_t offset, int64_t size);

/// Opens a file below a folder for reading (with `writing`, also for writing), without blocking. `type` is S_IFREG or
/// S_IFIFO: EINVAL for other files. EXDEV and ELOOP: symbolic links lead out of the folder, or are magic links of
/// /proc.
int sys_open_beneath(const char *folder, const char *path, mode_t type, bool writing);

/// flock with LOCK_EX | LOCK_NB: in Swift the structure with the same name hides the function.
int sys_try_lock(int descriptor);

/// Locks the whole file for this process: F_SETLK. EAGAIN: another process has locked it; its id is stored in `owner`,
/// 0 if unknown. Closing any descriptor of the file releases the lock.
int sys_lock(int descriptor, pid_t *owner);

/// pthread_clockjoin_np with CLOCK_MONOTONIC: waits at most `nanoseconds`. Returns false when the thread is still
/// running.
bool sys_join_within(pthread_t thread, int64_t nanoseconds);

/// FD_CLOEXEC and O_NONBLOCK set. (fcntl is variadic.)
int sys_set_cloexec(int descriptor);
int sys_set_nonblocking(int descriptor);

/// The peer's credentials: SO_PEERCRED. (struct ucred is behind _GNU_SOURCE.)
int sys_peer(int socket, uid_t *user, pid_t *process);

/// Maximum number of descriptors received or sent by one call.
enum { SYS_DESCRIPTORS_MAX = 16 };

/// recvmsg with MSG_CMSG_CLOEXEC: stores up to SYS_DESCRIPTORS_MAX descriptors in `descriptors`, and their number in
/// `count`. Further ones are closed; `truncated` tells whether there were any.
ssize_t sys_receive(int socket, void *bytes, size_t size, int *descriptors, int *count, bool *truncated);

/// sendmsg with MSG_NOSIGNAL, and the descriptors as SCM_RIGHTS (at most SYS_DESCRIPTORS_MAX, otherwise EINVAL).
ssize_t sys_send(int socket, const void *bytes, size_t size, const int *_Nullable descriptors, int count);

/// recv after ppoll with a timeout: EAGAIN when nothing was received, 0 at the end.
ssize_t sys_receive_within(int socket, void *bytes, size_t size, uint64_t nanoseconds);

/// Blocking recvmsg with MSG_CMSG_CLOEXEC: `descriptor` is the received one, or -1. (Room for one: the kernel closes
/// others.)
ssize_t sys_receive_waiting(int socket, void *bytes, size_t size, int *descriptor);

/// Moves a child process to the processor of this thread, unless that is `before`. Returns the processor; -1: unknown.
int sys_move_here(pid_t process, int before);

/// Runs the calling thread before ordinary programs where RLIMIT_RTPRIO allows it: its later threads and children are ordinary ones.
/// Elsewhere it and its later threads and children get short slices: among busy programs they run soon when they wake.
void sys_prefer_this_thread(void);

/// prctl(PR_SET_PDEATHSIG) and prctl(PR_SET_NAME). (prctl is variadic.)
int sys_die_with_parent(int signal);
int sys_set_thread_name(const char *name);

/// posix_spawn_file_actions_addchdir_np, which needs _GNU_SOURCE.
int sys_spawn_in(posix_spawn_file_actions_t *actions, const char *folder);

/// Starts the program `words[0]` with these streams (input, output, error) in a process group of its own, behind a guard, whose process it
/// returns. SIGTERM to the guard, or the end of this process, ends the group: by SIGTERM, and after two seconds by SIGKILL. The guard ends
/// with the program, with its status, or 128 + N behind signal N. -1 with `errno` when there can be no more processes.
pid_t sys_spawn_guarded(const int *streams, char *_Nullable const *_Nonnull words, char *_Nullable const *_Nonnull variables);

/// getrandom without flags.
ssize_t sys_random(void *bytes, size_t size);

/// WIFEXITED, WEXITSTATUS, WIFSIGNALED, WTERMSIG: macros.
bool sys_exited(int status);
int sys_exit_status(int status);
bool sys_was_signaled(int status);
int sys_termination_signal(int status);

/// A descriptor that becomes readable when the wall clock is set, or continues after the machine has slept;
/// `sys_rewatch_wall` rearms it.
int sys_watch_wall(void);
int sys_rewatch_wall(int watch);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
