#include "InspectorPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char html[] = {
#embed "page/index.html"
};
static const char css[] = {
#embed "page/page.css"
};
static const char js[] = {
#embed "page/page.js"
};

const struct page_file page_html = {html, sizeof html}, page_css = {css, sizeof css}, page_js = {js, sizeof js};
