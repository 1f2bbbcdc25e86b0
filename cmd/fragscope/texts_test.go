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

	"fragscope/cmd/fragscope/desktop"
	"fragscope/formats/corpus"
	"fragscope/viewer"
	"fragscope/viewer/action"
)

const (
	keysStart = "<!-- keys: made from the table of actions -->\n"
	keysEnd   = "<!-- end of keys -->"
)

// keyTable is the table of keys of the manual's page on watching.
func keyTable() string {
	var b strings.Builder
	for _, category := range action.Categories() {
		b.WriteString("\n| " + string(category) + " | |\n|---|---|\n")
		for _, a := range viewer.Actions() {
			if a.Category == category && !a.Unlisted {
				keys := strings.ReplaceAll(a.Label(), "|", `\|`)
				if keys == "" {
					keys = "*" + a.Name + "*" // as the menu finds it
				}
				b.WriteString("| " + keys + " | " + a.Help + " |\n")
			}
		}
	}
	return b.String() + "\n"
}

func TestManualHasTheKeys(t *testing.T) {
	const name = "../../assets/manual/watching.md"
	before, rest, ok := strings.Cut(textOf(t, name), keysStart)
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

// textOf returns a text of the tree with the line ends of Unix.
func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// TestReadmeIsShort holds that the README stays a doorstep.
func TestReadmeIsShort(t *testing.T) {
	text := textOf(t, "../../README.md")
	if lines, words := strings.Count(text, "\n"), len(strings.Fields(text)); lines > 120 || words > 1200 {
		t.Errorf("the README has %d lines and %d words; what it explains belongs into assets/manual", lines, words)
	}
}

// TestTextsLeadSomewhere holds that every link and picture of the texts is a file, and every heading that one names
// is there.
func TestTextsLeadSomewhere(t *testing.T) {
	texts, _ := filepath.Glob("../../assets/manual/*.md")
	texts = append(texts, "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md")
	link := regexp.MustCompile(`\]\(([^)# ]*)(#[^)]*)?\)`)
	links := 0
	for _, name := range texts {
		for _, m := range link.FindAllStringSubmatch(textOf(t, name), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			to := name
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(name), m[1])
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if m[2] != "" && !slices.Contains(anchors(textOf(t, to)), m[2][1:]) {
				t.Errorf("%s: %s has no heading %s", name, m[1], m[2])
			}
		}
	}
	if links < 20 {
		t.Errorf("%d links", links)
	}
}

// anchors are the names by which links lead to the headings of a text.
func anchors(text string) (list []string) {
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			heading = regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)),
				"")
			list = append(list, strings.ReplaceAll(heading, " ", "-"))
		}
	}
	return list
}

// TestNetworkIsToldInTheSameWords holds that whoever is told what the program does with a network reads the same words.
func TestNetworkIsToldInTheSameWords(t *testing.T) {
	help, _ := answer(t, 0, "--help")
	live, _ := answer(t, 0, "help", "live")
	texts := map[string]string{"--help": help, "help live": live,
		"the catalogue": string(desktop.Metainfo([]desktop.Release{{}}))}
	for _, name := range []string{"README.md", "SECURITY.md", "assets/manual/live.md"} {
		texts[name] = textOf(t, "../../"+name)
	}
	for name, text := range texts {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), desktop.Network) {
			t.Errorf("%s does not say: %s", name, desktop.Network)
		}
	}
}

// TestFuzzTargetsAreListed checks that the table of CONTRIBUTING.md has each fuzz target, and no other.
func TestFuzzTargetsAreListed(t *testing.T) {
	const root = "../.."
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile("\\| (`[^`]+` [A-Z][A-Za-z0-9]*) [|(]").FindAllStringSubmatch(
		textOf(t, root+"/CONTRIBUTING.md"), -1) {
		listed[m[1]] = true
	}
	target := regexp.MustCompile(`(?m)^func Fuzz(\w+)\(\w+ \*testing\.F\)`)
	found := 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		dir, _ := filepath.Rel(root, filepath.Dir(name))
		for _, m := range target.FindAllStringSubmatch(textOf(t, name), -1) {
			row := "`" + filepath.ToSlash(dir) + "` " + m[1]
			if found++; !listed[row] {
				t.Errorf("the table of fuzz targets in CONTRIBUTING.md lacks %s", row)
			}
			delete(listed, row)
		}
		return nil
	})
	if err != nil || found < 60 {
		t.Fatalf("%d fuzz targets, %v", found, err)
	}
	for row := range listed {
		t.Errorf("CONTRIBUTING.md has %s, which is no fuzz target", row)
	}
}

// TestManualCommandsExist holds that every verb and flag in the manual's command lines is one of the program's.
func TestManualCommandsExist(t *testing.T) {
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
	for _, line := range regexp.MustCompile(`(?m)^    fragscope .*`).FindAllString(textOf(t,
		"../../assets/manual/cli.md"), -1) {
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

// ofFamily reports whether a folder is one of a family of games: the table names them by the file that each has.
func ofFamily(folder string) bool {
	mark := map[string]string{"formats": "codec.go", "sim": "record.go"}[filepath.Base(filepath.Dir(folder))]
	_, err := os.Stat(filepath.Join(folder, mark))
	return mark != "" && err == nil
}

// TestContributingHasTheRooms holds that the table of rooms has every folder of packages, and no other.
func TestContributingHasTheRooms(t *testing.T) {
	_, text, _ := strings.Cut(textOf(t, "../../CONTRIBUTING.md"), "## The rooms")
	text, _, _ = strings.Cut(text, "\n## ")
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
				if !named[e.Name()] && !ofFamily(name) {
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
