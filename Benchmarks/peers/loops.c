// The workloads by Scrim's row loops alone: no lines, no layers, no damage, no plan. What the pixels take with these loops, and so
// the least that the daemon could take with them. Coverage of moved shapes stands ready, as the daemon keeps it.
#include "RowLoops.h"
#include "workloads.h"

enum { STRIDE = WIDTH * 4, SIDE = 122, CELLS = 144 };

static uint32_t *target;
static Item items[2000];
static Shape shapes[1000];
static uint32_t colors[1000];

static uint32_t *at(int x, int y) { return target + (size_t)y * WIDTH + x; }

static void open_target(void) {
    target = aligned_alloc(1 << 21, 4 << 21);
    memset(target, 0, 4 << 21);
}

static void fill(int x, int y, int width, int height, uint32_t pixel) { scrim_rows_fill(at(x, y), STRIDE, width, height, pixel); }

static void clear(void) { fill(0, 0, WIDTH, HEIGHT, BACKGROUND); }

static uint32_t half(uint32_t color) {
    uint32_t r = (color >> 16 & 255) * 128 / 255, g = (color >> 8 & 255) * 128 / 255, b = (color & 255) * 128 / 255;
    return 128u << 24 | r << 16 | g << 8 | b;
}

static void prepare_rectangles(void) {
    open_target();
    for (int i = 0; i < 2000; i++) items[i] = any_item(1857, 1017);
}

static void rectangles(int f) {
    clear();
    for (int i = 0; i < 2000; i++)
        scrim_rows_over(at((items[i].x + f * (1 + i % 5)) % 1857, (items[i].y + f * (1 + i % 3)) % 1017), STRIDE, 64, 64, half(items[i].color));
}

// MARK: One mover

enum { BUCKET = 32 };

static Item *small;
static int starts[HEIGHT / BUCKET + 2], *in_bucket;
static uint8_t corner_rows[2][6 * 24];

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

// The layers are found by rows of 32 pixels.
static void prepare_mover(int count) {
    open_target();
    clear();
    small = malloc(sizeof *small * count);
    in_bucket = malloc(sizeof *in_bucket * count);
    for (int i = 0; i < count; i++) small[i] = any_item(1897, 1057);
    for (int i = 0; i < count; i++) starts[small[i].y / BUCKET + 1]++;
    for (int b = 0; b <= HEIGHT / BUCKET; b++) starts[b + 1] += starts[b];
    static int next[HEIGHT / BUCKET + 2];
    memcpy(next, starts, sizeof next);
    for (int i = 0; i < count; i++) in_bucket[next[small[i].y / BUCKET]++] = i;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 24; x++) {
            double dx = x < 6 ? 5.5 - x : x >= 18 ? x - 17.5 : 0, out = hypot(dx, 5.5 - y) - 6;
            corner_rows[0][y * 24 + x] = corner_rows[1][(5 - y) * 24 + x] = (uint8_t)(255 * fmax(0, fmin(1, .5 - out)));
        }
}

static void prepare_100(void) { prepare_mover(100); }
static void prepare_10000(void) { prepare_mover(10000); }

// Rows of a layer, as far as they are between two columns and rows.
static void small_rows(const Item *item, int y, int height, const uint8_t *mask, int x0, int y0, int x1, int y1) {
    int left = clamp(item->x, x0, x1), right = clamp(item->x + 24, x0, x1);
    int top = clamp(item->y + y, y0, y1), bottom = clamp(item->y + y + height, y0, y1);
    if (left >= right || top >= bottom) return;
    if (!mask) return fill(left, top, right - left, bottom - top, item->color);
    scrim_rows_cover(
        at(left, top), STRIDE, mask + (top - item->y - y) * 24 + left - item->x, 24, right - left, bottom - top, item->color);
}

