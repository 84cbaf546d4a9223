#define _GNU_SOURCE
#include "parts.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// MARK: What is there

static double refresh(const drmModeModeInfo *timing) {
    double pixels = (double)timing->htotal * timing->vtotal;
    if (timing->vscan > 1) pixels *= timing->vscan;
    return timing->clock && pixels > 0 ? round(timing->clock * 1e6 / pixels) / 1000 : timing->vrefresh ? timing->vrefresh : 60;
}

/// The mode closest to the requested one; null when a size is requested that no mode has.
static const drmModeModeInfo *timing(const drmModeConnector *connector, const kernel_wish *wish) {
    const drmModeModeInfo *best = NULL;
    for (int at = 0; at < connector->count_modes; at++) {
        const drmModeModeInfo *mode = &connector->modes[at];
        if (mode->hdisplay < 1 || mode->vdisplay < 1) continue;
        if (wish->width) {
            if (mode->hdisplay != wish->width || mode->vdisplay != wish->height) continue;
            if (best && !(wish->refresh > 0 && fabs(refresh(mode) - wish->refresh) < fabs(refresh(best) - wish->refresh))) continue;
        } else if (best && (best->type & DRM_MODE_TYPE_PREFERRED || !(mode->type & DRM_MODE_TYPE_PREFERRED))) {
            continue;
        }
        best = mode;
    }
    return best;
}

static uint32_t controller(int file, const drmModeRes *all, const drmModeConnector *connector) {
    drmModeEncoder *encoder = connector->encoder_id ? drmModeGetEncoder(file, connector->encoder_id) : NULL;
    uint32_t found = encoder ? encoder->crtc_id : 0;
    drmModeFreeEncoder(encoder);
    for (int at = 0; !found && at < connector->count_encoders; at++) {
        if (!(encoder = drmModeGetEncoder(file, connector->encoders[at]))) continue;
        for (int bit = 0; !found && bit < all->count_crtcs && bit < 32; bit++) {
            if (encoder->possible_crtcs & 1u << bit) found = all->crtcs[bit];
        }
        drmModeFreeEncoder(encoder);
    }
    return found;
}

static void name(const drmModeConnector *connector, char *text, size_t length) {
    const char *type = drmModeGetConnectorTypeName(connector->connector_type);
    snprintf(text, length, "%s-%u", type ? type : "Unknown", connector->connector_type_id);
}

// MARK: Memory

static void drop(card *card, scanout *buffer) {
    if (buffer->pixels) munmap(buffer->pixels, buffer->size);
    if (buffer->framebuffer) drmModeRmFB(card->file, buffer->framebuffer);
    if (buffer->handle) drmModeDestroyDumbBuffer(card->file, buffer->handle);
    *buffer = (scanout){0};
}

static bool make(card *card, scanout *buffer) {
    uint64_t size = 0, offset = 0;
    if (drmModeCreateDumbBuffer(
            card->file, card->mode.width, card->mode.height, 32, 0, &buffer->handle, &buffer->stride, &size) != 0)
        return false;
    buffer->size = size;
    if (drmModeAddFB(
            card->file, card->mode.width, card->mode.height, 24, 32, buffer->stride, buffer->handle, &buffer->framebuffer) != 0
        || drmModeMapDumbBuffer(card->file, buffer->handle, &offset) != 0)
        return false;
    void *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, card->file, (off_t)offset);
    if (pixels == MAP_FAILED) return false;
    buffer->pixels = pixels;
    buffer->misses_all = true;
    return true;
}

void card_hide_arrow(card *card) {
    if (card->arrow.handle) drmModeSetCursor(card->file, card->controller, 0, 0, 0);
    drop(card, &card->arrow);
}

/// Drops screen and mode, but keeps the card.
static void leave(card *card) {
    card_hide_arrow(card);
    card->has_no_arrow = false;
    card->connector = 0;
    card->is_flipping = card->is_behind = card->has_picture = false;
    card->refusal = 0;
    for (int at = 0; at < 2; at++) drop(card, &card->buffers[at]);
}

/// Draws a white arrow with a black edge; its tip is the corner.
static void draw_arrow(uint32_t *pixels, size_t row) {
    for (int y = 0; y < 18; y++) {
        int width = y < 13 ? y * 3 / 4 + 1 : 18 - y;
        for (int x = 0; x < width; x++)
            pixels[(size_t)y * row + (size_t)x] = x == 0 || x >= width - 1 || y == 17 ? 0xFF000000 : 0xFFFFFFFF;
    }
}

