'use strict';
// The inspector's page. It talks to `scrim-inspect` alone: lines by POST, the picture's changed tiles by GET, events by a stream.

const $ = id => document.getElementById(id);
const make = (tag, options = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) {
    if (key in node && key !== 'list') node[key] = value; else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};
const wait = ms => new Promise(done => setTimeout(done, ms));
const number = (value, digits = 2) => Number.isFinite(value) ? String(+value.toFixed(digits)) : '–';

// MARK: Lines

/// A value as one word of a line.
const quote = text => /^[\w.,:#%()+\-/]+$/.test(text) ? text
  : '"' + text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '') + '"';

/// Sends lines; their replies in order, each { value } or { error }.
async function send(...lines) {
  const response = await fetch('lines', { method: 'POST', body: lines.map(line => line.replace(/[\r\n]/g, ' ')).join('\n') });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  const replies = text.split('\n').filter(Boolean);
  return lines.map((_, index) => {
    const reply = replies[index] ?? 'error internal no reply';
    if (reply === 'ok') return { value: null };
    if (reply.startsWith('ok ')) return { value: JSON.parse(reply.slice(3)) };
    return { error: reply.replace(/^error /, '') };
  });
}

/// One line that the user asked for: it is logged, and what is wrong with it is told.
async function act(line) {
  log(line, 'mine');
  const [reply] = await send(line).catch(error => [{ error: error.message }]);
  if (reply.error) { log('error ' + reply.error, 'bad'); toast(reply.error); }
  return reply;
}

let toastTimer;
function toast(text) {
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { $('toast').hidden = true; }, 5000);
}

// MARK: State

const state = {
  output: 'main', root: 'root', selected: null, isHere: false, isManual: false, time: 0, timeAt: 0,
  size: [0, 0], scale: 1,
};
const showsPanel = name => matchMedia('(min-width: 901px)').matches || document.body.dataset.view === name;

/// Calls `action` once, a while after the last time it was asked to.
function later(action, milliseconds) {
  let timer, isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    timer = setTimeout(async () => { isDue = false; if (state.isHere) await action().catch(() => {}); }, milliseconds);
  };
}

// MARK: Layers

const known = new Map();          // id -> { kind, children: ids or null }
const open = new Set(['root']);
const shownChildren = 200, shownRows = 1500;
let matches = null;

function learn(node, depth) {
  known.set(node.id, { kind: node.kind, children: depth > 0 ? node.sublayers.map(one => one.id) : known.get(node.id)?.children ?? null });
  for (const child of node.sublayers) learn(child, depth - 1);
}

const refreshTree = later(async () => {
  const [own] = await send(`get ${state.output} root`);
  state.root = own.value?.root ?? 'root';
  open.add(state.root);
  // Two levels of each open one: whether a child can be opened has to be known.
  const ids = [...open].filter(id => id === state.root || known.has(id)).slice(0, 200);
  const replies = await send(...ids.map(id => `tree ${id} depth=2`));
  known.clear();
  replies.forEach((reply, index) => reply.error ? open.delete(ids[index]) : learn(reply.value, 2));
  showTree();
}, 150);

function rows() {
  const list = [];
  const walk = (id, level) => {
    if (list.length >= shownRows) return;
    const entry = known.get(id);
    if (!entry) return;
    const isOpen = open.has(id) && entry.children?.length > 0;
    list.push({ id, level, kind: entry.kind, isOpen, isParent: entry.children?.length > 0 });
    if (!isOpen) return;
    // The foremost first, as one sees them.
    const shown = entry.children.slice(-shownChildren).reverse();
    for (const child of shown) walk(child, level + 1);
    if (shown.length < entry.children.length) list.push({ note: `… ${entry.children.length - shown.length} more`, level: level + 1 });
  };
  if (matches) matches.forEach(id => list.push({ id, level: 0, kind: known.get(id)?.kind ?? '' }));
  else walk(state.root, 0);
  return list;
}

function showTree() {
  const hadFocus = $('tree').contains(document.activeElement);
  const list = rows();
  const stop = list.some(row => row.id === state.selected) ? state.selected : list.find(row => row.id)?.id;
  $('tree').replaceChildren(...list.map(row => {
    const style = `padding-left:${8 + row.level * 14}px`;
    if (row.note) { const note = make('div', { className: 'row hint' }, row.note); note.style.cssText = style; return note; }
    const node = make('div', {
      className: 'row', role: 'treeitem', tabIndex: row.id === stop ? 0 : -1, 'data-id': row.id, title: row.id,
      'aria-level': row.level + 1, 'aria-selected': String(row.id === state.selected),
    }, make('span', { className: 'twist', 'aria-hidden': 'true' }, row.isParent ? (row.isOpen ? '▾' : '▸') : ''),
      row.id, make('span', { className: 'kind' }, row.kind));
    if (row.isParent) node.setAttribute('aria-expanded', String(row.isOpen));
    node.style.paddingLeft = `${8 + row.level * 14}px`;
    return node;
  }));
  if (!list.length) $('tree').append(make('p', { className: 'empty' }, matches ? 'Nothing has such a name.' : 'No layers.'));
  if (hadFocus) focusRow(stop);
}

