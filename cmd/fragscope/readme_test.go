package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"fragscope/formats/corpus"
	"fragscope/viewer/action"
)

const (
	keysStart = "<!-- keys: made from the table of actions -->\n"
	keysEnd   = "<!-- end of keys -->"
)

// keyTable is the README's table of keys.
func keyTable() string {
	var b strings.Builder
	for _, category := range action.Categories() {
		b.WriteString("\n| " + string(category) + " | |\n|---|---|\n")
		for _, a := range action.Table() {
			if a.Category == category && !a.Unlisted {
				b.WriteString("| " + strings.ReplaceAll(a.Label(), "|", `\|`) + " | " + a.Help + " |\n")
			}
		}
	}
	return b.String() + "\n"
}

func TestReadmeHasTheKeys(t *testing.T) {
	const name = "../../README.md"
	before, rest, ok := strings.Cut(readme(t), keysStart)
	keys, after, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the keys", name)
	}
	if keys == keyTable() {
		return
	}
	if !corpus.Updating() {
		t.Fatalf("the keys in %s are not those of the table of actions; run go test ./cmd/fragscope -update", name)
	}
	if err := os.WriteFile(name, []byte(before+keysStart+keyTable()+keysEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readme is the README.
func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeCommandsExist holds that every verb and flag in the README's command lines is one of the program's.
func TestReadmeCommandsExist(t *testing.T) {
	app := model(t)
	verbs := map[string]*kong.Node{}
	for _, n := range app.Children {
		verbs[n.Name] = n
	}
	flags := func(n *kong.Node) map[string]bool {
		known := map[string]bool{"help": true}
		for _, f := range slices.Concat(app.Flags, n.Flags) {
			known[f.Name] = true
			known["no-"+f.Name] = f.Negated || f.Tag.Negatable != ""
		}
		return known
	}
	named := regexp.MustCompile(`--([a-z-]+)`)
	lines := 0
	for _, line := range regexp.MustCompile(`(?m)^    fragscope .*`).FindAllString(readme(t), -1) {
		lines++
		line, _, _ = strings.Cut(line[4:], "  ") // what it is for comes behind
		words := strings.Fields(line)
		n := verbs[words[1]]
		if n == nil {
			n = verbs["open"]
		}
		known := flags(n)
		for _, f := range named.FindAllStringSubmatch(line, -1) {
			if !known[f[1]] {
				t.Errorf("%s: %s has no flag --%s", line, n.Name, f[1])
			}
		}
	}
	if lines < 25 {
		t.Errorf("%d command lines", lines)
	}
}

// TestReadmeHasTheRooms holds that the table of rooms in "How it is built" has every folder of packages, and no other.
func TestReadmeHasTheRooms(t *testing.T) {
	_, text, _ := strings.Cut(readme(t), "## How it is built")
	text, _, _ = strings.Cut(text, "## Add a format")
	named := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "| `") {
			for _, m := range regexp.MustCompile("`([a-z0-9/-]+)`").FindAllStringSubmatch(line, -1) {
				named[path.Base(m[1])] = true
			}
		}
	}
	folders := map[string]bool{}
	for _, top := range []string{"assets", "cmd", "formats", "sim", "viewer"} {
		err := filepath.WalkDir(filepath.Join("..", "..", top), func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && e.Name() == "testdata" {
				return filepath.SkipDir
			}
			if found, _ := filepath.Glob(filepath.Join(name, "*.go")); e != nil && e.IsDir() && len(found) > 0 {
				folders[e.Name()] = true
				if !named[e.Name()] {
					t.Errorf("%s is not in the table of rooms", name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range named {
		if _, err := os.Stat(filepath.Join("..", "..", name)); !folders[name] && err != nil {
			if found, _ := filepath.Glob("../../*/" + name); len(found) == 0 {
				t.Errorf("there is no folder %s", name)
			}
		}
	}
}