/// Shows the arrow in the card's cursor plane: moving the pointer needs no frame.
static bool make_arrow(card *card) {
    uint64_t size = 0, offset = 0;
    scanout *arrow = &card->arrow;
    if (drmModeCreateDumbBuffer(card->file, ARROW, ARROW, 32, 0, &arrow->handle, &arrow->stride, &size) != 0) return false;
    arrow->size = size;
    if (drmModeMapDumbBuffer(card->file, arrow->handle, &offset) != 0) return false;
    void *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, card->file, (off_t)offset);
    if (pixels == MAP_FAILED) return false;
    arrow->pixels = pixels;
    memset(pixels, 0, size);
    draw_arrow(pixels, arrow->stride / 4);
    return drmModeSetCursor(card->file, card->controller, arrow->handle, ARROW, ARROW) == 0;
}

void card_move_arrow(kernel_screen *screen, double x, double y) {
    card *card = &screen->card;
    if (screen->wish.hides_arrow || !card->connector || card->needs_mode || card->has_no_arrow) return;
    if (!card->arrow.pixels && !make_arrow(card)) {
        drop(card, &card->arrow);
        card->has_no_arrow = true;
        return;
    }
    drmModeMoveCursor(card->file, card->controller, (int)x, (int)y);
}

// MARK: Buffers

static void miss(scanout *buffer, const kernel_rect *rects, size_t count) {
    if (buffer->missed_count + count > MOST_RECTS) buffer->misses_all = true;
    if (buffer->misses_all || count == 0) return;
    memcpy(buffer->missed + buffer->missed_count, rects, count * sizeof *rects);
    buffer->missed_count += count;
}

/// Updates a buffer from the picture. Its memory is only written, as reading is slow on many cards.
static void catch_up(const card *card, scanout *buffer) {
    kernel_rect all = {0, 0, (int32_t)card->mode.width, (int32_t)card->mode.height};
    if (buffer->misses_all) {
        buffer->missed[0] = all;
        buffer->missed_count = 1;
    }
    for (size_t at = 0; at < buffer->missed_count; at++) {
        kernel_rect rect = buffer->missed[at];
        // The mode may have changed while the frame was painted.
        rect.x1 = rect.x1 < all.x1 ? rect.x1 : all.x1;
        rect.y1 = rect.y1 < all.y1 ? rect.y1 : all.y1;
        if (rect.x0 < 0 || rect.y0 < 0 || rect.x0 >= rect.x1) continue;
        for (int32_t y = rect.y0; y < rect.y1; y++) {
            memcpy(
                buffer->pixels + (size_t)y * buffer->stride + (size_t)rect.x0 * 4,
                card->pixels + (size_t)y * card->mode.width + rect.x0, (size_t)(rect.x1 - rect.x0) * 4);
        }
    }
    buffer->missed_count = 0;
    buffer->misses_all = false;
}

/// Shows a buffer by setting the mode. Returns false when the card rejects it.
static bool set_mode(card *card, const scanout *buffer) {
    int status = drmModeSetCrtc(card->file, card->controller, buffer->framebuffer, 0, 0, &card->connector, 1, &card->timing);
    card->needs_mode = status != 0;
    // A pending flip is no rejection.
    card->refusal = status == 0 || status == -EBUSY ? 0 : -status;
    return status == 0;
}

// MARK: Finding a screen

/// Starts with a connector and one of its modes. Returns false when the card has no memory for it.
static bool begin(card *card, const drmModeConnector *connector, const drmModeModeInfo *mode, uint32_t controller) {
    leave(card);
    uint32_t *pixels = calloc((size_t)mode->hdisplay * mode->vdisplay, 4);
    // A frame may still be painted into the pixels that were requested last.
    if (card->retired) free(card->pixels);
    else card->retired = card->pixels;
    card->pixels = pixels;
    card->timing = *mode;
    card->mode = (kernel_mode){
        .width = mode->hdisplay, .height = mode->vdisplay, .refresh = refresh(mode), .generation = card->mode.generation + 1};
    name(connector, card->mode.name, sizeof card->mode.name);
    card->controller = controller;
    card->connector = connector->connector_id;
    card->needs_mode = true;
    if (!card->before) card->before = drmModeGetCrtc(card->file, controller);
    if (pixels && make(card, &card->buffers[0]) && make(card, &card->buffers[1])) return true;
    leave(card);
    return false;
}