const rowOf = id => [...$('tree').children].find(node => node.dataset.id === id);
function focusRow(id) {
  for (const node of $('tree').querySelectorAll('[tabindex="0"]')) node.tabIndex = -1;
  const node = rowOf(id);
  if (node) { node.tabIndex = 0; node.focus(); }
}

function toggle(id, wanted) {
  if (wanted === open.has(id)) return;
  wanted ? open.add(id) : open.delete(id);
  showTree();
  if (wanted) refreshTree();
}

$('tree').addEventListener('click', event => {
  const id = event.target.closest('.row')?.dataset.id;
  if (!id) return;
  if (event.target.className === 'twist') toggle(id, !open.has(id));
  select(id);
});
$('tree').addEventListener('dblclick', event => {
  const id = event.target.closest('.row')?.dataset.id;
  if (id) toggle(id, !open.has(id));
});
$('tree').addEventListener('keydown', event => {
  const all = [...$('tree').querySelectorAll('[data-id]')];
  const index = all.indexOf(document.activeElement);
  if (index < 0) return;
  const id = all[index].dataset.id, isOpen = all[index].getAttribute('aria-expanded');
  let next = null;
  switch (event.key) {
    case 'ArrowDown': next = all[index + 1]; break;
    case 'ArrowUp': next = all[index - 1]; break;
    case 'Home': next = all[0]; break;
    case 'End': next = all.at(-1); break;
    case 'ArrowRight': if (isOpen === 'false') toggle(id, true); else if (isOpen === 'true') next = all[index + 1]; break;
    case 'ArrowLeft':
      if (isOpen === 'true') toggle(id, false);
      else next = all.slice(0, index).reverse().find(node => +node.ariaLevel < +all[index].ariaLevel);
      break;
    case 'Enter': case ' ': select(id); break;
    default: return;
  }
  event.preventDefault();
  if (next) { select(next.dataset.id, false); focusRow(next.dataset.id); }
});

const refreshMatches = later(async () => {
  const word = $('filter').value.trim().toLowerCase();
  if (!word) { matches = null; return showTree(); }
  const [reply] = await send('list');
  matches = (reply.value ?? []).filter(id => id.toLowerCase().includes(word)).slice(0, 200);
  showTree();
}, 120);
$('filter').addEventListener('input', refreshMatches);
$('filter').addEventListener('keydown', event => {
  if (event.key === 'Enter' && matches?.length) { select(matches[0]); focusRow(matches[0]); }
  if (event.key === 'Escape') { $('filter').value = ''; refreshMatches(); }
});

// MARK: The selected one

async function select(id, opens = true) {
  state.selected = id;
  for (const node of $('tree').querySelectorAll('[data-id]')) node.setAttribute('aria-selected', String(node.dataset.id === id));
  for (const node of $('world').children) node.setAttribute('aria-pressed', String(node.dataset.id === id));
  if (opens && id && !rowOf(id)) await reveal(id);
  await showSelected().catch(() => {});
}

/// Opens the layers above one, so that it stands in the tree.
async function reveal(id) {
  for (let step = id, depth = 0; step && depth < 64; depth++) {
    const [reply] = await send(`get ${step} parent`).catch(() => [{}]);
    step = reply.value?.parent;
    if (step) open.add(step);
  }
  refreshTree();
}

const schemas = new Map();
async function schema(kind) {
  if (!schemas.has(kind)) {
    const [reply] = await send(`describe ${kind}`);
    schemas.set(kind, Object.entries(reply.value?.properties ?? {}));
  }
  return schemas.get(kind);
}

async function showSelected() {
  const id = state.selected;
  if (!id) return forget('Nothing selected');
  const [own] = await send(`get ${id}`);
  if (own.error) return forget(`${id} is gone`);
  const kind = own.value.kind;
  const properties = await schema(kind);
  const names = properties.map(([name]) => name);
  const extra = Object.keys(own.value).filter(name => !names.includes(name) && !['kind', 'parent', 'sublayers'].includes(name));
  const [texts, why] = await send(`get ${id} ${[...names, ...extra].join(' ')} from=text`, `explain ${id}`);
  if (state.selected !== id) return;
  $('selected').textContent = id;
  $('kind').textContent = kind + (own.value.parent ? ` in ${own.value.parent}` : '');
  showExplanation(why);
  showFields(id, own.value, [...properties, ...extra.map(name => [name, { type: 'string' }])], texts.value ?? {});
  await outline();
}

function forget(text) {
  $('selected').textContent = text;
  $('kind').textContent = '';
  $('explain').replaceChildren();
  $('fields').replaceChildren();
  $('outline').hidden = true;
}

