// Blocks of lines that can be run, where `scrim inspect --docs` serves the page: its daemon draws what they make, and what is done with
// pointer and keys in the picture goes there.
(async () => {
  const base = document.body.dataset.up + "../";
  const size = document.body.dataset.size, isAlone = "alone" in document.body.dataset;
  // What is for a connection of one's own, and films; nothing is seen of it.
  const left = /^\s*(@\S+\s+)?(session|wait|subscribe|unsubscribe|record|sync\s+layout)\b/;

  async function send(lines) {
    const response = await fetch(base + "lines", { method: "POST", body: lines.join("\n") + "\n" });
    const text = await response.text();
    if (!response.ok) throw new Error(text.trim());
    return text.split("\n").filter(Boolean);
  }

  // A page without a daemon behind it is read only.
  try { await send(["hello"]); } catch { return; }

  const blocks = [...document.querySelectorAll("pre.scrim:not(.after-shell), pre.scrim-error")];
  const linesOf = block => block.querySelector("code").textContent.split("\n")
    .filter(line => line.trim() && !line.trimStart().startsWith("#") && !left.test(line));

  // One picture, which stands below the block that ran last.
  const live = document.createElement("div"), canvas = document.createElement("canvas"), said = document.createElement("pre");
  const about = document.createElement("p");
  live.className = "live";
  said.className = "said";
  canvas.tabIndex = 0;
  canvas.setAttribute("aria-label", "what the lines make; pointer and keys go there");
  about.innerHTML = `<a href="${base}" target="_blank">Inspect it</a>`;
  live.append(canvas, said, about);
  const painter = canvas.getContext("2d");
  let generation = 0, points = [1, 1], isWatching = false;

  async function watch() {
    if (isWatching) return;
    isWatching = true;
    while (true) {
      try {
        if (document.hidden) { await new Promise(done => setTimeout(done, 300)); continue; }
        const response = await fetch(`${base}picture?output=main&since=${generation}`);
        const bytes = await response.arrayBuffer();
        const length = new DataView(bytes).getUint32(0, true);
        const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
        generation = head.generation;
        if (head.size?.length === 2) points = head.size;
        if (head.width && (canvas.width !== head.width || canvas.height !== head.height)) [canvas.width, canvas.height] = [head.width, head.height];
        let offset = 4 + length;
        for (const [x, y, width, height] of head.tiles) {
          painter.putImageData(new ImageData(new Uint8ClampedArray(bytes, offset, width * height * 4), width, height), x, y);
          offset += width * height * 4;
        }
        await new Promise(requestAnimationFrame);
      } catch { await new Promise(done => setTimeout(done, 500)); }
    }
  }

  async function run(block) {
    live.dataset.state = "running";
    // What stands before it on the page is there, as for the tests of the documents.
    const before = isAlone ? [] : blocks.slice(0, blocks.indexOf(block));
    const own = linesOf(block);
    const start = ["abort", "clock realtime", "clear", ...(size ? [`set main size=${size}`] : [])];
    for (const still of document.querySelectorAll("p:has(.shown)")) still.hidden = still.previousElementSibling === block;
    block.after(live);
    try {
      const replies = await send([...start, ...before.flatMap(linesOf), ...own, "sync"]);
      const mine = replies.slice(-own.length - 1, -1);
      said.textContent = own.map((line, i) => mine[i] === "ok" ? null : `${line.trim().slice(0, 120)}\n  ${mine[i]}`).filter(Boolean).join("\n") || "ok";
      // What failed and should not have, or the other way round: for the tests.
      const all = [...before, block].flatMap(one => linesOf(one).map(line => [line, one.classList.contains("scrim-error")]));
      live.dataset.wrong = JSON.stringify(all.map(([line, fails], i) => [line, fails, replies[start.length + i] ?? "no reply"])
        .filter(([, fails, reply]) => reply.replace(/^@\S+ /, "").startsWith("error") !== fails));
      live.dataset.state = "done";
    } catch (error) {
      said.textContent = error.message;
      live.dataset.wrong = JSON.stringify([["", false, error.message]]);
      live.dataset.state = "done";
    }
    watch();
  }

  // Pointer and keys, at most one line of motion for each frame of the browser.
  let moved = null;
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return `x=${((event.clientX - box.left) / box.width * points[0]).toFixed(1)} y=${((event.clientY - box.top) / box.height * points[1]).toFixed(1)}`;
  };
  const input = line => send([line]).catch(() => {});
  canvas.addEventListener("pointermove", event => {
    if (moved === null) requestAnimationFrame(() => { input(`input pointer ${moved}`); moved = null; });
    moved = place(event);
  });
  for (const [name, state] of [["pointerdown", "down"], ["pointerup", "up"]]) {
    canvas.addEventListener(name, event => {
      if (event.button !== 0) return;
      if (state === "down") canvas.setPointerCapture(event.pointerId);
      input(`input pointer ${place(event)} button=left state=${state}`);
    });
  }
  canvas.addEventListener("pointerleave", () => input("input pointer state=leave"));
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    input(`input pointer ${place(event)} scroll=${-event.deltaX},${-event.deltaY}`);
  }, { passive: false });
  const names = { " ": "space", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Enter: "Return", Backspace: "BackSpace", PageUp: "Prior", PageDown: "Next" };
  const quoted = text => '"' + text.replace(/[\\"]/g, "\\$&") + '"';
  for (const [name, state] of [["keydown", "down"], ["keyup", "up"]]) {
    canvas.addEventListener(name, event => {
      // Tab leaves the picture, as anywhere on a page.
      if (event.key === "Tab" || event.isComposing) return;
      event.preventDefault();
      const modifiers = [["shiftKey", "shift"], ["ctrlKey", "control"], ["altKey", "alt"], ["metaKey", "super"]].filter(([key]) => event[key]).map(([, word]) => word);
      const isText = [...event.key].length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
      input(`input key key=${quoted(names[event.key] ?? event.key)} state=${state}` + (isText && state === "down" ? ` text=${quoted(event.key)}` : "")
        + (modifiers.length ? ` modifiers=${modifiers.join()}` : ""));
    });
  }

  for (const block of blocks) {
    const button = document.createElement("button");
    button.className = "run";
    button.textContent = "Run";
    button.addEventListener("click", () => run(block));
    block.append(button);
  }
  document.body.dataset.runs = blocks.length;
})();
