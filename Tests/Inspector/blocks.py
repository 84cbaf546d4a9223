#!/usr/bin/env python3
"""blocks.py CHROMIUM ADDRESS [PAGE…]: runs the blocks of the site's pages as a reader does, by their buttons.

Each page's last block runs what stands before it: each line has to succeed, or to fail in a block of errors. Prints a line for each page."""
import json
import sys

from chromium import Browser


# What people call things who come from CSS, HTML, SVG, Qt, SwiftUI, eww or conky.
WORDS = """border-radius box-shadow z-index visibility overflow clip-path mix-blend-mode backdrop-filter flexbox hstack grid keyframes tween ease-in-out
    transitionend onclick mouse touch keyboard hover drag swipe signal callback listener observe poll setinterval cron template widget class css variable
    dark foreach loop label font div rect svg png img mp4 screenshot recording obs headless window panel bar systemd crash checkbox switch range modal
    tooltip physics gravity bounce dropdown spinner calendar shortcut clipboard ternary regex underline ellipsis retina monitor sparkline gauge gpu rtl
    padding gap accordion snackbar""".split()


def unfound(browser):
    """The words for which the search finds nothing."""
    return browser.js("""%s.filter(word => {
        const field = document.getElementById('search');
        field.value = word;
        field.dispatchEvent(new Event('input'));
        return !document.querySelectorAll('#found li').length;
    })""" % json.dumps(WORDS))


def run(browser, number):
    """What was not as it should be, as (line, fails, reply), when a block's button is pressed."""
    browser.js(f"document.querySelectorAll('.run')[{number}].scrollIntoView(); document.querySelectorAll('.run')[{number}].click()")
    browser.until("document.querySelector('.live')?.dataset.state === 'done'")
    return json.loads(browser.js("document.querySelector('.live').dataset.wrong"))


def try_page(browser, address, page):
    """(blocks, complaints) of a page."""
    browser.go(address + page)
    browser.until(f"location.pathname.endsWith({json.dumps('/' + page)}) && document.body.dataset.runs !== undefined")
    count = browser.js("document.querySelectorAll('.run').length")
    is_alone = browser.js("'alone' in document.body.dataset")
    tried = range(count) if is_alone else range(count)[-1:]
    return count, [f"block {number + 1}: {line}: {reply}" for number in tried for line, _, reply in run(browser, number)]


def pages(browser, address):
    """All pages that the search knows."""
    browser.go(address + "index.html")
    browser.until("document.body.dataset.runs !== undefined")
    return sorted(browser.js("[...new Set(INDEX.map(one => one.u.split('#')[0]))]"))


def main():
    program, address, *wanted = sys.argv[1:]
    address = address.removesuffix("index.html")
    browser, wrong, blocks = Browser(program), 0, 0
    try:
        for page in wanted or pages(browser, address):
            count, found = try_page(browser, address, page)
            blocks += count
            wrong += len(found)
            if count:
                print(f"{page}: {count} blocks" + "".join(f"\n  {one}" for one in found), flush=True)
        missing = unfound(browser)
        wrong += len(missing)
        print(f"search: {len(WORDS)} words, without a page: {', '.join(missing) or 'none'}")
        wrong += len(complaints := browser.complaints())
        print("\n".join(complaints) if complaints else "", end="")
    finally:
        browser.close()
    print(f"{blocks} blocks, {wrong} complaints")
    sys.exit(1 if wrong else 0)


main()
