// The workloads in Blend2D. The wheel brings the library without its headers: the declarations below are of its C API.
#include "workloads.h"

typedef struct { uint64_t words[2]; } Object; // BLObjectCore
typedef struct { double x, y; } Point;
typedef struct { int x, y; } PointI;
typedef struct { int x, y, w, h; } RectI;
typedef struct { double x, y, w, h; } RectD;
typedef struct { double x, y, w, h, rx, ry; } RoundRect;
typedef struct { void *pixels; intptr_t stride; int w, h; uint32_t format, flags; } ImageData;

enum { PRGB32 = 1, A8 = 3, ACCESS_RW = 3, ROUND_RECT = 7, EVEN_ODD = 1, HINT_SAMPLING = 2, COPY = 1, JOIN_ROUND = 4 };
enum { TRANSLATE = 2, ROTATE = 5 };

extern uint32_t blContextInitAs(Object *, Object *image, const void *info);
extern uint32_t blContextEnd(Object *);
extern uint32_t blContextSave(Object *, void *);
extern uint32_t blContextRestore(Object *, void *);
extern uint32_t blContextSetHint(Object *, uint32_t hint, uint32_t value);
extern uint32_t blContextSetCompOp(Object *, uint32_t);
extern uint32_t blContextSetGlobalAlpha(Object *, double);
extern uint32_t blContextSetFillRule(Object *, uint32_t);
extern uint32_t blContextSetStrokeWidth(Object *, double);
extern uint32_t blContextSetStrokeJoin(Object *, uint32_t);
extern uint32_t blContextApplyTransformOp(Object *, uint32_t op, const void *data);
extern uint32_t blContextFillAllRgba32(Object *, uint32_t color);
extern uint32_t blContextFillRectIRgba32(Object *, const RectI *, uint32_t color);
extern uint32_t blContextFillGeometryRgba32(Object *, uint32_t type, const void *, uint32_t color);
extern uint32_t blContextStrokeGeometryRgba32(Object *, uint32_t type, const void *, uint32_t color);
extern uint32_t blContextFillMaskIRgba32(Object *, const PointI *, Object *, const RectI *, uint32_t color);
extern uint32_t blContextFillPathDRgba32(Object *, const Point *, Object *, uint32_t color);
extern uint32_t blContextStrokePathDRgba32(Object *, const Point *, Object *, uint32_t color);
extern uint32_t blContextFillUtf8TextDRgba32(Object *, const Point *, Object *, const char *, size_t, uint32_t color);
extern uint32_t blContextBlitImageI(Object *, const PointI *, Object *, const RectI *);
extern uint32_t blContextBlitScaledImageD(Object *, const RectD *, Object *, const RectI *);
extern uint32_t blImageInitAs(Object *, int w, int h, uint32_t format);
extern uint32_t blImageInitAsFromData(
    Object *, int w, int h, uint32_t format, void *, intptr_t stride, uint32_t access, void *, void *);
extern uint32_t blImageMakeMutable(Object *, ImageData *);
extern uint32_t blPathInit(Object *);
extern uint32_t blPathMoveTo(Object *, double, double);
extern uint32_t blPathLineTo(Object *, double, double);
extern uint32_t blPathCubicTo(Object *, double, double, double, double, double, double);
extern uint32_t blPathClose(Object *);
extern uint32_t blFontFaceInit(Object *);
extern uint32_t blFontFaceCreateFromFile(Object *, const char *, uint32_t);
extern uint32_t blFontInit(Object *);
extern uint32_t blFontCreateFromFace(Object *, Object *face, float size);

static Object target, context, shadow_mask, source, source_context, font, blobs[1000], stars[1000];
static Item items[2000];
static Shape shapes[1000];
static Group all_groups[20];

static void open_target(void) {
    blImageInitAs(&target, WIDTH, HEIGHT, PRGB32);
    blContextInitAs(&context, &target, NULL);
}

static void clear(void) { blContextFillAllRgba32(&context, BACKGROUND); }