/// Uses a connector of the open card. Returns false when none matches the request.
static bool take(card *card, const kernel_wish *wish) {
    uint64_t can = 0;
    drmModeRes *all = drmGetCap(card->file, DRM_CAP_DUMB_BUFFER, &can) == 0 && can ? drmModeGetResources(card->file) : NULL;
    if (!all) return false;
    bool is_found = false;
    // The present connector is tried first: it is kept as long as possible.
    for (int at = card->connector ? -1 : 0; !is_found && at < all->count_connectors; at++) {
        drmModeConnector *connector = drmModeGetConnector(card->file, at < 0 ? card->connector : all->connectors[at]);
        if (!connector) continue;
        char text[64];
        name(connector, text, sizeof text);
        uint32_t by = controller(card->file, all, connector);
        if (by && (!*wish->connector || !strcmp(text, wish->connector))) {
            const drmModeModeInfo *mode = timing(connector, wish);
            card->has_connector = true;
            if (connector->connection == DRM_MODE_CONNECTED) card->has_screen = true;
            if (connector->connection == DRM_MODE_CONNECTED && mode) {
                bool is_same = card->connector == connector->connector_id && !memcmp(&card->timing, mode, sizeof *mode);
                is_found = is_same || begin(card, connector, mode, by);
            }
        }
        drmModeFreeConnector(connector);
    }
    drmModeFreeResources(all);
    return is_found;
}

/// Releases the card. Its picture remains readable.
static void release(kernel_screen *screen) {
    card *card = &screen->card;
    if (card->file < 0) return;
    leave(card);
    drmModeFreeCrtc(card->before);
    card->before = NULL;
    screen_forget(screen, card->file);
    libseat_close_device(screen->seat, card->device);
    // This process owns the descriptor.
    close(card->file);
    card->file = card->device = -1;
}

static bool open_card(kernel_screen *screen, const char *path) {
    card *card = &screen->card;
    errno = 0;
    card->device = libseat_open_device(screen->seat, path, &card->file);
    if (card->device < 0) {
        card->file = -1;
        // A missing card is only reported when there is no other error.
        if (!card->error || card->error == ENOENT) card->error = errno ? errno : ENOENT;
        return false;
    }
    screen_watch(screen, card->file);
    card->can_open = true;
    snprintf(card->path, sizeof card->path, "%s", path);
    if (take(card, &screen->wish)) return true;
    release(screen);
    return false;
}

/// Shows the last picture again, for example after another console was shown: the next frame may be late.
static void show_again(kernel_screen *screen) {
    card *card = &screen->card;
    if (card->is_flipping || !card->has_picture) return;
    scanout *front = &card->buffers[card->front];
    catch_up(card, front);
    // Also sets up the link to the screen again.
    set_mode(card, front);
    if (!card->arrow.handle) return;
    drmModeSetCursor(card->file, card->controller, card->arrow.handle, ARROW, ARROW);
    drmModeMoveCursor(card->file, card->controller, (int)screen->devices.x, (int)screen->devices.y);
}

static bool search(kernel_screen *screen) {
    card *card = &screen->card;
    const kernel_wish *wish = &screen->wish;
    if (card->file >= 0 && (!*wish->card || !strcmp(wish->card, card->path)) && take(card, wish)) return true;
    release(screen);
    if (*wish->card) return open_card(screen, wish->card);
    for (int at = 0; at < 8; at++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/dri/card%d", at);
        if (open_card(screen, path)) return true;
    }
    return false;
}

bool card_find(kernel_screen *screen) {
    card *card = &screen->card;
    const kernel_wish *wish = &screen->wish;
    card->error = 0;
    card->can_open = card->has_connector = card->has_screen = card->is_unplugged = false;
    if (search(screen)) {
        show_again(screen);
        return true;
    }
    card->is_unplugged = card->has_connector && !card->has_screen;
    size_t room = sizeof card->reason;
    if (!card->can_open) snprintf(card->reason, room, "no card can be opened: %s", strerror(card->error));
    else if (!card->has_connector && *wish->connector) snprintf(card->reason, room, "there is no connector %s", wish->connector);
    else if (!card->has_connector) snprintf(card->reason, room, "no card has a connector");
    else if (card->has_screen && wish->width)
        snprintf(
            card->reason, room, "no screen at %s has the mode %ux%u", *wish->connector ? wish->connector : "any connector",
            wish->width, wish->height);
    else if (card->has_screen) snprintf(card->reason, room, "no memory of a card for a screen");
    else if (*wish->connector) snprintf(card->reason, room, "no screen at %s", wish->connector);
    else snprintf(card->reason, room, "no screen is connected");
    return false;
}

