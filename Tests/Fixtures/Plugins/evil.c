// A decoder that does what its file says: "EVIL", then a letter.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <scrim/plugin.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEXT(text) ((scrim_string){text, sizeof text - 1})

static char letter(const void *instance) { return ((const char *)instance)[4]; }

static uint8_t probe(void *context, const uint8_t *bytes, uint64_t length) {
    return length > 4 && memcmp(bytes, "EVIL", 4) == 0;
}

static scrim_status open_file(
    const scrim_host *host, void *context, const uint8_t *bytes, uint64_t length, void **instance) {
    *instance = (void *)bytes;
    if (letter(bytes) == 'o') for (;;) {}
    if (letter(bytes) == 'q') _exit(7);
    return SCRIM_OK;
}

static scrim_status info(void *instance, const scrim_host *host, scrim_picture *picture) {
    picture->width = picture->height = 4;
    picture->frame_count = 1;
    switch (letter(instance)) {
    case 'L': picture->width = picture->height = 100000; break;
    case 'Z': picture->width = 0; break;
    case 'F': picture->frame_count = 16385; break;
    case 'f': picture->frame_count = 16384; break;
    case 'W': picture->width = 32000, picture->height = 1; break;
    case 'w': picture->width = 32001, picture->height = 1; break;
    case 'a': picture->width = 50, picture->height = 20; break;
    case 'b': picture->width = 1001, picture->height = 1; break;
    }
    return SCRIM_OK;
}

static scrim_status duration(void *instance, const scrim_host *host, uint32_t frame, double *seconds) {
    *seconds = -1;
    return SCRIM_OK;
}

static uint32_t outcome(long result) { return result < 0 ? 0xFF000000u | (uint32_t)errno : 0xFFFFFFFFu; }

static scrim_status decode(void *instance, const scrim_host *host, const scrim_decode *request) {
    uint32_t *words = request->argb;
    switch (letter(instance)) {
    case 'C': *(volatile int *)8 = 1; break;
    case 'A': abort();
    case 'H': for (;;) {}
    case 'h': sleep(1000); break;
    case 'K': mremap(request->argb, 0, 4096, MREMAP_MAYMOVE); break;
    case 'k': kill(getppid(), SIGKILL); break;
    case 'M': {
        size_t total = 0;
        while (total < 1ull << 40 && malloc(1 << 30)) total += 1 << 30;
        if (total < 1ull << 40) break;
        return SCRIM_OK;
    }
    case 'G': case 'g': {
        // Kept: what is left over counts for the next one.
        void *memory = mmap(NULL, (letter(instance) == 'G' ? 320 : 64) << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return SCRIM_NO_MEMORY;
        break;
    }
    case 'R': host->log(host, SCRIM_LOG_ERROR, TEXT("of its own")); return SCRIM_FAILED;
    case 'S':
        words[0] = outcome(open("/etc/passwd", O_RDONLY));
        words[1] = outcome(socket(AF_UNIX, SOCK_STREAM, 0));
        words[2] = outcome(fork());
        words[3] = outcome(execl("/bin/true", "true", NULL));
        request = request;
        words += request->stride / 4;
        words[0] = outcome(kill(getppid(), 0));
        words[1] = outcome(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
        words[2] = outcome(unlink("/tmp/scrim-none"));
        words[3] = outcome(write(2, "", 1));
        return SCRIM_OK;
    default: words[0] = 0xFF123456u;
    }
    return letter(instance) == 'M' ? SCRIM_FAILED : SCRIM_OK;
}

static const scrim_decoder table = {
    sizeof table, 0, .probe = probe, .open = open_file, .info = info, .duration = duration, .decode = decode};

static const scrim_kind kind = {
    .size = sizeof kind, .property_size = sizeof(scrim_property), .name = {"evil", 4},
    .interface = {SCRIM_DECODER_INTERFACE, sizeof SCRIM_DECODER_INTERFACE - 1}, .help = {"evil", 4}, .table = &table};

static const scrim_kind *const kinds[] = {&kind};
static const scrim_plugin plugin = {
    .size = sizeof plugin, .abi = SCRIM_ABI, .id = {"Evil", 4}, .version = {"1", 1}, .kind_count = 1, .kinds = kinds};

SCRIM_EXPORT const scrim_plugin *scrim_plugin_entry(uint32_t host) { return &plugin; }
