// Sections that hold all words, or other people's words for them, those that have them in their titles first. Arrow keys choose, Enter
// opens, Escape closes.
(() => {
  // What CSS, SVG, HTML, Core Animation, Qt and others call a thing: the word here.
  const SAME = {
    "border-radius": "cornerRadius", rounded: "cornerRadius", radius: "cornerRadius", "background-color": "backgroundColor", background: "backgroundColor",
    "box-shadow": "shadow", elevation: "shadow", "z-index": "zPosition", zindex: "zPosition", stacking: "zPosition", visibility: "isHidden", display: "isHidden",
    overflow: "masksToBounds", "clip-path": "mask", clip: "masksToBounds", "mix-blend-mode": "compositingFilter", blend: "compositingFilter",
    "backdrop-filter": "backgroundFilters", flexbox: "stack", flex: "stack", hstack: "stack", vstack: "stack", row: "stack", column: "stack", grid: "lists",
    keyframes: "animation", tween: "animate", ease: "easings", "ease-in-out": "easings", easing: "easings", bezier: "easings", transitionend: "animation",
    onclick: "tap", click: "tap", mouse: "pointer", touch: "input", keyboard: "key", hover: "enter", drag: "pan", swipe: "pan",
    signal: "events", callback: "reactions", listener: "subscribe", observe: "subscribe", poll: "source", interval: "timers", setinterval: "timers", cron: "timers",
    template: "components", widget: "components", class: "styles", "css": "styles", theme: "styles", variable: "styles", dark: "themes", foreach: "each", loop: "repeat",
    label: "text", font: "text", div: "layer", rect: "layer", svg: "import", png: "image", img: "image", picture: "image", mp4: "video", movie: "video", screenshot: "snapshot",
    recording: "record", obs: "pipewire", headless: "offscreen", window: "wayland", panel: "wayland", bar: "wayland", systemd: "config", restart: "state", crash: "state", save: "state",
    rtl: "rightToLeft", shortcut: "key", hotkey: "key", shortcuts: "key", paste: "textField", hot: "live", reader: "accessibilityLabel", a11y: "accessibilityLabel",
    virtual: "rowHeight", infinite: "rowHeight", calendar: "datePicker", math: "functions", regex: "contains", ternary: "operators", italic: "font", underline: "markup",
    truncate: "truncationMode", ellipsis: "truncationMode", retina: "scale", hidpi: "scale", dpi: "scale", monitor: "output", multi: "several", sparkline: "lineChart", graph: "lineChart",
    hdr: "video", gpu: "performance", dbus: "source", websocket: "socket", accordion: "tree", sequence: "frames", api: "contract", dropdown: "comboBox", transparent: "overlay",
    notification: "toast", snackbar: "toast", progress: "progressBar", loading: "spinner", padding: "margins", gap: "spacing", sticky: "layer", carousel: "scroll", tray: "panel", easeinout: "easings",
    checkbox: "check", switch: "toggle", range: "slider", input: "field", select: "menu", modal: "dialog", tooltip: "controls", physics: "dynamics", gravity: "dynamics", bounce: "collision",
  };
  const field = document.getElementById("search"), list = document.getElementById("found");
  const up = document.body.dataset.up;
  let chosen = 0;

  function score(entry, words) {
    let best = strict(entry, words);
    if (!words.some(word => SAME[word])) return best;
    return Math.max(best, strict(entry, words.map(word => (SAME[word] || word).toLowerCase())) * 0.9);
  }

  function strict(entry, words) {
    const title = entry.t.toLowerCase(), text = entry.x.toLowerCase();
    let sum = 0;
    for (const word of words) {
      if (title === word) sum += 100;
      else if (title.startsWith(word)) sum += 40;
      else if (title.includes(word)) sum += 20;
      else if (text.includes(word)) sum += 2;
      else return 0;
    }
    // Tables of measures and what is for developers say every word somewhere.
    return sum - entry.t.length / 100 - (/measured|controls-keys|controls-claims|controls-fling|design\/|CHANGELOG/.test(entry.u) ? 1.5 : 0);
  }

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? INDEX.map(e => [score(e, words), e]).filter(h => h[0] > 0) : [];
    hits.sort((a, b) => b[0] - a[0]);
    list.replaceChildren(...hits.slice(0, 12).map(([, entry], i) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = up + entry.u;
      const title = document.createElement("b"), page = document.createElement("span"), text = document.createElement("small");
      title.textContent = entry.t;
      page.textContent = entry.t === entry.p ? "" : entry.p;
      text.textContent = entry.x.trim().slice(0, 110);
      link.append(title, page, text);
      item.append(link);
      if (i === chosen) item.className = "chosen";
      return item;
    }));
    list.hidden = !hits.length;
  }

  field.addEventListener("input", () => { chosen = 0; show(); });
  field.addEventListener("keydown", event => {
    const count = list.children.length;
    if (event.key === "ArrowDown" && count) chosen = (chosen + 1) % count;
    else if (event.key === "ArrowUp" && count) chosen = (chosen + count - 1) % count;
    else if (event.key === "Enter" && count) location.href = list.children[chosen].firstChild.href;
    else if (event.key === "Escape") field.value = "";
    else return;
    event.preventDefault();
    show();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  });
  document.addEventListener("click", event => { if (!event.target.closest("header")) list.hidden = true; });
})();

// A button that copies each block; of a console what stands behind `$ `.
for (const block of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = block.querySelector("code").textContent;
    const typed = text.split("\n").filter(line => line.startsWith("$ ")).map(line => line.slice(2));
    await navigator.clipboard.writeText(block.className === "console" && typed.length ? typed.join("\n") + "\n" : text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  block.append(button);
}
