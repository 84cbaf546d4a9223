// Written by clients/generate from `describe`: `make clients`.

/** The verbs of the protocol: each makes a line of its arguments. */
export class Verbs {
  hello() {
    return this._send("hello", [], {});
  }

  create(id, kind, properties = {}) {
    return this._send("create", [id, kind], properties);
  }

  put(id, kind, properties = {}) {
    return this._send("put", [id, kind], properties);
  }

  set(id, properties) {
    return this._send("set", [id], properties);
  }

  get(id, names, options) {
    return this._send("get", [id, ...(names ?? [])], options ?? {});
  }

  remove(...ids) {
    return this._send("remove", [...ids], {});
  }

  clear() {
    return this._send("clear", [], {});
  }

  list(selector, options) {
    return this._send("list", [...(selector === undefined ? [] : [selector])], options ?? {});
  }

  tree(id, options) {
    return this._send("tree", [...(id === undefined ? [] : [id])], options ?? {});
  }

  dump(id, options) {
    return this._send("dump", [...(id === undefined ? [] : [id])], options ?? {});
  }

  describe(topic, options) {
    return this._send("describe", [...(topic === undefined ? [] : [topic])], options ?? {});
  }

  explain(id) {
    return this._send("explain", [id], {});
  }

  hit(point, options) {
    return this._send("hit", [point], options ?? {});
  }

  convert(place, options) {
    return this._send("convert", [place], options ?? {});
  }

  measure(path, options) {
    return this._send("measure", [path], options ?? {});
  }

  why(property) {
    return this._send("why", [property], {});
  }

  begin(options) {
    return this._send("begin", [], options ?? {});
  }

  commit() {
    return this._send("commit", [], {});
  }

  abort() {
    return this._send("abort", [], {});
  }

  animate(layer, properties, { property, ...options } = {}) {
    const words = property === undefined ? [layer] : [layer, property];
    return this._send("animate", words, { ...options, ...properties });
  }

  draw(id, operation, words = [], parameters = {}) {
    const [list, pairs] = Array.isArray(words) ? [words, parameters] : [[], words];
    return this._send("draw", [id, operation, ...list], pairs);
  }

  scrollTo(layer, rectangles, options) {
    return this._send("scrollTo", [layer, ...(rectangles === undefined ? [] : [rectangles])], options ?? {});
  }

  copy(id, options) {
    return this._send("copy", [id], options ?? {});
  }

  repeat(lines, options) {
    return this._send("repeat", [lines], options ?? {});
  }

  define(component, parameters = {}) {
    return this._send("define", [component], parameters);
  }

  end() {
    return this._send("end", [], {});
  }

  undefine(name) {
    return this._send("undefine", [name], {});
  }

  use(file) {
    return this._send("use", [this._path(file)], {});
  }

  function(signature, expression) {
    return this._send("function", [], this._expressions({ [signature]: expression }));
  }

  undo(steps) {
    return this._send("undo", [...(steps === undefined ? [] : [steps])], {});
  }

  redo(steps) {
    return this._send("redo", [...(steps === undefined ? [] : [steps])], {});
  }

  checkpoint(name) {
    return this._send("checkpoint", [name], {});
  }

  diff(name) {
    return this._send("diff", [name], {});
  }

  subscribe(events, options) {
    return this._send("subscribe", [...events], options ?? {});
  }

  unsubscribe(...events) {
    return this._send("unsubscribe", [...events], {});
  }

  sync(layout, options) {
    return this._send("sync", [...(layout === undefined ? [] : [layout])], options ?? {});
  }

  wait(seconds, options) {
    return this._send("wait", [...(seconds === undefined ? [] : [seconds])], options ?? {});
  }

  clock(mode) {
    return this._send("clock", [mode], {});
  }

  tick(seconds, options) {
    return this._send("tick", [...(seconds === undefined ? [] : [seconds])], options ?? {});
  }

  repaint() {
    return this._send("repaint", [], {});
  }

  damage(buffer, ...rectangles) {
    return this._send("damage", [buffer, ...rectangles], {});
  }

  input(device, state) {
    return this._send("input", [device], state);
  }

  on(layer, event, lines, { name, when } = {}) {
    return this._send("on", [layer, event], { name }, this._reaction(lines, when));
  }

  off(layer, event) {
    return this._send("off", [layer, ...(event === undefined ? [] : [event])], {});
  }

  bind(id, expressions, options = {}) {
    return this._send("bind", [id], { ...options, ...this._expressions(expressions) });
  }

  every(seconds, lines, options) {
    return this._send("every", [seconds, lines], options ?? {});
  }

  after(seconds, lines, options) {
    return this._send("after", [seconds, lines], options ?? {});
  }

  focus(layer, options) {
    return this._send("focus", [layer], options ?? {});
  }

  session(options) {
    return this._send("session", [], options ?? {});
  }

  plugin(action, name) {
    return this._send("plugin", [action, ...(name === undefined ? [] : [name])], {});
  }

  stats(options) {
    return this._send("stats", [], options ?? {});
  }

  debug(options) {
    return this._send("debug", [], options ?? {});
  }

  save(options) {
    return this._send("save", [], { ...options, path: this._path(options?.path) });
  }

  load(options) {
    return this._send("load", [], { ...options, path: this._path(options?.path) });
  }

  record(stop, options) {
    return this._send("record", [...(stop === undefined ? [] : [stop])], { ...options, path: this._path(options?.path) });
  }

  quit() {
    return this._send("quit", [], {});
  }

  digest() {
    return this._send("digest", [], {});
  }

  replay(lines, options) {
    return this._send("replay", [...(lines === undefined ? [] : [lines])], { ...options, path: this._path(options?.path) });
  }
}
