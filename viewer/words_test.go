package viewer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/sim"
)

// A number before a plural noun. Package count uses the singular if the number is 1.
var counted = regexp.MustCompile(`%(?:\[\d\])?d ([a-z]+s)\b`)

// Numbers that are never 1: limits, and numbers that are mentioned only if they are greater.
var neverOne = regexp.MustCompile(
	`at most %d|more than %d|two to %d|each of the %d|instead of %d|%d ms|%dx%d|the %d recordings|all %d points|[Tt]hese %d demos|in %d places|%d files cannot be played|` +
		`%d of %d|[Aa]ll %d moments|has %d models|contains %d demos|known for %d pickups|There are %d drawings|bookmark %d|[(]%d copies|at most %\[2\]d`)

// Words that players do not use, or spellings that the rest of the window does not use.
var notSaid = regexp.MustCompile(
	`\b[Aa]rmor\b|Take back|when…|can be done here|multi view|\bearlier ones|\bquakeworld [a-z]`)

// inGames are literals that quote a game or are keys of data.
var inGames = regexp.MustCompile(
	`armor>|^armor$|had more armor|you got (the )?armor|\b(green|yellow|red|body|combat|jacket|100|150|200) armor\b|^armor shard$|^Armor$|power_armor|/armor|%s\.armor`)

// TestWordsOfTheWindow reads every string of the program that a user may read.
func TestWordsOfTheWindow(t *testing.T) {
	read := 0
	for _, dir := range []string{".", "../cmd/fragscope", "../sim"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(path, "simtest") || strings.Contains(path, "screentest") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if f, ok := n.(*ast.Field); ok && f.Tag != nil {
					f.Tag = nil
				}
				l, ok := n.(*ast.BasicLit)
				if !ok || l.Kind != token.STRING {
					return true
				}
				text, _ := strconv.Unquote(l.Value)
				read++
				if counted.MatchString(text) && !neverOne.MatchString(text) {
					t.Errorf("%s: %q is wrong for 1", path, text)
				}
				if w := notSaid.FindString(text); w != "" && !inGames.MatchString(text) {
					t.Errorf("%s: %q in %q", path, w, text)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 5000 {
		t.Errorf("only %d strings were read", read)
	}
	pages, _ := filepath.Glob("../assets/manual/*.md")
	for _, path := range append(slices.Clone(pages), "../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if w := notSaid.FindString(line); w != "" && !strings.Contains(line, "`") &&
				!strings.HasPrefix(line, "    ") {
				t.Errorf("%s: %q in %q", path, w, line)
			}
		}
	}
	for i := range sim.ItemCount {
		if name := i.Info().Name; strings.Contains(name, "Armor") {
			t.Errorf("an item is called %q", name)
		}
	}
	for _, a := range Actions() {
		if w := notSaid.FindString(a.Name + " " + a.Help); w != "" {
			t.Errorf("%q in the action %s", w, a.ID)
		}
	}
}
