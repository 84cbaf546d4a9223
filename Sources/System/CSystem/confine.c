#define _GNU_SOURCE
#include "confine.h"
#include "programs.h"

#include <errno.h>
#include <link.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit both;
    if (getrlimit(resource, &both) < 0) return -1;
    // Already lower for a process among others that are confined together.
    if (value < both.rlim_max) both.rlim_max = value;
    both.rlim_cur = both.rlim_max;
    return setrlimit(resource, &both);
}

int sys_limit(uint64_t addresses, uint64_t cpu_seconds, uint64_t descriptors) {
    if (limit(RLIMIT_AS, addresses) < 0 || limit(RLIMIT_CPU, cpu_seconds) < 0 || limit(RLIMIT_NOFILE, descriptors) < 0 || limit(RLIMIT_FSIZE, 0) < 0 ||
        limit(RLIMIT_CORE, 0) < 0)
        return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

#ifdef ARCHITECTURE
static const struct sock_filter beginning[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    // The x32 system calls begin here; no other architecture has such high numbers.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static const struct sock_filter running[] = {
    // Memory, but not executable. (On both architectures the low word of an argument comes first.)
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 4),
    LOAD(args[2]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
};

// Additional calls of the loader and of library initialization.
static const struct sock_filter loading[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
    LOAD(args[2]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    ALLOW(__NR_mmap),
    ALLOW(__NR_mprotect),
    ALLOW(__NR_faccessat),
    ALLOW(__NR_readlinkat),
    ALLOW(__NR_statx),
    ALLOW(__NR_fstatfs),
    ALLOW(__NR_statfs),
    ALLOW(__NR_getdents64),
    ALLOW(__NR_getcwd),
    ALLOW(__NR_fcntl),
    ALLOW(__NR_uname),
    ALLOW(__NR_sysinfo),
    ALLOW(__NR_getuid),
    ALLOW(__NR_geteuid),
    ALLOW(__NR_getgid),
    ALLOW(__NR_getegid),
#ifdef __NR_access
    ALLOW(__NR_access),
    ALLOW(__NR_readlink),
    ALLOW(__NR_stat),
    ALLOW(__NR_lstat),
#endif
    // For the next step of confinement.
    ALLOW(__NR_prctl),
    ALLOW(__NR_seccomp),
};

static int install(const struct sock_filter *middle, size_t size) {
    const struct sock_filter rest[] = {
        // Threads, which text needs, but no processes. The arguments of clone3 cannot be filtered: it is rejected.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // For abort, so that it can be distinguished from other ends.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // Its own limits, which it can lower and restore; not those of other processes.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        ALLOW(__NR_set_robust_list),
        ALLOW(__NR_munmap),
        ALLOW(__NR_mremap),
        ALLOW(__NR_madvise),
        ALLOW(__NR_brk),
        ALLOW(__NR_futex),
        // The socket to the daemon, descriptors received through it, and those that were open before.
        ALLOW(__NR_recvmsg),
        ALLOW(__NR_sendmsg),
        ALLOW(__NR_ppoll),
#ifdef __NR_poll
        ALLOW(__NR_poll),
#endif
        ALLOW(__NR_close),
        ALLOW(__NR_read),
        ALLOW(__NR_pread64),
        ALLOW(__NR_lseek),
        ALLOW(__NR_fstat),
        ALLOW(__NR_newfstatat),
        // Time, random numbers, and its own identity.
        ALLOW(__NR_clock_gettime),
        ALLOW(__NR_clock_nanosleep),
        ALLOW(__NR_gettimeofday),
        ALLOW(__NR_getrandom),
        ALLOW(__NR_getpid),
        ALLOW(__NR_gettid),
        ALLOW(__NR_sched_yield),
        ALLOW(__NR_sched_getaffinity),
        ALLOW(__NR_rseq),
        ALLOW(__NR_restart_syscall),
        ALLOW(__NR_rt_sigaction),
        ALLOW(__NR_rt_sigprocmask),
        ALLOW(__NR_rt_sigreturn),
        ALLOW(__NR_sigaltstack),
        ALLOW(__NR_exit),
        ALLOW(__NR_exit_group),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_filter filter[256];
    size_t first = sizeof beginning / sizeof *filter, second = size / sizeof *filter, third = sizeof rest / sizeof *filter;
    memcpy(filter, beginning, sizeof beginning);
    memcpy(filter + first, middle, size);
    memcpy(filter + first + second, rest, sizeof rest);
    struct sock_fprog program = {.len = (unsigned short)(first + second + third), .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    // All threads: libraries may have created some during loading.
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result > 0) errno = ESRCH;
    return result == 0 ? 0 : -1;
}

int sys_confine(void) { return install(running, sizeof running); }
int sys_confine_loading(void) { return install(loading, sizeof loading); }

#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// Programs need most calls; files are Landlock's. What is left: others' sockets, other processes, the system.
static const struct sock_filter together[] = {
    REFUSE(__NR_socket),
    REFUSE(__NR_connect),
    REFUSE(__NR_bind),
    REFUSE(__NR_ptrace),
    REFUSE(__NR_process_vm_readv),
    REFUSE(__NR_process_vm_writev),
    REFUSE(__NR_pidfd_getfd),
    REFUSE(__NR_mount),
    REFUSE(__NR_umount2),
    REFUSE(__NR_unshare),
    REFUSE(__NR_setns),
    REFUSE(__NR_bpf),
    REFUSE(__NR_perf_event_open),
    REFUSE(__NR_userfaultfd),
    REFUSE(__NR_io_uring_setup),
    REFUSE(__NR_keyctl),
    REFUSE(__NR_add_key),
    REFUSE(__NR_request_key),
    REFUSE(__NR_open_by_handle_at),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int sys_confine_programs(void) {
    struct sock_filter filter[64];
    size_t first = sizeof beginning / sizeof *filter;
    memcpy(filter, beginning, sizeof beginning);
    memcpy(filter + first, together, sizeof together);
    struct sock_fprog program = {.len = (unsigned short)(first + sizeof together / sizeof *filter), .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#else
int sys_confine_programs(void) {
    errno = ENOSYS;
    return -1;
}
int sys_confine(void) {
    errno = ENOSYS;
    return -1;
}
int sys_confine_loading(void) { return sys_confine(); }
#endif

// Landlock's numbers are the same on all architectures; older headers lack them and its later rights.
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    VERSION = 1,
    PATH_BENEATH = 1,
};
enum { EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, REMOVE_FILE = 1 << 5, MAKE_FILE = 1 << 8 };

struct ruleset {
    uint64_t files;
};

struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t parent;
};

int sys_files_begin(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION);
    if (version < 0) return -1;
    // All file rights that the kernel supports: initially 13, then linking, truncating, and devices.
    int bits = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    struct ruleset all = {.files = (UINT64_C(1) << bits) - 1};
    return (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
}

/// `rights` are those of a folder; a file has those of them that files have.
static int allow(int list, const char *path, uint64_t rights) {
    struct stat status;
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return 0;
    struct beneath rule = {.allowed = rights, .parent = file};
    if (fstat(file, &status) < 0 || !S_ISDIR(status.st_mode)) rule.allowed &= EXECUTE | WRITE_FILE | READ_FILE;
    int result = (int)syscall(ADD_RULE, list, PATH_BENEATH, &rule, 0);
    int error = errno;
    close(file);
    errno = error;
    return result;
}

int sys_files_allow(int list, const char *path) { return allow(list, path, READ_FILE | READ_DIR); }
int sys_files_allow_running(int list, const char *path) { return allow(list, path, EXECUTE | READ_FILE | READ_DIR); }
int sys_files_allow_changes(int list, const char *path) { return allow(list, path, READ_FILE | READ_DIR | WRITE_FILE | REMOVE_FILE | MAKE_FILE); }

static int allow_folder(struct dl_phdr_info *info, size_t size, void *list) {
    (void)size;
    char folder[4096];
    const char *end = info->dlpi_name == NULL || *info->dlpi_name != '/' ? NULL : strrchr(info->dlpi_name, '/');
    size_t length = end == NULL ? 0 : (size_t)(end - info->dlpi_name);
    if (length == 0 || length >= sizeof folder) return 0;
    memcpy(folder, info->dlpi_name, length);
    folder[length] = 0;
    return sys_files_allow(*(const int *)list, folder);
}

int sys_files_allow_loaded(int list) { return dl_iterate_phdr(allow_folder, &list); }

int sys_files_confine(int list) {
    int result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -1 : (int)syscall(RESTRICT_SELF, list, 0);
    int error = errno;
    close(list);
    errno = error;
    return result;
}

int sys_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

uint64_t sys_address_space_by(int status) {
    char text[64];
    ssize_t count = pread(status, text, sizeof text - 1, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

int sys_allow_addresses(uint64_t addresses) {
    struct rlimit both;
    if (getrlimit(RLIMIT_AS, &both) < 0) return -1;
    both.rlim_cur = addresses < both.rlim_max ? addresses : both.rlim_max;
    return setrlimit(RLIMIT_AS, &both);
}

uint64_t sys_address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}
