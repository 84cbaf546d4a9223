"""TypeScript and Node: clients/typescript/verbs.js and protocol.d.ts."""
import json

from facts import argument_name, pascal, sentence, told

HEADER = "// Written by clients/generate from `describe`: `make clients`.\n\n"
TYPES = {
    "number": "number", "integer": "number", "count": "number", "boolean": "boolean", "time": "number | string", "angle": "number | string",
    "point": "Point", "size": "Size | string", "rectangle": "Rectangle", "color": "string | null", "string": "string", "id": "string | null",
    "ids": "string[]", "contents": "string | null", "transform": "string | null", "path": "string | null", "filters": "string | null",
    "timing": "string", "timings": "string[]", "value": "Value", "values": "string", "numbers": "number[]", "colors": "string[]",
    "operations": "null",
}
WORDS = {
    "id": "string", "newID": "string", "kind": "string", "event": "EventName", "text": "string", "number": "number", "integer": "number",
    "boolean": "boolean", "time": "number | string", "rectangle": "Rectangle", "timing": "string", "spring": "number[]", "path": "string",
    "lines": "string", "key": "string", "expression": "string",
}
MEMBERS = {
    "string": "string", "number": "number", "boolean": "boolean", "point": "Point", "size": "Size", "rectangle": "Rectangle",
    "strings": "string[]", "rectangles": "Rectangle[]", "object": "Record<string, unknown>",
}


def choices_of(words):
    return " | ".join(json.dumps(w) for w in words)


def quoted(key):
    return key if key.isidentifier() else json.dumps(key)


def value_type(form):
    if form["type"] == "choice":
        base = choices_of(form["choices"])
    elif form["type"] == "choices":
        base = f"({choices_of(form['choices'])})[]"
    else:
        base = TYPES[form["type"]]
    return base + (" | null" if form.get("default", 0) is None and "null" not in base else "")


def comment(text, indent="  "):
    return f"{indent}/** {text.replace('*/', '* /')} */\n"


def properties(facts):
    out = ""
    for table in facts.tables:
        base = f"{pascal(table.base)}Properties" if table.base else "OtherKeys"
        out += comment(sentence(table.help), "") + f"export interface {pascal(table.name)}Properties extends {base} {{\n"
        for key, p in table.rows.items():
            out += "" if p.get("isPart") else comment(told(p))
            out += f"  {quoted(key)}?: {value_type(p)} | Expression;\n"
        if table.is_kind and facts.kinds[table.name]["freeKeys"]:
            out += "  [key: string]: Value | Expression | undefined;\n"
        out += "}\n\n"
    out += "/** The properties of each kind. */\nexport interface Kinds {\n"
    out += "".join(f"  {quoted(kind)}: {pascal(kind)}Properties;\n" for kind in facts.kinds) + "}\n\n"
    out += "/** The properties of a kind; anything for one that a component or a plugin brings. */\n"
    out += "export type PropertiesOf<K> = K extends keyof Kinds ? Kinds[K] : Record<string, Value | Expression>;\n\n"
    out += "type Named<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };\n"
    out += "type Any = { [K in keyof Kinds]: Named<Kinds[K]> }[keyof Kinds];\ntype KeyOf<T> = T extends unknown ? keyof T : never;\n"
    out += "type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;\n\n"
    return out + "/** Properties of any kind. */\nexport type AnyProperties = { [K in KeyOf<Any>]?: ValueOf<Any, K> };\n\n"


def member(form, own):
    if form.get("choices"):
        return choices_of(form["choices"])
    return f"{own}[]" if form["type"] == "nested" else MEMBERS[form["type"]]


def interface(name, help, members, is_open):
    out = comment(help, "") + f"export interface {name} {{\n"
    for key, form in members.items():
        optional = form.get("optional")
        out += f"  {key}{'?' if optional else ''}: {member(form, name)}{' | null' if optional else ''};\n"
    if is_open:
        out += "  [key: string]: unknown;\n"
    return out + "}\n\n"


