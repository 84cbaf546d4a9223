#!/usr/bin/env python3
"""browse.py CHROMIUM ADDRESS: uses the inspector's page as somebody would, with keys where that is possible."""
import sys
import time

from chromium import Browser


def fits(browser, width):
    """Nothing stands out at the side, and what can be pressed is within the page."""
    assert browser.js("document.documentElement.scrollWidth") <= width, f"wider than {width}"
    out = browser.js("""[...document.querySelectorAll('button, input, select')].filter(one => {
        const box = one.getBoundingClientRect();
        return !one.closest('#deep, .scroll') && box.width > 0 && (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight);
    }).map(one => one.outerHTML)""")
    assert not out, f"beyond the page at {width}: {out}"


def use(browser, address):
    browser.go(address)
    browser.until("document.getElementById('state').textContent === 'connected'")
    browser.until("generation > 0 && state.size[0] === 320")
    fits(browser, 1280)

    # A line of one's own, by keys, and the picture that comes of it.
    browser.js("document.getElementById('tab-log').click(); document.getElementById('line').focus()")
    browser.type("create card layer frame=40,50,200,100 backgroundColor=#0a84ff")
    browser.key("Enter")
    browser.until("[...painter.getImageData(Math.round(140 * canvas.width / 320), Math.round(100 * canvas.height / 200), 1, 1).data].join() === '10,132,255,255'")
    browser.until("[...document.querySelectorAll('#lines li')].some(one => one.textContent.startsWith('create card layer parent=root'))")

    # The tree by keys; the layer that the picture shows by a click.
    browser.until("!!document.querySelector('#tree [data-id=card]')")
    browser.js("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    browser.key("ArrowDown")
    browser.until("state.selected === 'card' && document.activeElement.dataset.id === 'card'")
    browser.until("document.getElementById('p-backgroundColor')?.value === '#0a84ffff'")
    browser.until("!document.getElementById('outline').hidden")
    assert browser.js("document.getElementById('explain').textContent").startswith("Seen")
    browser.js("select('root')")
    box = browser.js("(box => [box.left, box.top, box.width, box.height])(document.getElementById('frame').getBoundingClientRect())")
    browser.click(box[0] + box[2] * 140 / 320, box[1] + box[3] * 100 / 200)
    browser.until("state.selected === 'card'")

    # An edit, a wrong one, and both undone.
    browser.until("!!document.getElementById('p-backgroundColor')")
    browser.js("document.getElementById('p-backgroundColor').select(); document.getElementById('p-backgroundColor').focus()")
    browser.type("tomato")
    browser.key("Enter")
    browser.until("document.getElementById('p-backgroundColor').value === '#ff6347ff'")
    browser.js("document.getElementById('p-bounds').select(); document.getElementById('p-bounds').focus()")
    browser.type("wide")
    browser.key("Enter")
    browser.until("document.querySelector('#fields .wrong:not([hidden])')?.textContent.includes('wide')")
    browser.js("document.activeElement.blur()")
    browser.key("z")
    browser.until("document.getElementById('p-backgroundColor').value === '#0a84ffff'")

    # Layers in 3-D, turned by keys.
    browser.js("document.getElementById('tab-deep').click()")
    browser.until("document.querySelectorAll('#world .plane').length === 2")
    before = browser.js("document.getElementById('world').style.transform")
    browser.js("document.getElementById('deep').focus()")
    browser.key("ArrowRight")
    assert browser.js("document.getElementById('world').style.transform") != before
    browser.js("document.getElementById('tab-flat').click()")

    # An animation that is stopped and shown at another time.
    browser.js("document.getElementById('tab-time').click(); send('animate card position.x=300 duration=60')")
    browser.until("!!document.querySelector('.time-row')")
    browser.js("document.activeElement?.blur()")
    browser.key("k")
    browser.until("state.isManual && !document.getElementById('scrub').disabled && running.length === 1")
    seen = "send('get card position.x from=presentation').then(replies => replies[0].value['position.x'])"
    start = browser.js(seen)
    browser.js("(one => { one.value = String(base + 40); one.dispatchEvent(new Event('input')); })(document.getElementById('scrub'))")
    browser.until(f"{seen}.then(x => x > {start} + 50)")
    browser.js("document.getElementById('back').click()")
    browser.until(f"{seen}.then(x => Math.abs(x - {start}) < 0.01)")
    browser.js("document.getElementById('tab-frames').click()")
    browser.until("document.getElementById('numbers').textContent.includes('missed deadlines')")
    browser.js("document.activeElement?.blur()")
    browser.key("k")
    browser.until("!state.isManual")

    # On a phone one panel after the other.
    browser.size(390, 800, True)
    for view in ["stage", "layers", "properties", "lower"]:
        browser.js(f"document.querySelector('#views [data-view={view}]').click()")
        browser.until(f"getComputedStyle(document.getElementById('{view}')).display === 'flex'")
        time.sleep(0.1)
        fits(browser, 390)
    assert not browser.complaints(), browser.complaints()


def main():
    browser = Browser(sys.argv[1])
    try:
        use(browser, sys.argv[2])
    finally:
        browser.close()


main()