static void make_shadow(int width, int height, int pad, double sigma) {
    ImageData data;
    blImageInitAs(&shadow_mask, width + 2 * pad, height + 2 * pad, A8);
    blImageMakeMutable(&shadow_mask, &data);
    shadow(data.pixels, data.stride, width, height, pad, sigma);
}

static void prepare_cards(void) {
    open_target();
    for (int i = 0; i < 200; i++) items[i] = any_item(1621, 781);
    make_shadow(300, 200, 15, 5);
    blContextSetStrokeWidth(&context, 5);
}

static void cards(int f) {
    clear();
    for (int i = 0; i < 200; i++) {
        int x = items[i].x + f % 2, y = items[i].y;
        PointI at = {x - 15, y - 10};
        RoundRect inside = {x, y, 300, 200, 20, 20}, border = {x + 2.5, y + 2.5, 295, 195, 17.5, 17.5};
        blContextFillMaskIRgba32(&context, &at, &shadow_mask, NULL, 0x80000000);
        blContextFillGeometryRgba32(&context, ROUND_RECT, &inside, items[i].color);
        blContextStrokeGeometryRgba32(&context, ROUND_RECT, &border, 0xffffffff);
    }
}

static void prepare_rectangles(void) {
    open_target();
    for (int i = 0; i < 2000; i++) items[i] = any_item(1857, 1017);
}

static void rectangles(int f) {
    clear();
    for (int i = 0; i < 2000; i++) {
        RectI r = {(items[i].x + f * (1 + i % 5)) % 1857, (items[i].y + f * (1 + i % 3)) % 1017, 64, 64};
        blContextFillRectIRgba32(&context, &r, (items[i].color & 0xffffff) | 0x80000000);
    }
}

static void prepare_shapes(void) {
    open_target();
    for (int i = 0; i < 1000; i++) {
        Shape *s = shapes + i;
        *s = any_shape();
        blPathInit(blobs + i);
        blPathMoveTo(blobs + i, s->points[0][0], s->points[0][1]);
        for (int k = 0; k < 10; k++) {
            double(*c)[2] = s->controls[k], *end = s->points[(k + 1) % 10];
            blPathCubicTo(blobs + i, c[0][0], c[0][1], c[1][0], c[1][1], end[0], end[1]);
        }
        blPathClose(blobs + i);
        blPathInit(stars + i);
        blPathMoveTo(stars + i, s->star[0][0], s->star[0][1]);
        for (int k = 1; k < 5; k++) blPathLineTo(stars + i, s->star[k][0], s->star[k][1]);
        blPathClose(stars + i);
    }
    blContextSetStrokeWidth(&context, 8);
    blContextSetStrokeJoin(&context, JOIN_ROUND);
}

static void fill_blobs(int f) {
    Point at = {f % 2, 0};
    clear();
    for (int i = 0; i < 1000; i++) blContextFillPathDRgba32(&context, &at, blobs + i, shapes[i].item.color);
}

static void fill_stars(int f) {
    Point at = {f % 2, 0};
    clear();
    blContextSetFillRule(&context, EVEN_ODD);
    for (int i = 0; i < 1000; i++) blContextFillPathDRgba32(&context, &at, stars + i, shapes[i].item.color);
}

static void stroke_blobs(int f) {
    Point at = {f % 2, 0};
    clear();
    for (int i = 0; i < 1000; i++) blContextStrokePathDRgba32(&context, &at, blobs + i, shapes[i].item.color);
}

static void prepare_shadow(void) {
    open_target();
    make_shadow(600, 400, 60, 20);
}

static void shadow_moved(int f) {
    int x = (100 + 7 * f) % 1000 + 100;
    RectI damage = {x - 67, 150, 734, 520};
    PointI at = {x - 60, 150};
    RoundRect r = {x, 200, 600, 400, 20, 20};
    blContextFillRectIRgba32(&context, &damage, BACKGROUND);
    blContextFillMaskIRgba32(&context, &at, &shadow_mask, NULL, 0x80000000);
    blContextFillGeometryRgba32(&context, ROUND_RECT, &r, 0xffffffff);
}

