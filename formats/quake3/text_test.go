package quake3

import (
	"fmt"
	"strings"
	"testing"
)

func TestTokenize(t *testing.T) {
	for text, want := range map[string][]string{
		``:                                {},
		`  `:                              {},
		`cs 544 "n\a b\t\0"`:              {"cs", "544", `n\a b\t\0`},
		"print \"two\nlines\"\n":          {"print", "two\nlines"},
		`chat "open`:                      {"chat", "open"},
		`a"b"c`:                           {"a", "b", "c"},
		`""`:                              {""},
		"a // b c":                        {"a"},
		"a /* b */ c":                     {"a", "c"},
		"a/*b":                            {"a"},
		`"// kept" x`:                     {"// kept", "x"},
		"http://x":                        {"http:"},
		"\x01a\tb\r\n":                    {"a", "b"},
		"scores 2 1 0 0 3 50 12":          {"scores", "2", "1", "0", "0", "3", "50", "12"},
		strings.Repeat("a ", maxTokens+9): strings.Fields(strings.Repeat("a ", maxTokens)),
	} {
		var got []string
		for _, w := range Tokenize(nil, []byte(text)) {
			got = append(got, string(w))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestInfo(t *testing.T) {
	for text, want := range map[string]string{
		``:           "",
		`\a\1\b\2`:   "a=1 b=2 ",
		`a\1\b\2`:    "a=1 b=2 ",
		`\a\1\b`:     "a=1 b= ",
		`\a\\b\2`:    "a= b=2 ",
		`\a\1\a\2`:   "a=1 a=2 ",
		`n\x y\t\0\`: "n=x y t=0 ",
	} {
		got := ""
		for k, v := range Info(text).All {
			got += fmt.Sprintf("%s=%s ", k, v)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if v, ok := Info(`\Protocol\68`).Value("protocol"); !ok || string(v) != "68" {
		t.Errorf("%q %v", v, ok)
	}
	if _, ok := Info(`\a\1`).Value("b"); ok {
		t.Error("b is there")
	}
}

func TestDisplayText(t *testing.T) {
	raw := []byte("50% \xe9 \u00e9")
	if got := ProtocolOf(68).Text(raw); got != "50. . .." {
		t.Errorf("68: %q", got)
	}
	if got := ProtocolOf(91).Text(raw); got != string(raw) {
		t.Errorf("91: %q", got)
	}
}

func FuzzTokenize(f *testing.F) {
	f.Add([]byte(`cs 544 "n\a b\t\0" // x`))
	f.Add([]byte(`bcs0 1 "a" /* */ b`))
	f.Fuzz(func(t *testing.T, text []byte) {
		words := Tokenize(nil, text)
		if len(words) > maxTokens {
			t.Errorf("%d words", len(words))
		}
		total := 0
		for _, w := range words {
			total += len(w)
		}
		if total > len(text) {
			t.Errorf("words of %d bytes in %d", total, len(text))
		}
		var h History
		h.Handle(&ServerCommand{Sequence: 1, Text: text})
		for k, v := range Info(text).All {
			total -= len(k) + len(v)
		}
	})
}
