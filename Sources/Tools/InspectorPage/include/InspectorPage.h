#pragma once

#include <stddef.h>

/// A file of the page, compiled in.
struct page_file {
    const char *_Nonnull bytes;
    size_t size;
};

extern const struct page_file page_html, page_css, page_js;