def reply_type(facts, verb):
    reply = facts.verbs[verb]["reply"]
    if not reply:
        return "null"
    if reply["type"] == "strings":
        base = "string[]"
    elif reply["type"] == "object":
        base = f"{pascal(verb)}Reply" if reply["members"] else "Record<string, unknown>"
    else:
        return "unknown"
    return base + (" | null" if reply.get("optional") else "")


def word_type(word):
    return choices_of(word["choices"]) if word.get("choices") else WORDS[word["type"]]


def form_of(facts, verb):
    """(parameters with types, words, pairs) of a verb."""
    positional, keyed = facts.arguments(verb)
    parameters, words, pairs = [], [], "{}"
    for word in positional:
        own = argument_name(word)
        type = word_type(word)
        use = f"this._path({own})" if word["type"] == "path" else own
        if word.get("repeats") and keyed:
            # Options follow.
            parameters.append((own, f"({type})[]", verb == "get"))
            words.append("..." + own if verb != "get" else f"...({own} ?? [])")
        elif word.get("repeats"):
            parameters.append(("..." + own, f"({type})[]", False))
            words.append("..." + own)
        elif word["required"]:
            parameters.append((own, type, False))
            words.append(use)
        else:
            parameters.append((own, type, True))
            words.append(f"...({own} === undefined ? [] : [{use}])")
    if keyed:
        rows = []
        for word in keyed:
            type = "string | string[]" if verb == "subscribe" else word_type(word)
            rows.append(f"{word['name']}{'' if word['required'] else '?'}: {type}")
        is_needed = any(w["required"] for w in keyed)
        if is_needed:
            # TypeScript has no parameter that is required behind one that is not.
            parameters = [(n, f"{t} | undefined" if o else t, False) for n, t, o in parameters]
        parameters.append(("options", "{ " + "; ".join(rows) + " }", not is_needed))
        paths = [w["name"] for w in keyed if w["type"] == "path"]
        pairs = "{ ...options" + "".join(f", {p}: this._path(options?.{p})" for p in paths) + " }" if paths else "options ?? {}"
    return parameters, words, pairs


