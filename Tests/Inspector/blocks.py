#!/usr/bin/env python3
"""blocks.py CHROMIUM ADDRESS [PAGE…]: runs the blocks of the site's pages as a reader does, by their buttons.

Each page's last block runs what stands before it: each line has to succeed, or to fail in a block of errors. Prints a line for each page."""
import json
import sys

from chromium import Browser


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
        wrong += len(complaints := browser.complaints())
        print("\n".join(complaints) if complaints else "", end="")
    finally:
        browser.close()
    print(f"{blocks} blocks, {wrong} complaints")
    sys.exit(1 if wrong else 0)


main()