function showExplanation(reply) {
  if (reply.error) return $('explain').replaceChildren();
  const why = reply.value, cost = why.cost ?? {};
  const line = make('p', {}, why.visible ? 'Seen' : why.reason === 'empty' ? 'Draws nothing itself' : make('span', { className: 'bad' }, 'Not seen'),
    why.visible || why.reason === 'empty' ? '' : `: ${why.reason}`);
  for (const id of why.by ?? []) line.append(' ', make('button', { type: 'button', onclick: () => select(id) }, id));
  const facts = [['pixels seen', number(why.visiblePixels)], ['extent', (why.extent ?? []).map(one => number(one, 1)).join(', ')],
    ['pixels painted', number(cost.pixels)]];
  if (cost.groupBufferPixels) facts.push(['group buffer', number(cost.groupBufferPixels)]);
  if (cost.cached) facts.push(['cached', 'yes']);
  if (cost.reduced) facts.push(['reduced', 'yes']);
  $('explain').replaceChildren(line, ...(why.message ? [make('p', { className: 'bad' }, why.message)] : []),
    make('dl', {}, ...facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
}

const sameForm = { id: null, names: '' };
function showFields(id, own, properties, texts) {
  const word = $('find').value.trim().toLowerCase();
  const shown = properties.filter(([name]) => name.toLowerCase().includes(word) && ($('all').checked || word || name in own))
    .sort((a, b) => (b[0] in own) - (a[0] in own));
  const names = shown.map(([name]) => name + (name in own)).join();
  const isSame = sameForm.id === id && sameForm.names === names;
  if (isSame) {
    // Only values: what is typed into stays as it is.
    for (const [name, about] of shown) {
      const input = document.getElementById('p-' + name);
      if (input && !input.dataset.typed) fill(input, about, texts[name]);
    }
    return;
  }
  Object.assign(sameForm, { id, names });
  $('fields').replaceChildren(...shown.map(([name, about]) => field(id, name, about, texts[name], name in own)));
  if (!shown.length) $('fields').append(make('p', { className: 'empty' }, word ? 'No such property.' : 'All properties have their defaults.'));
}

function fill(input, about, text) {
  if (input.type === 'checkbox') input.checked = text === 'true';
  else input.value = text ?? '';
  const pick = input.parentNode?.querySelector('input[type=color]');
  if (pick && /^#[0-9a-f]{6}/i.test(text ?? '')) pick.value = text.slice(0, 7);
}

function field(id, name, about, text, isSet) {
  const key = 'p-' + name;
  let input;
  if (about.type === 'boolean') input = make('input', { type: 'checkbox' });
  else if (about.choices?.length) input = make('select', {}, ...about.choices.map(one => make('option', {}, one)));
  else input = make('input', { type: 'text', autocomplete: 'off', spellcheck: false, placeholder: about.unit ?? '' });
  input.id = key;
  input.disabled = about.readOnly === true;
  const entry = make('div', { className: 'entry' }, input);
  const wrong = make('div', { className: 'wrong', role: 'alert', hidden: true });
  const apply = async value => {
    delete input.dataset.typed;
    const reply = await act(`set ${id} ${name}=${quote(value)}`);
    wrong.hidden = !reply.error;
    wrong.textContent = reply.error ?? '';
    input.setAttribute('aria-invalid', String(!!reply.error));
    // What was refused stays to be mended.
    if (reply.error) input.dataset.typed = 'yes'; else refreshSelected();
  };
  input.addEventListener('input', () => { input.dataset.typed = 'yes'; });
  input.addEventListener('change', () => apply(input.type === 'checkbox' ? String(input.checked) : input.value));
  if (about.type === 'color') {
    const pick = make('input', { type: 'color', 'aria-label': `${name}, picked`, disabled: input.disabled });
    pick.addEventListener('change', () => {
      // What was not opaque stays so.
      const alpha = /^#[0-9a-f]{8}$/i.test(input.value) ? input.value.slice(7) : 'ff';
      input.value = pick.value + alpha;
      apply(input.value);
    });
    entry.append(pick);
  }
  if (about.type === 'number' || about.type === 'integer') {
    input.inputMode = 'decimal';
    const span = about.minimum != null && about.maximum != null ? about.maximum - about.minimum : 0;
    const unit = about.type === 'integer' ? 1 : span > 0 && span <= 1 ? 0.05 : 1;
    input.addEventListener('keydown', event => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      const by = (event.key === 'ArrowUp' ? 1 : -1) * unit * (event.shiftKey ? 10 : 1);
      const next = Math.min(Math.max(+input.value + by, about.minimum ?? -Infinity), about.maximum ?? Infinity);
      input.value = String(+next.toFixed(6));
      apply(input.value);
    });
  }
  fill(input, about, text);
  return make('div', { className: 'field' + (isSet ? ' set' : ''), title: about.help ?? '' },
    make('label', { htmlFor: key }, name), entry, wrong);
}

const refreshSelected = later(showSelected, 120);
$('find').addEventListener('input', refreshSelected);
$('all').addEventListener('change', refreshSelected);
$('fields').addEventListener('submit', event => { event.preventDefault(); document.activeElement?.dispatchEvent(new Event('change')); });

// MARK: Picture

let generation = 0, lastStats = null;
const samples = [];
const canvas = $('picture'), painter = canvas.getContext('2d');
const marks = $('marks'), marker = marks.getContext('2d');

function fit() {
  const width = state.width || canvas.width, height = state.height || canvas.height;
  const room = $('flat').getBoundingClientRect();
  const factor = Math.min((room.width - 20) / width, (room.height - 20) / height);
  if (!(factor > 0)) return;
  $('frame').style.width = `${Math.floor(width * factor)}px`;
  $('frame').style.height = `${Math.floor(height * factor)}px`;
  outline();
}
new ResizeObserver(fit).observe($('flat'));

async function watchPicture() {
  while (true) {
    if (document.hidden || !state.isHere) { await wait(300); continue; }
    try {
      const output = state.output;
      const response = await fetch(`picture?output=${encodeURIComponent(output)}&since=${generation}`);
      if (!response.ok) throw new Error(await response.text());
      const bytes = await response.arrayBuffer();
      if (output !== state.output) continue;
      const length = new DataView(bytes).getUint32(0, true);
      const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
      draw(head, bytes, 4 + length);
      await new Promise(done => { requestAnimationFrame(done); setTimeout(done, 100); });
    } catch (error) {
      $('caption').textContent = error.message;
      await wait(500);
    }
  }
}

function draw(head, bytes, start) {
  generation = head.generation;
  if (head.width && (state.width !== head.width || state.height !== head.height)) {
    [state.width, state.height] = [head.width, head.height];
    for (const one of [canvas, marks]) { one.width = head.width; one.height = head.height; }
    fit();
  }
  if (head.size?.length === 2) [state.size, state.scale] = [head.size, head.scale];
  let offset = start;
  for (const [x, y, width, height] of head.tiles) {
    const size = width * height * 4;
    painter.putImageData(new ImageData(new Uint8ClampedArray(bytes, offset, size), width, height), x, y);
    offset += size;
  }
  if ($('flash').checked) flash(head.tiles);
  // What moves was painted: where the selected layer is now is asked for then, and at no other time.
  if (head.tiles.length && state.selected) refreshOutline();
  const size = state.size.map(one => number(one)).join(' × ');
  $('caption').textContent = head.failure ?? `${state.output}: ${size} points, scale ${number(state.scale)}, ${head.state}`;
  if (head.stats) sample(head.stats, head.tiles);
}

let fading;
function flash(tiles) {
  if (!tiles.length) return;
  marker.fillStyle = 'rgba(214, 0, 111, .28)';
  marker.clearRect(0, 0, marks.width, marks.height);
  for (const tile of tiles) marker.fillRect(...tile);
  clearTimeout(fading);
  fading = setTimeout(() => marker.clearRect(0, 0, marks.width, marks.height), 160);
}

/// Marks where the selected layer is, in the picture.
async function outline() {
  const id = state.selected;
  if (!id || !state.size[0]) { $('outline').hidden = true; return; }
  const [own] = await send(`get ${id} bounds from=presentation`);
  if (!own.value?.bounds) { $('outline').hidden = true; return; }
  const [reply] = await send(`convert ${own.value.bounds.join(',')} from=${id} to=${state.root}`);
  if (state.selected !== id) return;
  $('outline').hidden = !reply.value?.rect;
  if (!reply.value?.rect) return;
  const [x, y, width, height] = reply.value.rect, [w, h] = state.size;
  Object.assign($('outline').style, {
    left: `${x / w * 100}%`, top: `${y / h * 100}%`, width: `${width / w * 100}%`, height: `${height / h * 100}%`,
  });
}

const refreshOutline = later(outline, 100);

let lastHit = { at: '', index: 0 };
$('frame').addEventListener('click', async event => {
  const box = $('frame').getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width * state.size[0], y = (event.clientY - box.top) / box.height * state.size[1];
  const at = `${Math.round(x)},${Math.round(y)}`;
  const [reply] = await send(`hit ${number(x)},${number(y)} output=${state.output}`);
  if (!reply.value?.length) return;
  // Another click at the same point goes to what lies behind.
  lastHit = { at, index: lastHit.at === at ? (lastHit.index + 1) % reply.value.length : 0 };
  select(reply.value[lastHit.index]);
});

// MARK: 3-D

const view = { pitch: -18, yaw: 32, zoom: 1, spread: 48 };
const planeLimit = 160, pictureLimit = 64;
let isBuilding = false;

function turn() {
  $('world').style.transform = `scale3d(${view.zoom}, ${view.zoom}, ${view.zoom}) rotateX(${view.pitch}deg) rotateY(${view.yaw}deg)`;
  for (const plane of $('world').children) {
    plane.style.transform = `translateZ(${(+plane.dataset.level - view.middle) * view.spread}px)`;
  }
}

async function buildWorld() {
  if ($('deep').hidden || isBuilding || !state.size[0]) return;
  isBuilding = true;
  try {
    const [reply] = await send(`tree ${state.root} depth=12`);
    const list = [];
    const walk = (node, level) => {
      if (list.length >= planeLimit) return;
      list.push({ id: node.id, kind: node.kind, level, isLeaf: !node.sublayers.length });
      // Siblings that lie over each other stand a little apart.
      node.sublayers.forEach((child, index) => walk(child, level + 1 + Math.min(index, 8) * 0.1));
    };
    if (reply.value) walk(reply.value, 0);
    const looks = await send(...list.map(one => `get ${one.id} bounds backgroundColor cornerRadius isHidden opacity from=presentation`));
    const boxes = await send(...list.map((one, index) =>
      `convert ${(looks[index].value?.bounds ?? [0, 0, 0, 0]).join(',')} from=${one.id} to=${state.root}`));
    // What draws and has no size of its own, or others in it, is cut out of the picture as it is seen.
    const cut = list.map((one, index) => {
      const [, , width, height] = looks[index].value?.bounds ?? [0, 0, 0, 0];
      return one.kind !== 'layer' && !(one.isLeaf && width > 0 && height > 0) ? one : null;
    });
    const why = await send(...cut.map(one => one ? `explain ${one.id}` : `get ${state.root} isHidden`));
    const room = $('deep').getBoundingClientRect();
    const factor = Math.min(room.width / state.size[0], room.height / state.size[1]) * 0.62;
    view.middle = Math.max(...list.map(one => one.level), 0) / 2;
    const planes = list.flatMap((one, index) => {
      const look = looks[index].value;
      let rect = boxes[index].value?.rect;
      const extent = cut[index] && why[index].value?.extent;
      if (extent?.[2] > 0) rect = extent.map(part => part / state.scale);
      if (!look || !rect || look.isHidden) return [];
      const plane = make('button', {
        className: 'plane', type: 'button', title: one.id, 'aria-label': one.id, 'data-id': one.id, 'data-level': one.level,
        'aria-pressed': String(one.id === state.selected), tabIndex: -1,
      });
      const [x, y, width, height] = rect;
      Object.assign(plane.style, {
        left: `${(x - state.size[0] / 2) * factor}px`, top: `${(y - state.size[1] / 2) * factor}px`,
        width: `${Math.max(width * factor, 2)}px`, height: `${Math.max(height * factor, 2)}px`,
        backgroundColor: look.backgroundColor ?? 'transparent', borderRadius: `${(look.cornerRadius ?? 0) * factor}px`,
        opacity: String(Math.max(look.opacity ?? 1, 0.15)),
      });
      if (extent?.[2] > 0) plane.style.backgroundImage = `url(${cutOut(extent)})`;
      one.plane = plane;
      one.wide = Math.max(look.bounds?.[2] ?? 0, look.bounds?.[3] ?? 0);
      return [plane];
    });
    $('world').replaceChildren(...planes);
    turn();
    // Pictures of those that hold no others; what holds others shows as its background.
    const leaves = list.filter(one => one.plane && one.isLeaf && one.wide > 0).slice(0, pictureLimit);
    for (let start = 0; start < leaves.length; start += 8) {
      const part = leaves.slice(start, start + 8);
      const pictures = await send(...part.map(one => `snapshot layer=${one.id} scale=${number(Math.min(1, 256 / one.wide), 4)} format=png`));
      part.forEach((one, index) => {
        const data = pictures[index].value?.data;
        if (!data) return;
        one.plane.style.backgroundImage = `url(data:image/png;base64,${data})`;
        one.plane.style.backgroundColor = 'transparent';
      });
    }
  } finally {
    isBuilding = false;
  }
}
/// A part of the picture as it is shown, for output pixels x, y, width, height.
function cutOut([x, y, width, height]) {
  const factor = canvas.width / (state.size[0] * state.scale);
  const part = make('canvas', { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) });
  part.getContext('2d').drawImage(canvas, -x * factor, -y * factor);
  return part.toDataURL();
}

const refreshWorld = later(buildWorld, 400);

let drag = null;
$('deep').addEventListener('pointerdown', event => {
  drag = { x: event.clientX, y: event.clientY, moved: 0 };
  $('deep').classList.add('turning');
});
addEventListener('pointermove', event => {
  if (!drag) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  drag = { x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(dx) + Math.abs(dy) };
  view.yaw += dx * 0.4;
  view.pitch = Math.max(-90, Math.min(90, view.pitch - dy * 0.4));
  turn();
});
addEventListener('pointerup', event => {
  if (!drag) return;
  if (drag.moved < 5) { const id = event.target.dataset?.id; if (id) select(id); }
  drag = null;
  $('deep').classList.remove('turning');
});
addEventListener('pointercancel', () => { drag = null; });
$('deep').addEventListener('wheel', event => {
  event.preventDefault();
  view.zoom = Math.max(0.2, Math.min(6, view.zoom * Math.exp(-event.deltaY * 0.001)));
  turn();
}, { passive: false });
$('deep').addEventListener('keydown', event => {
  switch (event.key) {
    case 'ArrowLeft': view.yaw -= 6; break;
    case 'ArrowRight': view.yaw += 6; break;
    case 'ArrowUp': view.pitch = Math.min(90, view.pitch + 6); break;
    case 'ArrowDown': view.pitch = Math.max(-90, view.pitch - 6); break;
    case '+': case '=': view.zoom = Math.min(6, view.zoom * 1.15); break;
    case '-': view.zoom = Math.max(0.2, view.zoom / 1.15); break;
    case '0': Object.assign(view, { pitch: -18, yaw: 32, zoom: 1 }); break;
    default: return;
  }
  event.preventDefault();
  turn();
});
$('spread').addEventListener('input', () => { view.spread = +$('spread').value; turn(); });

// MARK: Time

let running = [], base = 0, shift = 0;
const origin = new Map();         // id -> beginTime before it was scrubbed

async function readClock() {
  // The manual clock takes `tick 0`, and renders what is there; the other one refuses it.
  const [tick] = await send('tick 0');
  state.isManual = !tick.error;
  const time = tick.value ?? (await send('clock realtime'))[0].value;
  if (time) { state.time = time.time; state.timeAt = performance.now(); }
  showClock();
}

const sceneTime = () => state.isManual ? state.time : state.time + (performance.now() - state.timeAt) / 1000;

function showClock() {
  $('play').textContent = state.isManual ? 'Play' : 'Pause';
  $('step').disabled = !state.isManual;
  $('scrub').disabled = !state.isManual || !running.length;
  $('back').disabled = !origin.size;
  $('clock').textContent = `${number(sceneTime() + shift, 3)} s${state.isManual ? ', stopped' : ''}`;
}

async function setManual(isManual) {
  const reply = await act(`clock ${isManual ? 'manual' : 'realtime'}`);
  if (reply.error) return;
  state.isManual = isManual;
  state.time = reply.value.time;
  state.timeAt = performance.now();
  base = state.time;
  shift = 0;
  origin.clear();
  await refreshAnimations();
}

async function refreshAnimations() {
  if ($('time').hidden || !showsPanel('lower')) return showClock();
  const lists = await send('list kind=animation', 'list kind=spring');
  const ids = lists.flatMap(reply => reply.value ?? []).slice(0, 100);
  const about = ids.length ? await send(...ids.map(id =>
    `get ${id} kind layer property beginTime delay duration speed repeatCount repeatDuration autoreverses`)) : [];
  running = ids.flatMap((id, index) => {
    const value = about[index].value;
    if (!value) return [];
    const runs = value.repeatCount === 'inf' ? Infinity : +value.repeatCount || 1;
    const one = value.duration || (value.kind === 'spring' ? 1 : 0.25);
    const length = value.repeatDuration > 0 ? value.repeatDuration : one * (value.autoreverses ? 2 : 1) * runs;
    const begin = (value.beginTime ?? sceneTime()) + (value.delay ?? 0);
    return [{ id, layer: value.layer, property: value.property, begin, length: length / Math.max(Math.abs(value.speed ?? 1), 1e-3), at: value.beginTime }];
  });
  showAnimations();
}

function showAnimations() {
  const now = sceneTime();
  const ends = running.map(one => one.begin + (Number.isFinite(one.length) ? one.length : 0));
  const low = Math.min(now, ...running.map(one => one.begin)), high = Math.max(now + 1, ...ends);
  if (!$('scrub').matches(':active') && document.activeElement !== $('scrub')) {
    Object.assign($('scrub'), { min: String(low), max: String(high), step: '0.001', value: String(now) });
  }
  const place = time => `${(time - low) / (high - low) * 100}%`;
  $('rows').replaceChildren(...running.map(one => {
    const bar = make('i'), head = make('b');
    bar.style.left = place(one.begin);
    bar.style.right = Number.isFinite(one.length) ? `${100 - (one.begin + one.length - low) / (high - low) * 100}%` : '0';
    head.style.left = place(now + shift);
    return make('div', { className: 'time-row' },
      make('button', { type: 'button', title: one.id, onclick: () => select(one.layer) }, `${one.layer}.${one.property}`),
      make('div', { className: 'track', title: `from ${number(one.begin, 3)} s, ${Number.isFinite(one.length) ? number(one.length, 3) + ' s' : 'for ever'}` }, bar, head));
  }));
  if (!running.length) $('rows').append(make('p', { className: 'empty' }, 'Nothing is animated now.'));
  showClock();
}

/// Shows the animations as they are at another time: the clock goes forward alone, so they are moved against it.
let isScrubbing = false, wanted = null;
async function scrub(time) {
  wanted = time;
  if (isScrubbing) return;
  isScrubbing = true;
  try {
    while (wanted !== null) {
      const by = wanted - base;
      shift = by;
      wanted = null;
      const lines = running.flatMap(one => {
        if (one.at == null) return [];
        if (!origin.has(one.id)) origin.set(one.id, one.at);
        // Not beyond its end: it would be over, and gone.
        const first = origin.get(one.id);
        const most = first + one.length - base + (one.begin - one.at) - 0.001;
        return [`set ${one.id} beginTime=${number(first - Math.min(by, most), 6)}`];
      });
      if (lines.length) await send('begin', ...lines, 'commit', 'tick 0');
    }
  } catch (error) {
    toast(error.message);
  } finally {
    isScrubbing = false;
    showClock();
  }
}
$('scrub').addEventListener('input', () => scrub(+$('scrub').value));
$('back').addEventListener('click', async () => {
  const lines = [...origin].map(([id, time]) => `set ${id} beginTime=${number(time, 9)}`);
  shift = 0;
  origin.clear();
  await send(...lines, 'tick 0').catch(error => toast(error.message));
  refreshAnimations();
});
$('play').addEventListener('click', () => setManual(!state.isManual));
$('step').addEventListener('click', async () => {
  const reply = await act('tick');
  if (reply.error) return;
  state.time = reply.value.time;
  base = state.time;
  shift = 0;
  origin.clear();
  showDamage(reply.value.damage, 'this frame');
  refreshAnimations();
});

// MARK: Frames

function sample(stats, tiles) {
  const before = lastStats;
  lastStats = stats;
  if (!before || stats.frames < before.frames) return;
  if (stats.frames === before.frames) return;
  samples.push({ frames: stats.frames - before.frames, damaged: stats.damagedPixels - before.damagedPixels });
  if (samples.length > 150) samples.shift();
  if (!$('frames').hidden && showsPanel('lower')) showFrames();
  if (tiles.length) showDamage(tiles.map(tile => tile.map(one => one)), 'tiles');
}

function showFrames() {
  const stats = lastStats;
  if (!stats) return;
  const chart = $('chart'), pen = chart.getContext('2d');
  chart.width = Math.max(chart.clientWidth, 100);
  const total = (state.width || 1) * (state.height || 1);
  const style = getComputedStyle(document.body);
  pen.clearRect(0, 0, chart.width, 80);
  pen.fillStyle = style.getPropertyValue('--accent');
  const step = chart.width / 150;
  samples.forEach((one, index) => {
    // The mean of the frames between two looks, as a share of the output.
    const share = Math.min(1, one.damaged / one.frames / total);
    const height = Math.max(2, Math.sqrt(share) * 78);
    pen.fillRect((150 - samples.length + index) * step, 80 - height, Math.max(step - 1, 1), height);
  });
  const last = samples.at(-1);
  const facts = [
    ['frames', stats.frames], ['frame, median', number(stats.frameTime.p50 * 1000) + ' ms'], ['frame, 99 %', number(stats.frameTime.p99 * 1000) + ' ms'],
    ['missed deadlines', stats.missedDeadlines], ['damage a frame', last ? number(last.damaged / last.frames / total * 100, 1) + ' %' : '–'],
    ['layers', stats.layers], ['group buffers', stats.groupBuffers], ['caches', number(stats.cacheBytes / 1048576, 1) + ' MiB'],
    ['clients', stats.clients], ['lines', stats.lines],
  ];
  $('numbers').replaceChildren(...facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, String(value)))));
}