void card_close(kernel_screen *screen, bool restores) {
    card *card = &screen->card;
    drmModeCrtc *before = card->before;
    if (card->file >= 0 && restores && before && card->connector) {
        if (before->mode_valid)
            drmModeSetCrtc(
                card->file, before->crtc_id, before->buffer_id, before->x, before->y, &card->connector, 1, &before->mode);
        else drmModeSetCrtc(card->file, before->crtc_id, 0, 0, 0, NULL, 0, NULL);
    }
    release(screen);
    free(card->pixels);
    free(card->retired);
    card->pixels = card->retired = NULL;
}

// MARK: Frames

uint32_t *kernel_screen_pixels(kernel_screen *screen) {
    free(screen->card.retired);
    screen->card.retired = NULL;
    return screen->card.connector ? screen->card.pixels : NULL;
}

bool kernel_screen_is_awaited(const kernel_screen *screen) { return screen->card.is_flipping; }

uint64_t kernel_screen_seen(const kernel_screen *screen) { return screen->card.seen; }

/// Shows the picture with the back buffer. Returns false when it is shown immediately or not at all.
static bool flip(kernel_screen *screen) {
    card *card = &screen->card;
    scanout *back = &card->buffers[card->front ^ 1];
    card->is_behind = false;
    catch_up(card, back);
    if (!card->needs_mode
        && drmModePageFlip(card->file, card->controller, back->framebuffer, DRM_MODE_PAGE_FLIP_EVENT, screen) == 0) {
        card->is_flipping = true;
        card->flip_start = screen_now();
        return true;
    }
    // The first frame sets the mode, and cards that cannot flip set it each time.
    if (set_mode(card, back)) card->front ^= 1;
    else if (card->refusal) screen->news |= KERNEL_NEWS_SCREEN;
    return false;
}

bool kernel_screen_show(kernel_screen *screen, const kernel_rect *rects, size_t count) {
    card *card = &screen->card;
    if (!card->connector) return false;
    card->has_picture = true;
    for (int at = 0; at < 2; at++) miss(&card->buffers[at], rects, count);
    if (!screen->is_enabled) return false;
    // A frame may come before the last one is visible, for example for a snapshot.
    if (card->is_flipping) return card->is_behind = true;
    return flip(screen);
}

void kernel_screen_give_up(kernel_screen *screen) {
    card *card = &screen->card;
    if (!card->is_flipping || screen_now() - card->flip_start < (uint64_t)KERNEL_LONGEST_FLIP * 1000000) return;
    card->is_flipping = false;
    card->needs_mode = true;
    flip(screen);
}

static void flipped(int file, unsigned sequence, unsigned seconds, unsigned microseconds, void *data) {
    (void)file, (void)sequence;
    kernel_screen *screen = data;
    card *card = &screen->card;
    if (!card->is_flipping) return;
    card->is_flipping = false;
    card->front ^= 1;
    card->seen = (uint64_t)seconds * 1000000000 + (uint64_t)microseconds * 1000;
    // A picture that came meanwhile is shown next, and reported then.
    if (card->is_behind && screen->is_enabled && flip(screen)) return;
    screen->news |= KERNEL_NEWS_SEEN;
}

void card_dispatch(kernel_screen *screen) {
    drmEventContext context = {.version = 2, .page_flip_handler = flipped};
    // Reading would block when there is no data.
    struct pollfd ready = {.fd = screen->card.file, .events = POLLIN};
    if (poll(&ready, 1, 0) <= 0) return;
    if (ready.revents & POLLIN && drmHandleEvent(screen->card.file, &context) == 0) return;
    if (!(ready.revents & (POLLERR | POLLHUP | POLLNVAL))) return;
    // The card was unplugged.
    release(screen);
    card_find(screen);
    screen->news |= KERNEL_NEWS_SCREEN;
}
