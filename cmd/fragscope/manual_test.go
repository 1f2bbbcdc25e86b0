package main

import (
	"io"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"fragscope/assets/manual"
)

// model is the definition of the command line, as the program has it.
func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(&cli{}, kong.Name("fragscope"), kong.Vars{"version": ""},
		kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

// Every verb and flag is in the man page and in every completion; the hidden ones are in none.
func TestManualIsComplete(t *testing.T) {
	man, _ := answer(t, 0, "man")
	man = strings.ReplaceAll(man, `\-`, "-")
	texts := map[string]string{"man": man}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		texts[shell], _ = answer(t, 0, "completion", shell)
	}
	app := model(t)
	nodes := append([]*kong.Node{app.Node}, app.Children...)
	for kind, text := range texts {
		for _, n := range nodes {
			if n.Hidden {
				if strings.Contains(text, "SS "+n.Name) || strings.Contains(text, "-a "+n.Name) {
					t.Errorf("%s tells of %s", kind, n.Name)
				}
				continue
			}
			if n != app.Node && n != app.DefaultCmd && !strings.Contains(text, n.Name) {
				t.Errorf("%s has no %s", kind, n.Name)
			}
			for _, f := range n.Flags {
				want := "--" + f.Name
				if kind == "fish" {
					want = "-l " + f.Name
				}
				if !f.Hidden && !strings.Contains(text, want) {
					t.Errorf("%s has no %s", kind, want)
				}
			}
		}
	}
	for _, want := range []string{".TH FRAGSCOPE 1", ".SS Exit status", ".SH LIBRARY AND TABLES",
		"Save a picture of a demo as a PNG or JPEG, or a film of it as a GIF, AVI, MP4 or WebM."} {
		if !strings.Contains(man, want) {
			t.Errorf("the man page has no %q", want)
		}
	}
	answer(t, 2, "completion", "cmd")
}

// TestEveryFlagHasValues holds that completions have something to offer behind every flag that takes a value:
// words, files or folders. Nobody knows the names of the players before the demo is read.
func TestEveryFlagHasValues(t *testing.T) {
	app := model(t)
	for _, n := range append([]*kong.Node{app.Node}, app.Children...) {
		for _, f := range n.Flags {
			if f.IsBool() || f.Name == "follow" || f.PlaceHolder == "FILE" || f.PlaceHolder == "DIR" {
				continue
			}
			for _, value := range strings.Split(f.Tag.Get("values"), ",") {
				parser, err := kong.New(&cli{}, kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard),
					kong.Vars{"version": ""}, kong.KindMapper(reflect.String, kong.MapperFunc(exactText)))
				if err != nil {
					t.Fatal(err)
				}
				args := append([]string{n.Name, "--" + f.Name, value}, required(n, f.Name)...)
				if _, err := parser.Parse(args); err != nil {
					t.Errorf("%s --%s %q: %v", n.Name, f.Name, value, err)
				}
			}
		}
	}
}

// required is what a verb cannot do without, beside one of its flags.
func required(n *kong.Node, beside string) (args []string) {
	for _, f := range n.Flags {
		if f.Required && f.Name != beside {
			args = append(args, "--"+f.Name, "x.png")
		}
	}
	for _, p := range n.Positional {
		if len(p.Enum) > 0 {
			args = append(args, strings.Split(p.Enum, ",")[0])
		} else if p.Required {
			args = append(args, "a.dem")
		}
	}
	return args
}

// bash offers verbs, flags of the verb, and demos.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	text, _ := answer(t, 0, "completion", "bash")
	tests := []struct {
		line      []string
		want, not string
	}{
		{[]string{"fragscope", "in"}, "info", "shot"},
		{[]string{"fragscope", "shot", "--pan"}, "--panels", "--json"},
		{[]string{"fragscope", "events", "--"}, "--csv", "--panels"},
		{[]string{"fragscope", "--"}, "--new-window", "--json"},
		{[]string{"fragscope", ""}, "cut.dm_68.gz", "notes.txt"},
		{[]string{"fragscope", "info", "--strict", ""}, "MATCH.MVD", "info"},
		{[]string{"fragscope", "shot", "--floors", ""}, "textures", "cut.dm_68.gz"},
		{[]string{"fragscope", "shot", "--size", "19"}, "1920x1080", "1280x720"},
		{[]string{"fragscope", "info", "--memory-limit", ""}, "2G", "notes.txt"},
		{[]string{"fragscope", "library", ""}, "scan", "cut.dm_68.gz"},
		{[]string{"fragscope", "proxy", "q"}, "quakeworld", "cut.dm_68.gz"},
		{[]string{"fragscope", "help", ""}, "watching", "cut.dm_68.gz"},
	}
	dir := t.TempDir()
	for _, test := range tests {
		quoted := make([]string, len(test.line))
		for i, w := range test.line {
			quoted[i] = "'" + w + "'"
		}
		script := text + "\ncd '" + dir + "'; touch cut.dm_68.gz notes.txt MATCH.MVD\nCOMP_WORDS=(" +
			strings.Join(quoted,
				" ") +
			"); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _fragscope 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\""
		out, err := exec.Command(bash, "--norc", "-c", script).Output()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Fields(string(out))
		if !slices.Contains(got, test.want) || slices.Contains(got, test.not) {
			t.Errorf("%q is completed by %q", test.line, got)
		}
	}
}

// TestHelpTopics holds that help prints every page of the manual.
func TestHelpTopics(t *testing.T) {
	for _, topic := range manual.Topics() {
		page, _ := manual.Open(topic)
		if stdout, _ := answer(t, 0, "help", topic); !strings.HasPrefix(stdout, strings.ToUpper(page.Title)) {
			t.Errorf("help %s begins with %.40q, want %q", topic, stdout, page.Title)
		}
	}
}

// TestHelpOfVerbs holds that help prints what a verb takes, and the pages there are if there is neither page nor verb.
func TestHelpOfVerbs(t *testing.T) {
	if stdout, _ := answer(t, 0, "help", "shot"); !strings.Contains(stdout, "--out=FILE") {
		t.Errorf("help shot prints %.80q", stdout)
	}
	_, stderr := answer(t, exitUsage, "help", "network")
	if !strings.Contains(stderr, `"network"`) || !strings.Contains(stderr, "watching, analysing, library") {
		t.Errorf("help network says %q", stderr)
	}
}
