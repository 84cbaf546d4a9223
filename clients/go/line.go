package scrim

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// SocketPath is the socket of the daemon of that name; with an empty one $SCRIM_SOCKET, else that of main.
func SocketPath(name string) string {
	if path := os.Getenv("SCRIM_SOCKET"); name == "" && path != "" {
		return path
	}
	runtime := os.Getenv("XDG_RUNTIME_DIR")
	if runtime == "" {
		runtime = fmt.Sprintf("/tmp/scrim-%d", os.Getuid())
	}
	if name == "" {
		name = "main"
	}
	return runtime + "/scrim/" + name + ".sock"
}

// text is a value as the protocol writes it, unquoted. Values are strings, numbers, booleans, nil for none, and slices of them.
func text(value any) string {
	switch v := value.(type) {
	case nil:
		return "none"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []string:
		return strings.Join(v, ",")
	case []float64:
		return numbers(v...)
	}
	return fmt.Sprint(value)
}

func numbers(values ...float64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = text(v)
	}
	return strings.Join(parts, ",")
}

func isSpecial(c rune) bool { return c <= ' ' || c == '"' || c == '\'' || c == '\\' }

// quote quotes a word where it has to be, or always.
func quote(word string, always bool) string {
	isPlain := func() bool { return strings.IndexFunc(word, isSpecial) < 0 }
	if word != "" && !always && isPlain() {
		return word
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range word {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteRune(c)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\t':
			out.WriteString(`\t`)
		case c < ' ':
			fmt.Fprintf(&out, `\u{%x}`, c)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// positional quotes a word so that it is no pair.
func positional(word string) string { return quote(word, strings.Contains(word, "=")) }

func pair(key string, value any) string { return key + "=" + quote(text(value), false) }

func computed(key, expression string) string {
	return key + ":=" + strings.ReplaceAll(expression, "\n", " ")
}

// Line is a line of the protocol: a verb and positional words, quoted where they have to be.
func Line(verb string, words ...string) string {
	parts := []string{verb}
	for _, word := range words {
		parts = append(parts, positional(word))
	}
	return strings.Join(parts, " ")
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// pairs are the words of a builder: what belongs to an object, or the options of a verb.
type pairs[B any] struct {
	self  *B
	words []string
	list  []string
}

func (p *pairs[B]) bind(self *B) { p.self = self }

// begin makes a builder give itself from each method.
func begin[B any, P interface {
	*B
	bind(*B)
}](builder P) P {
	builder.bind((*B)(builder))
	return builder
}

func (p *pairs[B]) add(key string, value any) *B {
	p.list = append(p.list, pair(key, value))
	return p.self
}

func (p *pairs[B]) word(value any) *B {
	p.words = append(p.words, positional(text(value)))
	return p.self
}

func (p *pairs[B]) parts() []string { return append(append([]string{}, p.words...), p.list...) }

// With sets any key: what a client keeps (`user.note`), a key path, a component's parameter. Values are strings, numbers, booleans, nil
// for none, and slices of them.
func (p *pairs[B]) With(key string, value any) *B { return p.add(key, value) }

// Computed sets a key to an expression's value.
func (p *pairs[B]) Computed(key, expression string) *B {
	p.list = append(p.list, computed(key, expression))
	return p.self
}

// Properties are keys and values for an object, as Layer(), Shape() and the other builders make them.
type Properties interface {
	kind() string
	parts() []string
}

// AnyProperties are keys and values for an object of any kind.
type AnyProperties struct {
	pairs[AnyProperties]
	name string
}

// Of makes properties of a kind that a component or a plugin brings; of no kind, for Set, with an empty name.
func Of(kind string) *AnyProperties {
	return begin(&AnyProperties{name: kind})
}

func (p *AnyProperties) kind() string { return p.name }

type builder interface{ parts() []string }

// words stand in a line as they are.
type words []string

func (w words) parts() []string { return w }

func partsOf[B builder](options []B) words {
	var out words
	for _, one := range options {
		out = append(out, one.parts()...)
	}
	return out
}

// lineOf makes a line: builders as they are, maps as expressions, all else as positional words.
func lineOf(verb string, of []any) string {
	out := []string{verb}
	for _, one := range of {
		switch w := one.(type) {
		case *AnyProperties:
			if w != nil {
				out = append(out, w.parts()...)
			}
		case builder:
			out = append(out, w.parts()...)
		case map[string]string:
			for _, key := range sortedKeys(w) {
				out = append(out, computed(key, w[key]))
			}
		case []string:
			for _, word := range w {
				out = append(out, positional(word))
			}
		case [][4]float64:
			for _, r := range w {
				out = append(out, numbers(r[:]...))
			}
		default:
			out = append(out, positional(text(one)))
		}
	}
	return strings.Join(out, " ")
}

// do sends a line whose reply brings nothing.
func (v Verbs) do(verb string, words ...any) error { return v.run(lineOf(verb, words), nil, nil) }

// reply sends a line and reads what it brings into a struct; in a batch it is filled when that is sent.
func reply[R any](v Verbs, into *R, verb string, words ...any) (*R, error) {
	if err := v.run(lineOf(verb, words), nil, into); err != nil {
		return nil, err
	}
	return into, nil
}

// value sends a line and gives the value that it brings.
func value[R any](v Verbs, verb string, words ...any) (R, error) {
	var into, none R
	if err := v.run(lineOf(verb, words), nil, &into); err != nil {
		return none, err
	}
	return into, nil
}

// Lines are what `on` runs, and when.
type Lines struct {
	Text string
	// An expression; empty: always.
	When string
}

func (r Lines) parts() []string {
	out := []string{}
	if r.When != "" {
		out = append(out, "when "+strings.ReplaceAll(r.When, "\n", " "))
	}
	return append(out, quote(r.Text, true))
}

func sortedKeys(of map[string]string) []string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