// Every layer in the damage is painted, the hidden ones too.
static void mover(int f) {
    int x = 50 + 7 * f % 1700, x0 = x - 7, x1 = x + 107, y0 = 500, y1 = 600;
    fill(x0, y0, x1 - x0, y1 - y0, BACKGROUND);
    for (int b = (y0 - 24) / BUCKET; b <= y1 / BUCKET; b++)
        for (int k = starts[b]; k < starts[b + 1]; k++) {
            const Item *item = small + in_bucket[k];
            if (item->x >= x1 || item->x + 24 <= x0) continue;
            small_rows(item, 0, 6, corner_rows[0], x0, y0, x1, y1);
            small_rows(item, 6, 12, NULL, x0, y0, x1, y1);
            small_rows(item, 18, 6, corner_rows[1], x0, y0, x1, y1);
        }
    scrim_rows_over(at(x, 500), STRIDE, 100, 100, 0x80800000);
}

// MARK: Shapes

static int32_t cells[CELLS * SIDE] __attribute__((aligned(64)));
static uint64_t touched[SIDE];

// Adds a shape to cells and paints it on `pixels`; its window begins on a cache line.
static void draw(const Shape *s, int is_star, double dx, uint32_t *pixels, int stride, int x, int y, uint32_t pixel) {
    static const uint8_t blob[] = {0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4}, star[] = {0, 1, 1, 1, 1, 4};
    double points[31][2];
    int n = 0;
    if (is_star) {
        for (; n < 5; n++) memcpy(points[n], s->star[n], sizeof points[n]);
    } else {
        memcpy(points[n++], s->points[0], sizeof points[0]);
        for (int k = 0; k < 10; k++) {
            memcpy(points[n++], s->controls[k][0], sizeof points[0]);
            memcpy(points[n++], s->controls[k][1], sizeof points[0]);
            memcpy(points[n++], s->points[(k + 1) % 10], sizeof points[0]);
        }
    }
    struct scrim_place places[31], box[2];
    struct scrim_map map = {1, 0, 0, 1, dx, 0};
    if (!scrim_rows_place(places, points[0], n, &map, box)) return;
    int left = x & ~15;
    struct scrim_cells window = {
        .cells = cells, .touched = touched, .stride = CELLS, .words = 1, .width = x - left + 121, .height = 121, .first = x - left};
    struct scrim_place origin = {(s->item.x - x + left) * 1024, s->item.y * 1024};
    if (is_star) scrim_rows_outline(&window, origin, star, 6, places, n, 1);
    else scrim_rows_outline(&window, origin, blob, 12, places, n, 1);
    scrim_rows_cells(pixels + (size_t)y * stride / 4 + left, stride, &window, pixel, is_star ? SCRIM_RULE_EVENODD : SCRIM_RULE_NONZERO);
}

static void prepare_shapes(void) {
    open_target();
    for (int i = 0; i < 1000; i++) {
        shapes[i] = any_shape();
        if (shapes[i].item.x > WIDTH - SIDE) shapes[i].item.x = WIDTH - SIDE;
        colors[i] = shapes[i].item.color;
    }
}

static void new_shapes(int f, int is_star) {
    clear();
    for (int i = 0; i < 1000; i++) {
        Shape *s = shapes + i;
        draw(s, is_star, .002 * f, target, STRIDE, s->item.x, s->item.y, colors[i]);
    }
}

static void new_blobs(int f) { new_shapes(f, 0); }
static void new_stars(int f) { new_shapes(f, 1); }

// Runs of one shape: rows of pixels with coverages of their own, and solid ones between them.
typedef struct {
    struct scrim_run *runs;
    uint32_t rows[SIDE];
    uint8_t *values;
} Kept;

static Kept kept[1000];

