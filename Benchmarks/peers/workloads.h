// The geometry of WORKLOADS.md and the clock, for peers in C.
#pragma once
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, BACKGROUND = 0xff203040 };

static uint32_t chance;

static inline uint32_t below(uint32_t n) {
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 16) % n;
}

typedef struct {
    int x, y;
    uint32_t color; // 0xffrrggbb
} Item;

static inline uint32_t any_color(void) {
    uint32_t r = 64 + below(192), g = 64 + below(192), b = 64 + below(192);
    return 0xff000000 | r << 16 | g << 8 | b;
}

static inline Item any_item(int width, int height) {
    Item item;
    item.x = below(width);
    item.y = below(height);
    item.color = any_color();
    return item;
}

typedef struct {
    Item item;
    double points[10][2], controls[10][2][2], star[5][2];
} Shape;

static inline Shape any_shape(void) {
    Shape s = {.item = any_item(1801, 961)};
    double x = s.item.x + 60, y = s.item.y + 60;
    for (int k = 0; k < 10; k++) {
        double r = 60 * (.75 + .25 * below(1000) / 1000.0), a = 2 * M_PI * k / 10;
        s.points[k][0] = x + r * cos(a);
        s.points[k][1] = y + r * sin(a);
    }
    for (int k = 0; k < 10; k++) {
        double *before = s.points[(k + 9) % 10], *a = s.points[k], *b = s.points[(k + 1) % 10];
        double *after = s.points[(k + 2) % 10];
        for (int c = 0; c < 2; c++) {
            s.controls[k][0][c] = a[c] + (b[c] - before[c]) / 6;
            s.controls[k][1][c] = b[c] - (after[c] - a[c]) / 6;
        }
    }
    for (int k = 0; k < 5; k++) {
        double a = 2 * M_PI * (2 * k % 5) / 5 - M_PI / 2;
        s.star[k][0] = x + 60 * cos(a);
        s.star[k][1] = y + 60 * sin(a);
    }
    return s;
}

typedef struct {
    int x, y;
    uint32_t colors[10];
} Group;

static inline Group any_group(void) {
    Group g;
    g.x = below(1341);
    g.y = below(646);
    for (int j = 0; j < 10; j++) g.colors[j] = any_color();
    return g;
}

// The coverage of a rectangle's shadow, `pad` wider on each side.
static inline void shadow(uint8_t *to, ptrdiff_t stride, int width, int height, int pad, double sigma) {
    double unit = sigma * sqrt(2);
    for (int y = 0; y < height + 2 * pad; y++)
        for (int x = 0; x < width + 2 * pad; x++) {
            double u = x + .5 - pad, v = y + .5 - pad;
            double across = erf(u / unit) - erf((u - width) / unit), down = erf(v / unit) - erf((v - height) / unit);
            to[y * stride + x] = (uint8_t)(255 * across * down / 4);
        }
}

// Three octaves of noise, opaque.
static inline uint32_t *photo(int width, int height) {
    static const int cells[3] = {256, 64, 16};
    static uint8_t lattice[3][3][140][260];
    uint32_t *pixels = malloc(4 * (size_t)width * height);
    chance = 777;
    for (size_t i = 0; i < sizeof lattice; i++) (&lattice[0][0][0][0])[i] = below(256);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t pixel = 0xff;
            for (int c = 0; c < 3; c++) {
                int sum = 0;
                for (int o = 0; o < 3; o++) {
                    int cell = cells[o], i = x / cell, j = y / cell;
                    int u = x % cell * 256 / cell, v = y % cell * 256 / cell;
                    uint8_t(*l)[260] = lattice[o][c];
                    int top = l[j % 140][i % 260] * (256 - u) + l[j % 140][(i + 1) % 260] * u;
                    int bottom = l[(j + 1) % 140][i % 260] * (256 - u) + l[(j + 1) % 140][(i + 1) % 260] * u;
                    sum += (top * (256 - v) + bottom * v) >> 16 >> (o + 1);
                }
                pixel = pixel << 8 | (sum > 255 ? 255 : sum);
            }
            pixels[(size_t)y * width + x] = pixel;
        }
    return pixels;
}

static inline void line_of_text(int number, int salt, char to[61]) {
    chance = 4242 + number + salt * 1000;
    for (int k = 0; k < 60; k++) {
        int n = below(30);
        to[k] = n < 26 ? 'a' + n : ' ';
    }
    to[60] = 0;
}

static inline double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

typedef struct {
    const char *name;
    void (*prepare)(void);
    void (*frame)(int number);
} Workload;

// Draws the workload that the arguments name for as many seconds as they say, and prints its times as JSON.
static inline int draw_workload(int count, char **arguments, const Workload *all) {
    if (count == 2 && !strcmp(arguments[1], "photo")) {
        uint32_t *pixels = photo(3840, 2160);
        for (size_t i = 0; i < 3840 * 2160; i++)
            for (int shift = 16; shift >= 0; shift -= 8) putchar(pixels[i] >> shift & 255);
        return 0;
    }
    if (count < 3) return 2;
    for (; all->name; all++) {
        if (strcmp(all->name, arguments[1])) continue;
        static double times[20000];
        int n = 0;
        chance = 12345;
        all->prepare();
        for (int f = 0; f < 3; f++) all->frame(f);
        double end = seconds(CLOCK_MONOTONIC) + atof(arguments[2]);
        while (n < 10 || (n < 20000 && seconds(CLOCK_MONOTONIC) < end)) {
            double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
            all->frame(n + 3);
            times[n++] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e3;
        }
        qsort(times, n, sizeof *times, by_size);
        printf("{\"median\": %.6f, \"best\": %.6f}\n", times[n / 2], times[0]);
    }
    return 0;
}
