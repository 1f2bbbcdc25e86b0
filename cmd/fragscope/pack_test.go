package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats/netquake"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/sim/simtest/script"
)

// packed has a text packed, and gives the demo's name.
func packed(t *testing.T, code int, text string, flags ...string) (name, said string) {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "demo.jsonl")
	name = filepath.Join(dir, "demo.out")
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, said = answer(t, code, append([]string{"pack", in, "-o", name}, flags...)...)
	return name, said
}

func TestPackGivesTheSampleBack(t *testing.T) {
	text, _ := answer(t, 0, "dump", "--json", "sample:")
	name, _ := packed(t, 0, text)
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(data, sample.Demo()) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// A text that is wrong at its end leaves nothing behind.
func TestPackLeavesNoHalf(t *testing.T) {
	text, _ := answer(t, 0, "dump", "--json", "sample:")
	name, said := packed(t, exitUnread, text+`{"block":{"sequence":1e99}}`)
	lines := strings.Count(text, "\n") + 1
	if want := "block.sequence"; !strings.Contains(said, want) || !strings.Contains(said, "was not written") {
		t.Errorf("line %d: said %q", lines, said)
	}
	left, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestPackWritesOverNothing(t *testing.T) {
	text, _ := answer(t, 0, "dump", "--json", "sample:")
	dir := t.TempDir()
	in, name := filepath.Join(dir, "demo.jsonl"), filepath.Join(dir, "demo.dm_68")
	for file, content := range map[string]string{in: text, name: "precious"} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, said := answer(t, exitUsage, "pack", in, "-o", name); !strings.Contains(said, "--force") {
		t.Errorf("said %q", said)
	}
	if data, _ := os.ReadFile(name); string(data) != "precious" {
		t.Errorf("it is overwritten by %d bytes", len(data))
	}
	answer(t, 0, "pack", in, "-o", name, "--force")
	if data, _ := os.ReadFile(name); !bytes.Equal(data, sample.Demo()) {
		t.Errorf("%d bytes", len(data))
	}
}

func TestHelpText(t *testing.T) {
	out, _ := answer(t, 0, "help", "text")
	for _, want := range []string{"version 1", "Messages of quakeworld", "update_user_info: player, user_id, info",
		"pos.trBase[0]"} {
		if !strings.Contains(out, want) {
			t.Errorf("it says nothing of %q", want)
		}
	}
	for line := range strings.Lines(out) {
		if len(line) > 140 {
			t.Errorf("a long line: %s", line)
		}
	}
}

// recipes are the commands of the manual's page, each with the line that follows where it goes on.
func recipes(t *testing.T) (list []string) {
	t.Helper()
	for part := range strings.SplitSeq(textOf(t, "../../assets/manual/text.md"), "\n\n") {
		if strings.HasPrefix(part, "    ") {
			list = append(list, part)
		}
	}
	return list
}

// recipeTests are what has to hold of the demo that each recipe makes, in their order.
var recipeTests = []struct {
	from, to string // formats of the scripted match, and the recipe's file
	holds    func(t *testing.T, before, after []byte)
}{
	{"quakeworld-multiview", "renamed.mvd", func(t *testing.T, before, after []byte) {
		if n := bytes.Count(before, []byte("Bob")); n < 10 || bytes.Contains(after, []byte("Bob")) ||
			bytes.Count(after, []byte("Reppie")) != n {
			t.Errorf("of %d there are %d", n, bytes.Count(after, []byte("Reppie")))
		}
	}},
	{"quakeworld-multiview", "quiet.mvd", func(t *testing.T, before, after []byte) {
		chat := func(m quakeworld.Message) bool {
			p, ok := m.(*quakeworld.Print)
			return ok && p.Level == quakeworld.PrintChat
		}
		if had, has := countQuakeWorld(t, before, chat), countQuakeWorld(t, after, chat); had == 0 || has != 0 {
			t.Errorf("%d chats become %d", had, has)
		}
	}},
	{"quake3", "quiet.dm_68", func(t *testing.T, before, after []byte) {
		if had, has := countCommands(before, "chat "), countCommands(after, "chat "); had == 0 || has != 0 {
			t.Errorf("%d chats become %d", had, has)
		}
		if had, has := countCommands(before, ""), countCommands(after, ""); had != has {
			t.Errorf("%d commands become %d", had, has)
		}
	}},
	{"netquake", "music.dem", func(t *testing.T, before, after []byte) {
		if got := quakeTold(after).tracks; !slices.Equal(got, []uint8{4, 4}) {
			t.Errorf("tracks %v", got)
		}
	}},
	{"quakeworld-multiview", "view.mvd", func(t *testing.T, before, after []byte) {
		var block quakeworld.Block
		others, own := 0, 0
		countQuakeWorld(t, after, func(m quakeworld.Message) bool {
			if b, ok := m.(*quakeworld.Block); ok {
				block = *b
			} else if !block.To(1) && !block.Hidden() {
				others++
			} else if block.Kind() >= quakeworld.KindSingle && block.Kind() < quakeworld.KindAll {
				own++
			}
			return false
		})
		if others > 0 || own == 0 || len(after) >= len(before) {
			t.Errorf("%d messages for others, %d for slot 1, %d bytes of %d", others, own, len(after), len(before))
		}
	}},
	{"netquake", "later.dem", func(t *testing.T, before, after []byte) {
		had, has := quakeTold(before).times, quakeTold(after).times
		if len(had) == 0 || len(had) != len(has) {
			t.Fatalf("%d times become %d", len(had), len(has))
		}
		for i := range had {
			if d := has[i] - had[i]; d < 59.99 || d > 60.01 {
				t.Errorf("%v becomes %v", had[i], has[i])
			}
		}
	}},
}

// countQuakeWorld is how many messages of a .mvd a test holds of; there must be no damage.
func countQuakeWorld(t *testing.T, data []byte, holds func(quakeworld.Message) bool) (n int) {
	t.Helper()
	d := quakeworld.NewDecoder(data, quakeworld.Options{MultiView: true})
	for d.Next(quakeworld.HandlerFunc(func(m quakeworld.Message) {
		if holds(m) {
			n++
		}
	})) == nil {
	}
	if len(d.Damage()) > 0 {
		t.Errorf("damage: %v", d.Damage())
	}
	return n
}

// countCommands is how many server commands have a text in them.
func countCommands(data []byte, text string) (n int) {
	d := quake3.NewDecoder(data, quake3.Options{})
	for d.Next(quake3.HandlerFunc(func(m quake3.Message) {
		if c, ok := m.(*quake3.ServerCommand); ok && bytes.Contains(c.Text, []byte(text)) {
			n++
		}
	})) == nil {
	}
	return n
}

// told is what the recipes change in a .dem.
type told struct {
	tracks []uint8
	times  []float32
}

func quakeTold(data []byte) (t told) {
	d := netquake.NewDecoder(data, netquake.Options{})
	for d.Next(netquake.HandlerFunc(func(m netquake.Message) {
		switch m := m.(type) {
		case *netquake.CDTrack:
			t.tracks = append(t.tracks, m.Track)
		case *netquake.Time:
			t.times = append(t.times, m.Seconds)
		}
	})) == nil {
	}
	return t
}

// TestRecipes runs the manual's recipes as they stand there.
func TestRecipes(t *testing.T) {
	for _, tool := range []string{"sh", "sed", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(program, filepath.Join(dir, "fragscope")); err != nil {
		t.Skip(err)
	}
	list := recipes(t)
	if len(list) != len(recipeTests) {
		t.Fatalf("there are %d recipes, and tests of %d", len(list), len(recipeTests))
	}
	for i, test := range recipeTests {
		t.Run(test.to, func(t *testing.T) {
			format := script.Find(test.from)
			before := format.Demo()
			if err := os.WriteFile(filepath.Join(dir, "match."+format.Extension), before, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("sh", "-ec", list[i])
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), asProgram+"=1", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Fatalf("%v: %s", err, out)
			}
			after, err := os.ReadFile(filepath.Join(dir, test.to))
			if err != nil {
				t.Fatal(err)
			}
			test.holds(t, before, after)
		})
	}
}