function showDamage(rects) {
  if ($('frames').hidden) return;
  $('damage').replaceChildren(...(rects ?? []).slice(0, 40).map(one => make('li', {}, one.map(part => number(part)).join(', '))));
}

// MARK: Lines as they come

const logLimit = 400;
function log(text, kind = '') {
  const lines = $('lines');
  const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 30;
  lines.append(make('li', { className: kind }, text.length > 2000 ? text.slice(0, 2000) + ' …' : text));
  while (lines.children.length > logLimit) lines.firstChild.remove();
  if (isAtEnd) lines.scrollTop = lines.scrollHeight;
}

/// An event as the line that would do the same.
function asLine(name, value) {
  const plain = one => one === null ? 'none' : Array.isArray(one) ? one.join(',') : typeof one === 'object' ? JSON.stringify(one) : String(one);
  const words = Object.entries(value).filter(([key]) => !['id', 'kind'].includes(key)).map(([key, one]) => `${key}=${quote(plain(one))}`).join(' ');
  switch (name) {
    case 'created': return `create ${value.id} ${value.kind} ${words}`;
    case 'changed': return `set ${value.id} ${words}`;
    case 'removed': return `remove ${value.id}`;
    default: return `# ${name} ${JSON.stringify(value)}`;
  }
}

const history = [];
let past = 0;
$('console').addEventListener('submit', async event => {
  event.preventDefault();
  const line = $('line').value.trim();
  if (!line) return;
  history.push(line);
  past = history.length;
  $('line').value = '';
  const reply = await act(line);
  if (!reply.error) log(reply.value === null ? 'ok' : 'ok ' + JSON.stringify(reply.value), 'note');
  refreshSelected();
});
$('line').addEventListener('keydown', event => {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  past = Math.max(0, Math.min(history.length, past + (event.key === 'ArrowUp' ? -1 : 1)));
  $('line').value = history[past] ?? '';
});

