"""Rust: clients/rust/src/generated.rs."""
import json

from facts import PLACES, argument_name, pascal, sentence, snake, told

HEADER = "// Written by clients/generate from `describe`: `make clients`.\n\n"
TYPES = {
    "number": ("f64", ""), "integer": ("i64", ""), "count": ("f64", ""), "boolean": ("bool", ""), "time": ("f64", ""), "angle": ("f64", ""),
    "point": ("[f64; 2]", ""), "size": ("[f64; 2]", ""), "rectangle": ("[f64; 4]", ""), "ids": ("&[&str]", ""), "timings": ("&[&str]", ""),
    "numbers": ("&[f64]", ""), "colors": ("&[&str]", ""), "choices": ("&[&str]", ""), "spring": ("&[f64]", ""),
}
MEMBERS = {"string": ("String", "string()"), "number": ("f64", "number().unwrap_or_default()"), "boolean": ("bool", "bool().unwrap_or_default()"),
           "point": ("[f64; 2]", "fixed()"), "size": ("[f64; 2]", "fixed()"), "rectangle": ("[f64; 4]", "fixed()"),
           "strings": ("Vec<String>", "strings()"), "rectangles": ("Vec<[f64; 4]>", "array().iter().map(Json::fixed).collect()"),
           "object": ("Json", "clone()"), "choice": ("String", "string()")}
OPTIONAL = {"string": ("Option<String>", "text().map(String::from)"), "choice": ("Option<String>", "text().map(String::from)"),
            "number": ("Option<f64>", "number()")}
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


def properties(facts):
    out = ""
    for kind, form in sorted(facts.kinds.items(), key=lambda k: k[0] != "layer"):
        own = pascal(kind)
        is_layer = form["family"] == "layer"
        out += docs(f"What can be set of {a(kind)}: {form['help']}.")
        out += f"pub trait {own}Setters: Pairs {{\n"
        rows = list(PLACES.items()) if kind == "layer" else []
        for key, p in rows + list(facts.settable(kind)):
            text = told(p) + (" One of " + ", ".join(p["choices"]) + "." if p.get("choices") else "")
            out += docs(text, "    ")
            method = name(key) if key not in ("with", "computed") else name(key) + "_"
            out += f"    fn {method}(self, value: {parameter(p)}) -> Self {{\n        self.with({json.dumps(key)}, value)\n    }}\n"
        out += "}\n\n"
        out += docs(f"Properties of {a(kind)}.")
        out += f"#[derive(Clone, Debug, Default)]\npub struct {own}(String);\n\n"
        out += docs(f"Begins properties of {a(kind)}: {form['help']}.")
        out += f"pub fn {name(kind)}() -> {own} {{\n    {own}::default()\n}}\n\n"
        out += f"impl Pairs for {own} {{\n    fn parts(&mut self) -> &mut String {{\n        &mut self.0\n    }}\n}}\n\n"
        out += f"impl Properties for {own} {{\n    fn kind(&self) -> &str {{\n        {json.dumps(kind)}\n    }}\n}}\n\n"
        if is_layer and kind != "layer":
            out += f"impl LayerSetters for {own} {{}}\n"
        out += f"impl {own}Setters for {own} {{}}\n\n"
    return out


def structure(own, help, members, more=""):
    out = docs(help) + f"#[derive(Clone, Debug, PartialEq)]\npub struct {own} {{\n"
    reads = ""
    for key, form in members.items():
        if form["type"] == "nested":
            type, read = f"Vec<{own}>", f"array().iter().map({own}::read).collect()"
        else:
            type, read = (OPTIONAL if form.get("optional") else {}).get(form["type"], MEMBERS[form["type"]])
        note = " or ".join(form["choices"]) if form.get("choices") else f"The member `{key}`"
        out += docs(note + ".", "    ") + f"    pub {name(key)}: {type},\n"
        reads += f"            {name(key)}: json.get({json.dumps(key)}).{read},\n"
    if more:
        out += docs("The object's properties, by their names.", "    ") + "    pub properties: Json,\n"
        reads += "            properties: json.clone(),\n"
    return out + "}\n\n", reads


