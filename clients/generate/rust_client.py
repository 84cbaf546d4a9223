"""Rust: clients/rust/src/generated.rs."""
import json

from facts import BASES, argument_name, pascal, sentence, snake, told

HEADER = "// Written by clients/generate from `describe`: `make clients`.\n\n"
TYPES = {
    "number": ("f64", ""), "integer": ("i64", ""), "count": ("f64", ""), "boolean": ("bool", ""), "time": ("f64", ""), "angle": ("f64", ""),
    "point": ("[f64; 2]", ""), "size": ("[f64; 2]", ""), "rectangle": ("[f64; 4]", ""), "ids": ("&[&str]", ""), "timings": ("&[&str]", ""),
    "numbers": ("&[f64]", ""), "colors": ("&[&str]", ""), "choices": ("&[&str]", ""), "spring": ("&[f64]", ""),
}
MEMBERS = {"string": "String", "number": "f64", "boolean": "bool", "point": "[f64; 2]", "size": "[f64; 2]", "rectangle": "[f64; 4]",
           "strings": "Vec<String>", "rectangles": "Vec<[f64; 4]>", "object": "Json", "choice": "String"}
WORDS = {"time": "f64", "integer": "i64"}
RESERVED = {"type", "in", "as", "for", "use", "loop", "move", "ref", "where", "match", "mod", "static", "let", "if", "else", "fn", "repeat_"}


def name(key):
    own = snake(key)
    return "r#" + own if own in RESERVED else own


def docs(text, indent=""):
    text = text.replace("[", "\\[").replace("]", "\\]").replace("<", "\\<")
    return f"{indent}/// {text}\n"


def parameter(form):
    return TYPES.get(form["type"], ("&str", ""))[0]


def a(word):
    return ("an " if word[0].lower() in "aeio" else "a ") + word


def rows(table, indent):
    """A line for each property, with its help."""
    out = ""
    for key, p in table.items():
        text = told(p) + (" One of " + ", ".join(p["choices"]) + "." if p.get("choices") else "")
        out += "" if p.get("isPart") else docs(text, indent)
        method = name(key) if key not in ("with", "computed") else name(key) + "_"
        out += f"{indent}{method}: {parameter(p)} = {json.dumps(key)};\n"
    return out


def properties(facts):
    bases, kinds = "", ""
    for table in facts.tables:
        is_base = table.name in BASES
        own = pascal(table.name)
        if is_base:
            bases += "base! {\n" + docs(f"Sets properties: {table.help}.", "    ") + f"    {own}Setters {{\n{rows(table.rows, ' ' * 8)}    }}\n}}\n\n"
        if table.is_kind:
            traits = " ".join(f"{pascal(b)}Setters" for b in ([table.name] if is_base else []) + table.bases)
            kinds += "kind! {\n" + docs(f"Properties of {a(table.name)}: {table.help}.", "    ")
            body = rows({} if is_base else table.rows, " " * 8)
            kinds += f"    {own} {name(table.name)} {json.dumps(table.name)}: {traits} ".replace(":  ", ": ")
            kinds += (f"{{\n{body}    }}" if body else "{}") + "\n}\n\n"
    return bases + kinds


def members(own, members, more, indent):
    out = ""
    for key, form in members.items():
        type = f"Vec<{own}>" if form["type"] == "nested" else MEMBERS[form["type"]]
        if form.get("optional") and form["type"] in ("string", "choice", "number"):
            type = f"Option<{type}>"
        out += docs(" or ".join(form["choices"]) + ".", indent) if form.get("choices") else ""
        out += f"{indent}{name(key)}: {type} = {json.dumps(key)},\n"
    return out + (f"{indent}..properties\n" if more else "")


def events(facts):
    out = "codes! {\n"
    for code, help in facts.errors.items():
        out += docs(sentence(help), "    ") + f"    {pascal(code)} {json.dumps(code)}\n"
    out += "}\n\nevents! {\n"
    for event, form in facts.events.items():
        own = f"{pascal(event)}Event"
        out += docs(sentence(form["help"]), "    ") + f"    {pascal(event)} {json.dumps(event)} {own} {{\n"
        out += members(own, form["members"], form.get("properties"), " " * 8) + "    }\n"
    return out + "}\n\n"


def reply_type(facts, verb):
    reply = facts.verbs[verb]["reply"]
    if not reply or reply.get("optional") and verb != "plugin":
        return "()"
    if reply["type"] == "strings":
        return "Vec<String>"
    return f"{pascal(verb)}Reply" if reply["type"] == "object" and reply["members"] else "Json"