static void prepare_picture(void) {
    open_target();
    blImageInitAsFromData(&source, 3840, 2160, PRGB32, photo(3840, 2160), 3840 * 4, ACCESS_RW, NULL, NULL);
}

static void picture(int isBilinear, double degrees) {
    RectD whole = {0, 0, WIDTH, HEIGHT};
    double there[2] = {WIDTH / 2, HEIGHT / 2}, back[2] = {-WIDTH / 2, -HEIGHT / 2}, angle = degrees * M_PI / 180;
    blContextSetHint(&context, HINT_SAMPLING, isBilinear);
    blContextSave(&context, NULL);
    if (degrees != 0) {
        clear();
        blContextApplyTransformOp(&context, TRANSLATE, there);
        blContextApplyTransformOp(&context, ROTATE, &angle);
        blContextApplyTransformOp(&context, TRANSLATE, back);
    }
    blContextBlitScaledImageD(&context, &whole, &source, NULL);
    blContextRestore(&context, NULL);
}

static void bilinear(int f) { picture(1, 0 * f); }
static void nearest(int f) { picture(0, 0 * f); }
static void turned(int f) { picture(1, 7 + 0 * f); }

static void prepare_groups(void) {
    open_target();
    blImageInitAs(&source, 580, 435, PRGB32);
    for (int i = 0; i < 20; i++) all_groups[i] = any_group();
}

static void groups(int f) {
    clear();
    for (int i = 0; i < 20; i++) {
        PointI at = {all_groups[i].x + f % 2, all_groups[i].y};
        blContextInitAs(&source_context, &source, NULL);
        blContextSetCompOp(&source_context, COPY);
        blContextFillAllRgba32(&source_context, 0);
        for (int j = 0; j < 10; j++) {
            RectI r = {20 * j, 15 * j, 400, 300};
            blContextFillRectIRgba32(&source_context, &r, all_groups[i].colors[j]);
        }
        blContextEnd(&source_context);
        blContextSetGlobalAlpha(&context, .5);
        blContextBlitImageI(&context, &at, &source, NULL);
        blContextSetGlobalAlpha(&context, 1);
    }
}

static void prepare_text(void) {
    static Object face;
    open_target();
    blFontFaceInit(&face);
    blFontFaceCreateFromFile(&face, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0);
    blFontInit(&font);
    blFontCreateFromFace(&font, &face, 16);
}

static void text(int f) {
    char line[61];
    blContextFillAllRgba32(&context, 0xffffffff);
    for (int i = 0; i < 200; i++) {
        Point at = {(i / 50) * 480 + 4, (i % 50) * 21 + 18};
        line_of_text(i, f, line);
        blContextFillUtf8TextDRgba32(&context, &at, &font, line, 60, 0xff000000);
    }
}

int main(int count, char **arguments) {
    static const Workload all[] = {
        {"W1", prepare_cards, cards},
        {"W3", prepare_rectangles, rectangles},
        {"W4-blob-new", prepare_shapes, fill_blobs},
        {"W4-blob-moved", prepare_shapes, fill_blobs},
        {"W4-star-new", prepare_shapes, fill_stars},
        {"W4-star-moved", prepare_shapes, fill_stars},
        {"W4-stroke-new", prepare_shapes, stroke_blobs},
        {"W4-stroke-moved", prepare_shapes, stroke_blobs},
        {"W5-moved", prepare_shadow, shadow_moved},
        {"W6-bilinear", prepare_picture, bilinear},
        {"W6-nearest", prepare_picture, nearest},
        {"W6-turned", prepare_picture, turned},
        {"W7", prepare_groups, groups},
        {"W8-new", prepare_text, text},
        {NULL, NULL, NULL},
    };
    return draw_workload(count, arguments, all);
}