static void keep(Kept *k, const Shape *s, int is_star) {
    enum { SOLID = 8 };
    static uint32_t pixels[SIDE * CELLS] __attribute__((aligned(64)));
    memset(pixels, 0, sizeof pixels);
    Shape here = *s;
    draw(&here, is_star, 0, pixels, CELLS * 4, 0, 0, 0xffffffff);
    k->runs = malloc(sizeof *k->runs * SIDE * 16);
    k->values = malloc(SIDE * CELLS);
    uint32_t count = 0, value = 0;
    for (int y = 0; y < SIDE - 1; y++) {
        k->rows[y] = count;
        for (int x = 0; x < 121;) {
            uint8_t alpha = pixels[y * CELLS + x] >> 24;
            int end = x;
            while (end < 121 && pixels[y * CELLS + end] >> 24 == alpha) end++;
            if (alpha == 0 || (alpha == 255 && end - x >= SOLID)) {
                if (alpha) k->runs[count++] = (struct scrim_run){x, end, 255};
                x = end;
                continue;
            }
            int from = x;
            uint32_t first = value;
            while (x < 121 && (alpha = pixels[y * CELLS + x] >> 24)) {
                int ahead = x;
                while (ahead < 121 && pixels[y * CELLS + ahead] >> 24 == 255) ahead++;
                if (ahead - x >= SOLID) break;
                k->values[value++] = alpha;
                x++;
            }
            k->runs[count++] = (struct scrim_run){from, x, SCRIM_EACH + first};
        }
    }
    k->rows[SIDE - 1] = count;
}

static void prepare_kept(int is_star) {
    prepare_shapes();
    for (int i = 0; i < 1000; i++) keep(kept + i, shapes + i, is_star);
}

static void prepare_blobs(void) { prepare_kept(0); }
static void prepare_stars(void) { prepare_kept(1); }

static void moved_shapes(int f) {
    clear();
    for (int i = 0; i < 1000; i++)
        scrim_rows_runs(
            at(shapes[i].item.x + f % 2, shapes[i].item.y), STRIDE, kept[i].runs, kept[i].rows, SIDE - 1, kept[i].values, colors[i]);
}

// MARK: A shadow

static uint8_t shadow_mask[520 * 720];

static void prepare_shadow(void) {
    open_target();
    clear();
    shadow(shadow_mask, 720, 600, 400, 60, 20);
}

// The shadow is left out behind the rectangle, and what the rectangle covers is not filled.
static void shadow_moved(int f) {
    int x = (100 + 7 * f) % 1000 + 100;
    fill(x - 67, 150, 734, 50, BACKGROUND);
    fill(x - 67, 600, 734, 70, BACKGROUND);
    fill(x - 67, 200, 67, 400, BACKGROUND);
    fill(x + 600, 200, 67, 400, BACKGROUND);
    scrim_rows_cover(at(x - 60, 150), STRIDE, shadow_mask, 720, 720, 50, 0x80000000);
    scrim_rows_cover(at(x - 60, 600), STRIDE, shadow_mask + 720 * 450, 720, 720, 70, 0x80000000);
    scrim_rows_cover(at(x - 60, 200), STRIDE, shadow_mask + 720 * 50, 720, 60, 400, 0x80000000);
    scrim_rows_cover(at(x + 600, 200), STRIDE, shadow_mask + 720 * 50 + 660, 720, 60, 400, 0x80000000);
    fill(x, 200, 600, 400, 0xffffffff);
}

// MARK: A picture

static uint32_t *source;

static void prepare_picture(void) {
    open_target();
    source = photo(3840, 2160);
}

static void nearest(int f) {
    for (int y = 0; y < HEIGHT; y++) scrim_row_seconds(at(0 * f, y), source + (size_t)2 * y * 3840, WIDTH);
}

static void bilinear(int f) {
    for (int y = 0; y < HEIGHT; y++) scrim_row_halved(at(0 * f, y), source + (size_t)2 * y * 3840, source + (size_t)(2 * y + 1) * 3840, WIDTH);
}

int main(int count, char **arguments) {
    static const Workload all[] = {
        {"W2-100", prepare_100, mover}, {"W2-10000", prepare_10000, mover},
        {"W3", prepare_rectangles, rectangles}, {"W4-blob-new", prepare_shapes, new_blobs}, {"W4-star-new", prepare_shapes, new_stars},
        {"W4-blob-moved", prepare_blobs, moved_shapes}, {"W4-star-moved", prepare_stars, moved_shapes},
        {"W5-moved", prepare_shadow, shadow_moved}, {"W6-nearest", prepare_picture, nearest},
        {"W6-bilinear", prepare_picture, bilinear}, {NULL, NULL, NULL},
    };
    return draw_workload(count, arguments, all);
}