def verbs(facts):
    out, rest = "", ""
    out += docs("The verbs of the protocol. For a `Client` each gives its reply, for a `Batch` a `Pending`.")
    out += "pub trait Verbs {\n" + docs("What a verb gives.", "    ") + "    type Out<T: Reply>;\n\n"
    out += docs("Sends a line.", "    ") + "    fn run<T: Reply>(&mut self, line: Line) -> Self::Out<T>;\n\n"
    for verb, schema in facts.verbs.items():
        own = pascal(verb)
        reply = reply_type(facts, verb)
        if reply.endswith("Reply") and verb != "snapshot":
            rest += "record! {\n" + docs(f"What `{verb}` answers.", "    ") + f"    {reply} {{\n"
            rest += members(reply, schema["reply"]["members"], False, " " * 8) + "    }\n}\n\n"
        positional, keyed = facts.arguments(verb)
        keyed = [w for w in keyed if w["type"] != "expression"]
        loose = [w for w in positional if not w["required"] and not w.get("repeats")] if keyed else []
        if keyed:
            note = "" if any(w["required"] for w in keyed) else "; none of them has to be given"
            words = ", ".join(f"{name(argument_name(w))}: {WORDS.get(w['type'], '&str')}" for w in loose)
            rest += "options! {\n" + docs(f"Further words of `{verb}`{note}.", "    ") + f"    {own}Options {name(verb)} [{words}] {{\n"
            for word in keyed:
                rest += docs("One of " + ", ".join(word["choices"]) + ".", " " * 8) if word.get("choices") else ""
                rest += f"        {name(word['name'])}: {parameter(word)} = {json.dumps(word['name'])}{' => absolute' if word['type'] == 'path' else ''};\n"
            rest += "    }\n}\n\n"
        if verb == "snapshot":
            continue
        parameters, chain = [], f"Line::new({json.dumps(verb)})"
        for word in positional:
            arg = name(argument_name(word))
            if word in loose or word["type"] == "kind" and verb in ("create", "put") or word["type"] == "lines" and verb == "on":
                continue
            type = WORDS.get(word["type"], "&str")
            if word.get("repeats") or word["type"] == "rectangle":
                parameters.append(f"{arg}: &[[f64; 4]]" if word["type"] == "rectangle" else f"{arg}: &[&str]")
                chain += f".words({arg})"
            elif not word["required"]:
                parameters.append(f"{arg}: Option<{type}>")
                chain += f".optional({arg})"
            else:
                parameters.append(f"{arg}: {type}")
                chain += f".word(absolute({arg}))" if word["type"] == "path" else f".word({arg})"
        if verb in ("create", "put", "set", "animate"):
            parameters.append("properties: impl Properties")
            chain += (".word(properties.kind())" if verb in ("create", "put") else "") + ".parts(properties)"
        elif verb == "bind":
            parameters.append("expressions: &[(&str, &str)]")
            chain = f"expressions.iter().fold({chain}, |line, (key, expression)| line.computed(key, expression))"
        elif verb == "function":
            parameters.append("signature: &str, expression: &str")
            chain += ".computed(signature, expression)"
        elif verb in ("draw", "input", "define"):
            if verb == "draw":
                parameters.append("operation: &str")
                chain += ".word(operation)"
            parameters.append("more: impl Pairs")
            chain += ".parts(more)"
        elif verb == "on":
            parameters += ["when: Option<&str>", "lines: &str"]
        if keyed:
            parameters.append(f"options: {own}Options")
            chain += ".parts(options)"
        if verb == "on":
            chain += ".lines(when, lines)"
        out += docs(sentence(schema["help"]), "    ")
        out += f"    fn {name(verb)}(&mut self{''.join(', ' + p for p in parameters)}) -> Self::Out<{reply}> {{\n        self.run({chain})\n    }}\n\n"
    return out.rstrip("\n") + "\n}\n\n" + rest


def files(facts):
    head = HEADER + "#![allow(clippy::wrong_self_convention, clippy::should_implement_trait)]\n\n"
    head += "use crate::connection::Reply;\nuse crate::json::Json;\nuse crate::line::{absolute, Line, Pairs, Properties};\n\n"
    return {"rust/src/generated.rs": (head + events(facts) + verbs(facts) + properties(facts)).rstrip("\n") + "\n"}