def events(facts):
    out = docs("The code of an error.") + "#[derive(Clone, Debug, PartialEq, Eq)]\n#[non_exhaustive]\npub enum Code {\n"
    for code, help in facts.errors.items():
        out += docs(sentence(help), "    ") + f"    {pascal(code)},\n"
    out += docs("One that this version of the client does not know.", "    ") + "    Other(String),\n}\n\n"
    out += "impl Code {\n" + docs("The protocol's word.", "    ") + "    pub fn name(&self) -> &str {\n        match self {\n"
    out += "".join(f"            Code::{pascal(c)} => {json.dumps(c)},\n" for c in facts.errors)
    out += "            Code::Other(name) => name,\n        }\n    }\n}\n\nimpl From<&str> for Code {\n    fn from(name: &str) -> Self {\n        match name {\n"
    out += "".join(f"            {json.dumps(c)} => Code::{pascal(c)},\n" for c in facts.errors)
    out += "            other => Code::Other(other.into()),\n        }\n    }\n}\n\n"
    names = list(facts.events)
    for event, form in facts.events.items():
        own = f"{pascal(event)}Event"
        text, reads = structure(own, sentence(form["help"]), form["members"], form.get("properties"))
        out += text + f"impl {own} {{\n    fn read(json: &Json) -> Self {{\n        Self {{\n{reads}        }}\n    }}\n}}\n\n"
    out += docs("What the daemon tells unasked.") + "#[derive(Clone, Debug, PartialEq)]\n#[non_exhaustive]\npub enum Event {\n"
    for event in names:
        out += docs(sentence(facts.events[event]["help"]), "    ") + f"    {pascal(event)}({pascal(event)}Event),\n"
    out += docs("One that this version of the client does not know: its name and what it holds.", "    ") + "    Other(String, Json),\n}\n\n"
    out += "impl Event {\n    pub(crate) fn read(name: &str, json: &Json) -> Self {\n        match name {\n"
    out += "".join(f"            {json.dumps(e)} => Event::{pascal(e)}({pascal(e)}Event::read(json)),\n" for e in names)
    return out + "            other => Event::Other(other.into(), json.clone()),\n        }\n    }\n}\n\n"


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
            text, reads = structure(reply, f"What `{verb}` answers.", schema["reply"]["members"])
            rest += text + f"impl Reply for {reply} {{\n    fn read(json: &Json) -> Self {{\n        Self {{\n{reads}        }}\n    }}\n}}\n\n"
        positional, keyed = facts.arguments(verb)
        keyed = [w for w in keyed if w["type"] != "expression"]
        loose = [w for w in positional if not w["required"] and not w.get("repeats")] if keyed else []
        if keyed:
            rest += docs(f"Further words of `{verb}`.") + f"#[derive(Clone, Debug, Default)]\npub struct {own}Options(String);\n\n"
            rest += docs(f"Begins further words of `{verb}`; none of them has to be given." if not any(w["required"] for w in keyed) else
                         f"Begins further words of `{verb}`.")
            rest += f"pub fn {name(verb)}() -> {own}Options {{\n    {own}Options::default()\n}}\n\n"
            rest += f"impl Pairs for {own}Options {{\n    fn parts(&mut self) -> &mut String {{\n        &mut self.0\n    }}\n}}\n\nimpl {own}Options {{\n"
            for word in loose:
                type = {"time": "f64", "integer": "i64"}.get(word["type"], "&str")
                rest += docs(f"The word {argument_name(word)}.", "    ")
                rest += f"    pub fn {name(argument_name(word))}(self, value: {type}) -> Self {{\n        Self(Line(String::new()).word(value).0 + &self.0)\n    }}\n"
            for word in keyed:
                value = "absolute(value)" if word["type"] == "path" else "value"
                rest += docs("One of " + ", ".join(word["choices"]) + "." if word.get("choices") else f"`{word['name']}=`.", "    ")
                rest += f"    pub fn {name(word['name'])}(self, value: {parameter(word)}) -> Self {{\n        self.with({json.dumps(word['name'])}, {value})\n    }}\n"
            rest += "}\n\n"
        if verb == "snapshot":
            continue
        parameters, chain, after = [], "", ""
        for word in positional:
            if word in loose:
                continue
            arg = name(argument_name(word))
            value = f"absolute({arg})" if word["type"] == "path" else arg
            if word["type"] == "kind" and verb in ("create", "put"):
                continue
            if word["type"] == "lines" and verb == "on":
                continue
            if word["type"] == "rectangle":
                parameters.append(f"{arg}: &[[f64; 4]]")
                after += f"        for one in {arg} {{\n            line = line.word(one.as_slice());\n        }}\n"
            elif word.get("repeats"):
                parameters.append(f"{arg}: &[&str]")
                after += f"        for one in {arg} {{\n            line = line.word(one);\n        }}\n"
            elif not word["required"]:
                type = {"time": "f64", "integer": "i64"}.get(word["type"], "&str")
                parameters.append(f"{arg}: Option<{type}>")
                after += f"        if let Some(one) = {arg} {{\n            line = line.word(one);\n        }}\n"
            else:
                parameters.append(f"{arg}: " + {"time": "f64", "integer": "i64"}.get(word["type"], "&str"))
                chain += f".word({value})"
        if verb in ("create", "put", "set", "animate"):
            parameters.append("properties: impl Properties")
            if verb in ("create", "put"):
                chain += ".word(properties.kind())"
            after += "        line = line.parts(&parts_of(properties));\n"
        elif verb == "bind":
            parameters.append("expressions: &[(&str, &str)]")
            after += "        for (key, expression) in expressions {\n            line = line.computed(key, expression);\n        }\n"
        elif verb == "function":
            parameters.append("signature: &str, expression: &str")
            chain += ".computed(signature, expression)"
        elif verb in ("draw", "input", "define"):
            if verb == "draw":
                parameters.append("operation: &str")
                chain += ".word(operation)"
            parameters.append("more: impl Pairs")
            after += "        line = line.parts(&parts_of(more));\n"
        elif verb == "on":
            parameters += ["when: Option<&str>", "lines: &str"]
        if keyed:
            parameters.append(f"options: {own}Options")
            after += "        line = line.parts(&parts_of(options));\n"
        if verb == "on":
            after += "        line = line.lines(when, lines);\n"
        out += docs(sentence(schema["help"]), "    ")
        out += f"    fn {name(verb)}(&mut self{''.join(', ' + p for p in parameters)}) -> Self::Out<{reply}> {{\n"
        if after:
            out += f"        let mut line = Line::new({json.dumps(verb)}){chain};\n{after}        self.run(line)\n    }}\n\n"
        else:
            out += f"        self.run(Line::new({json.dumps(verb)}){chain})\n    }}\n\n"
    return out.rstrip("\n") + "\n}\n\n" + rest


def files(facts):
    head = HEADER + "#![allow(clippy::wrong_self_convention, clippy::should_implement_trait)]\n\n"
    head += "use crate::connection::{parts_of, Reply};\nuse crate::json::Json;\nuse crate::line::{absolute, Line, Pairs, Properties};\n\n"
    return {"rust/src/generated.rs": (head + events(facts) + verbs(facts) + properties(facts)).rstrip("\n") + "\n"}