def verbs(facts):
    """(verbs.js, the interface of verbs)"""
    script = HEADER + "/** The verbs of the protocol: each makes a line of its arguments. */\nexport class Verbs {\n"
    types = "/** The verbs of the protocol. */\nexport interface Verbs {\n"
    for verb, schema in facts.verbs.items():
        help = comment(sentence(schema["help"]))
        returns = f"Promise<{reply_type(facts, verb)}>"
        if verb == "snapshot":
            continue
        types += help
        script += "\n" if not script.endswith("{\n") else ""
        if verb in ("create", "put"):
            types += f"  {verb}<K extends keyof Kinds | (string & {{}})>(id: string, kind: K, properties?: PropertiesOf<K>): {returns};\n"
            script += f'  {verb}(id, kind, properties = {{}}) {{\n    return this._send("{verb}", [id, kind], properties);\n  }}\n'
        elif verb == "set":
            types += f"  set(id: string, properties: AnyProperties): {returns};\n"
            script += '  set(id, properties) {\n    return this._send("set", [id], properties);\n  }\n'
        elif verb == "animate":
            options = form_of(facts, verb)[0][-1][1]
            options = options.replace("{ ", "{ property?: string; ", 1)
            types += f"  animate(layer: string, properties: AnyProperties, options?: {options}): {returns};\n"
            script += '  animate(layer, properties, { property, ...options } = {}) {\n    const words = property === undefined ? [layer] : [layer, property];\n'
            script += '    return this._send("animate", words, { ...options, ...properties });\n  }\n'
        elif verb == "bind":
            types += f"  bind(id: string, expressions: Record<string, string>, options?: {{ scope?: string; isActive?: boolean }}): {returns};\n"
            script += '  bind(id, expressions, options = {}) {\n    return this._send("bind", [id], { ...options, ...this._expressions(expressions) });\n  }\n'
        elif verb == "function":
            types += f"  function(signature: string, expression: string): {returns};\n"
            script += '  function(signature, expression) {\n    return this._send("function", [], this._expressions({ [signature]: expression }));\n  }\n'
        elif verb == "draw":
            types += f"  draw(id: string, operation: string, parameters?: Record<string, Value>): {returns};\n"
            types += f"  draw(id: string, operation: string, words: Value[], parameters?: Record<string, Value>): {returns};\n"
            script += "  draw(id, operation, words = [], parameters = {}) {\n    const [list, pairs] = Array.isArray(words) ? [words, parameters] : [[], words];\n"
            script += '    return this._send("draw", [id, operation, ...list], pairs);\n  }\n'
        elif verb == "input":
            types += f"  input(device: {choices_of(facts.verbs['input']['arguments'][0]['choices'])}, state: Record<string, Value>): {returns};\n"
            script += '  input(device, state) {\n    return this._send("input", [device], state);\n  }\n'
        elif verb == "define":
            types += f"  define(component: string, parameters?: Record<string, Value>): {returns};\n"
            script += '  define(component, parameters = {}) {\n    return this._send("define", [component], parameters);\n  }\n'
        elif verb == "on":
            types += f"  on(layer: string, event: string, lines: string, options?: {{ name?: string; when?: string }}): {returns};\n"
            script += "  on(layer, event, lines, { name, when } = {}) {\n"
            script += '    return this._send("on", [layer, event], { name }, this._reaction(lines, when));\n  }\n'
        else:
            parameters, words, pairs = form_of(facts, verb)
            types += f"  {verb}({', '.join(n + ('?' if o else '') + ': ' + t for n, t, o in parameters)}): {returns};\n"
            script += f"  {verb}({', '.join(n for n, _, _ in parameters)}) {{\n"
            script += f'    return this._send("{verb}", [{", ".join(words)}], {pairs});\n  }}\n'
    return script + "}\n", types + "}\n"


def files(facts):
    script, interface_of_verbs = verbs(facts)
    types = HEADER + "import type { Expression } from \"./scrim.js\";\n\n"
    types += "export type Value = string | number | boolean | null | Value[];\nexport type Point = [x: number, y: number];\n"
    types += "export type Size = [width: number, height: number];\nexport type Rectangle = [x: number, y: number, width: number, height: number];\n\n"
    types += "/** Keys that clients choose: what they keep on objects, boundaries, parameters. */\nexport interface OtherKeys {\n"
    for prefix in ("user", "boundary"):
        types += f"  [key: `{prefix}.${{string}}`]: Value | Expression | undefined;\n"
    types += "}\n\n/** The codes of errors. */\nexport type ErrorCode =\n"
    for code, help in facts.errors.items():
        types += f"  /** {help} */\n  | {json.dumps(code)}\n"
    types += "  ;\n\n"
    types += f"export type EventName = keyof Events;\n\n"
    for event, form in facts.events.items():
        types += interface(f"{pascal(event)}Event", sentence(form["help"]), form["members"], form.get("properties"))
    types += "/** What each event holds. */\nexport interface Events {\n"
    types += "".join(f"  {event}: {pascal(event)}Event;\n" for event in facts.events) + "  dropped: { count: number };\n}\n\n"
    types += "/** An event: its `type` tells what is in `data`. */\nexport type Event = { [T in EventName]: { type: T; data: Events[T] } }[EventName];\n\n"
    for verb, form in facts.verbs.items():
        reply = form["reply"]
        if reply and reply["type"] == "object" and reply["members"]:
            types += interface(f"{pascal(verb)}Reply", f"What `{verb}` answers.", reply["members"], reply.get("properties"))
    types += properties(facts) + interface_of_verbs
    return {"typescript/verbs.js": script, "typescript/protocol.d.ts": types}
