"""Colours for code: spans of comments, texts, numbers, keywords and names, by a few rules for each language. What no rule knows stays as it is."""
import html
import re

TEXT = r'(?P<text>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
NUMBER = r"(?P<number>#[0-9a-fA-F]{3,8}\b|\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?(?:ms|s|deg|turn|rad|%)?\b)"
PYTHON = "and as assert async await break class continue def del elif else except finally for from if import in is lambda not or pass raise return try while with yield None True False"
SHELL = "if then else elif fi for in do done while until case esac function exec export local return set shift trap"
C = ("struct enum union typedef static const inline extern sizeof if else for while do switch case default return break continue void char int float double unsigned signed "
     "uint8_t uint16_t uint32_t uint64_t int32_t int64_t size_t")
SWIFT = ("import let var func struct class enum extension protocol case switch default if else guard for while in return throws throw try catch public package private static final "
         "mutating init deinit self nil true false defer do as is where unsafe override")
RUST = "use fn let mut pub struct enum impl trait for in if else match while loop return self crate mod unsafe extern const static as where true false"
GO = "package import func var const type struct interface map chan go defer return if else for range switch case default nil true false"
SCRIPT = "const let var function return if else for of in while class new await async import export from type interface null undefined true false"


def words(names):
    return r"(?P<keyword>\b(?:" + "|".join(names.split()) + r")\b)"


# A line of the protocol: a tag, the verb, then words whose keys end with = or :=.
SCRIM = (r"(?P<comment>^[ \t]*#.*$)|" + TEXT + r"|(?P<keyword>^[ \t]*(?:@[\w.-]+[ \t]+)?[a-zA-Z]+)|(?P<key>(?<=\s)[A-Za-z][\w.-]*(?=:?=))|(?P<variable>\$[\w.-]+)|" + NUMBER)
HASH, SLASHES = r"(?P<comment>(?<!\S)#.*$)", r"(?P<comment>//.*$|/\*[\s\S]*?\*/)"
RULES = {
    "scrim": SCRIM, "scrim-error": SCRIM,
    "sh": "|".join([HASH, TEXT, words(SHELL), r"(?P<variable>\$\{?\w+\}?)", NUMBER]),
    "console": r"(?P<keyword>^[$>] )|" + HASH,
    "python": "|".join([HASH, TEXT, words(PYTHON), NUMBER]), "toml": "|".join([HASH, TEXT, NUMBER]), "ini": "|".join([HASH, TEXT, NUMBER]),
    "c": "|".join([SLASHES, TEXT, words(C), r"(?P<key>^\s*#\w+)", NUMBER]), "swift": "|".join([SLASHES, TEXT, words(SWIFT), NUMBER]),
    "rust": "|".join([SLASHES, TEXT, words(RUST), NUMBER]), "go": "|".join([SLASHES, TEXT, words(GO), NUMBER]),
    "js": "|".join([SLASHES, TEXT, words(SCRIPT), NUMBER]), "json": "|".join([r"(?P<key>\"(?:\\.|[^\"\\])*\"(?=\s*:))", TEXT, NUMBER]),
}
SAME = {"bash": "sh", "shell": "sh", "python-test": "python", "py": "python", "h": "c", "ts": "js", "typescript": "js", "javascript": "js", "rs": "rust", "service": "ini", "socket": "ini"}
COMPILED = {name: re.compile(rule, re.M) for name, rule in RULES.items()}


def code(text, language):
    """HTML of a block of code; `language`: its info word, or a file's ending."""
    rule = COMPILED.get(SAME.get(language, language))
    if not rule:
        return html.escape(text, quote=False)
    out, at = "", 0
    for match in rule.finditer(text):
        out += html.escape(text[at:match.start()], quote=False)
        out += f'<span class="{match.lastgroup}">{html.escape(match[0], quote=False)}</span>'
        at = match.end()
    return out + html.escape(text[at:], quote=False)