function follow() {
  const events = new EventSource('events');
  let isFirst = true, settles;
  events.addEventListener('here', () => {
    isFirst = true;
    setHere(true);
  });
  events.addEventListener('gone', () => setHere(false));
  events.onerror = () => setHere(false, 'the inspector does not answer');
  events.onmessage = message => {
    if (!message.data.startsWith('event ')) return;
    const space = message.data.indexOf(' ', 6);
    const name = message.data.slice(6, space), value = JSON.parse(message.data.slice(space + 1));
    // The state that comes on subscribing is no news; it ends when nothing follows for a moment.
    if (isFirst) {
      clearTimeout(settles);
      settles = setTimeout(() => { isFirst = false; }, 200);
      if (name === 'created' || name === 'output') {
        if (name === 'output') learnOutput(value);
        return;
      }
    }
    if (name === 'output') learnOutput(value);
    log(asLine(name, value), name === 'dropped' ? 'bad' : '');
    if (name === 'created' || name === 'removed' || (name === 'changed' && ('parent' in value || 'index' in value))) refreshTree();
    if (value.id === state.selected || name === 'removed' || name === 'dropped') refreshSelected();
    if (name === 'created' || name === 'removed' || name === 'animation') refreshRunning();
    refreshWorld();
  };
}
const refreshRunning = later(refreshAnimations, 200);

