// Sections that hold all words, those that have them in their titles first. Arrow keys choose, Enter opens, Escape closes.
(() => {
  const field = document.getElementById("search"), list = document.getElementById("found");
  const up = document.body.dataset.up;
  let chosen = 0;

  function score(entry, words) {
    const title = entry.t.toLowerCase(), text = entry.x.toLowerCase();
    let sum = 0;
    for (const word of words) {
      if (title === word) sum += 100;
      else if (title.startsWith(word)) sum += 40;
      else if (title.includes(word)) sum += 20;
      else if (text.includes(word)) sum += 2;
      else return 0;
    }
    return sum - entry.t.length / 100;
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