function learnOutput({ output, state: how }) {
  const options = [...$('output').options].map(one => one.value);
  if (how === 'removed') [...$('output').options].find(one => one.value === output)?.remove();
  else if (!options.includes(output)) $('output').append(make('option', {}, output));
}

function setHere(isHere, why = 'no daemon answers') {
  const news = isHere !== state.isHere;
  state.isHere = isHere;
  $('state').textContent = isHere ? 'connected' : why;
  $('state').classList.toggle('here', isHere);
  if (!isHere || !news) return;
  schemas.clear();
  origin.clear();
  refreshTree();
  refreshSelected();
  readClock().then(refreshAnimations).catch(() => {});
  refreshWorld();
}

// MARK: Controls

$('output').addEventListener('change', () => {
  state.output = $('output').value;
  generation = 0;
  lastStats = null;
  samples.length = 0;
  open.clear();
  refreshTree();
  refreshWorld();
});

async function undo(verb) {
  const reply = await act(verb);
  if (reply.value?.count === 0) toast(verb === 'undo' ? 'There is nothing to take back.' : 'There is nothing to do again.');
  refreshSelected();
}
$('undo').addEventListener('click', () => undo('undo'));
$('redo').addEventListener('click', () => undo('redo'));

/// One of several panels; arrows go along the row of their buttons.
function tabs(list, changed) {
  const buttons = [...list.querySelectorAll('[role=tab]')];
  const show = button => {
    for (const one of buttons) {
      const isIt = one === button;
      one.setAttribute('aria-selected', String(isIt));
      one.tabIndex = isIt ? 0 : -1;
      $(one.getAttribute('aria-controls')).hidden = !isIt;
    }
    changed(button.id);
  };
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => show(button));
    button.addEventListener('keydown', event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = buttons[(index + by + buttons.length) % buttons.length];
      next.focus();
      show(next);
    });
  });
  show(buttons[0]);
}
const [upper, lowerTabs] = document.querySelectorAll('[role=tablist]');
tabs(upper, id => { $('spread-label').hidden = id !== 'tab-deep'; id === 'tab-deep' ? buildWorld().catch(() => {}) : fit(); });
tabs(lowerTabs, id => {
  if (id === 'tab-time') refreshRunning();
  if (id === 'tab-frames') showFrames();
  if (id === 'tab-log') $('lines').scrollTop = $('lines').scrollHeight;
});

for (const button of $('views').children) {
  button.addEventListener('click', () => {
    document.body.dataset.view = button.dataset.view;
    for (const one of $('views').children) one.setAttribute('aria-current', String(one === button));
    fit();
    refreshRunning();
  });
}

addEventListener('keydown', event => {
  if (event.target.matches('input:not([type=range], [type=checkbox]), select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  switch (event.key) {
    case '/': $('filter').focus(); break;
    case 'z': undo('undo'); break;
    case 'Z': undo('redo'); break;
    case 'k': setManual(!state.isManual); break;
    case '.': if (state.isManual) $('step').click(); break;
    default: return;
  }
  event.preventDefault();
});

setInterval(() => {
  if (document.hidden || !state.isHere || state.isManual || $('time').hidden || !showsPanel('lower')) return;
  running = running.filter(one => one.begin + one.length > sceneTime() - 0.1);
  if (document.activeElement?.closest?.('#rows') == null) showAnimations(); else showClock();
}, 100);

follow();
watchPicture();
