package main

import (
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
)

// rooms are the packages whose errors users come to read as they are: each has its list. What the decoders of
// formats say is wrong with a demo stands where it is found, beside the rule that it breaks, and reaches users
// behind a place in the file.
var rooms = []string{".", "web", "../../viewer", "../../viewer/action", "../../viewer/animgif", "../../viewer/avi",
	"../../viewer/bookmarks", "../../viewer/clips", "../../viewer/film", "../../viewer/filming", "../../viewer/find",
	"../../viewer/heat", "../../viewer/instance", "../../viewer/library", "../../viewer/live",
	"../../viewer/maps", "../../viewer/notes", "../../viewer/page", "../../viewer/platform", "../../viewer/race",
	"../../viewer/report", "../../viewer/runs", "../../viewer/session", "../../viewer/settings",
	"../../viewer/timeline", "../../viewer/vision", "../../viewer/watch", "../../formats/live",
	"../../formats/live/proxy", "../../sim/load", "../../sim/merge", "../../sim/race"}

// TestMessagesAreInOneList holds that no verb, and no package whose errors users read, has a message beside the
// list in its messages.go.
func TestMessagesAreInOneList(t *testing.T) {
	said := regexp.MustCompile(`(?:usageError|errors\.New|Errorf|say|final)\([^"\n]*"[^"\n]*[a-z]{2,} [a-z]{2,}`)
	var files []string
	for _, room := range rooms {
		found, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatal(room, found, err)
		}
		files = append(files, found...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range said.FindAllString(string(text), -1) {
			t.Errorf("%s has a message: %s", name, found)
		}
	}
}

// TestMessagesNameAFileOnce holds that what every verb says of a file names it once, and as it was named to the
// program.
func TestMessagesNameAFileOnce(t *testing.T) {
	dir := shelf(t)
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("zero.dem", "")
	put("text.dem", "hello world\n")
	put("nulls.dem", strings.Repeat("\x00", 200))
	t.Chdir(dir)
	for _, test := range []struct{ file, want string }{
		{"zero.dem", "cannot be played: it is empty"},
		{"text.dem", "cannot be played: it is a text, not a demo"},
		{"b/junk.dem", "it is a PNG picture"},
		{"missing.dem", "missing.dem does not exist"},
		{"c.zip:none.dem", "the archive contains no demo named"},
		{"nulls.dem", "no readable snapshot"},
		{"b/cut.dm_68", "at byte"},
	} {
		for _, verb := range []string{"info", "events", "positions", "dump"} {
			status := exitUnread
			if test.file == "b/cut.dm_68" || test.file == "nulls.dem" && verb != "info" && verb != "events" {
				status = 0
			}
			_, said := answer(t, status, verb, test.file)
			said, _, _ = strings.Cut(said, "\n")
			base := filepath.Base(test.file)
			if strings.Count(said, test.file) != 1 || strings.Count(said, base) != 1 ||
				status != 0 && !strings.Contains(said, test.want) {
				t.Errorf("%s %s said %q", verb, test.file, said)
			}
		}
	}
}

func TestMistypedVerbs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("evens", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"shoot", "x"}, `did you mean "shot"?`},
		{[]string{"shoot", "sample:", "-o", "x.png"}, `did you mean "shot"?`},
		{[]string{"inof", "x.dem"}, `did you mean "info"?`},
		{[]string{"event"}, `did you mean "events"?`},
		{[]string{"pos", "x"}, `did you mean "positions"?`},
		{[]string{"frobnicate"}, "the verbs are open, shot, info"},
		{[]string{"--paused", "shoot"}, `did you mean "shot"?`},
	} {
		if _, said := answer(t, exitUsage, test.args...); !strings.Contains(said, test.want) ||
			strings.Count(said, "\n") != 1 {
			t.Errorf("%q: %q", test.args, said)
		}
	}
	if _, said := answer(t, exitUsage, "evens", "--at", "soon"); strings.Contains(said, "did you mean") {
		t.Errorf("a file that is there is taken for a verb: %s", said)
	}
}

func TestFoldersOfGames(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere")
	for _, args := range [][]string{{"--game-dir", missing}, {"sample:", "--game-dir", missing},
		{"info", "sample:", "--game-dir", missing},
		{"shot", "sample:", "-o", "x.png", "--game-dir", missing}} {
		if _, said := answer(t, exitUsage, args...); !strings.Contains(said, "no such folder") {
			t.Errorf("%q: %q", args, said)
		}
	}
}

// TestPictureKinds holds that a picture is what its name says, or is refused.
func TestPictureKinds(t *testing.T) {
	for _, name := range []string{"x.bmp", "x", "x.png.txt", "-"} {
		if _, said := answer(t, exitUsage, "shot", "sample:", "--out="+name); !strings.Contains(said, ".jpg") {
			t.Errorf("%s: %q", name, said)
		}
	}
	for name, want := range map[string]string{"a.png": "\x89PNG", "a.JPG": "\xff\xd8\xff", "a.jpeg": "\xff\xd8\xff",
		os.DevNull: "\x89PNG"} {
		c := shotCmd{Out: name}
		var b strings.Builder
		if err := c.pictureKind()(&b, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil ||
			!strings.HasPrefix(b.String(), want) {
			t.Errorf("%s begins with %q, %v", name, b.String()[:4], err)
		}
		if want[0] == 0xff {
			if _, err := jpeg.Decode(strings.NewReader(b.String())); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestTimesPastTheEnd(t *testing.T) {
	demo, err := openDemo(sampleName)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := load(t.Context(), demo, recording.AllParts)
	if err != nil {
		t.Fatal(err)
	}
	end := rec.Duration()
	for _, test := range []struct {
		at, long time.Duration
		want     string
	}{
		{0, 0, ""}, {end, 0, ""}, {end - time.Second, time.Second, ""},
		{99 * time.Minute, 0, "before 5940: its last moment is shown"},
		{time.Minute, 9 * time.Minute, "before 9:54.000: the film ends there"},
	} {
		var said strings.Builder
		at := moment.At(test.at)
		(&output{err: &said}).tellEnd("a.dem", rec, &at, length(test.long))
		if got := said.String(); test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%v and %v: %q", test.at, test.long, got)
		}
	}
}

// TestServerAndDateOfDemos prints what a demo tells of its server.
func TestServerAndDateOfDemos(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{Name: "a.dm_68", GameKey: "quake3", Mod: "wop",
		ModName: "World of Padman", Server: "Red house", Locked: true,
		Date: "2014-11-20 01:12:31", DateAt: 610 * time.Second})
	rec.Finish(nil)
	var said strings.Builder
	new(infoCmd).describe("a.dm_68", r).print(&output{out: &said})
	for _, want := range []string{"mod wop (World of Padman)\n", "server     Red house, with a password\n",
		"date       2014-11-20 01:12:31 (told at 10:10.0)\n"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("no %q in\n%s", want, said.String())
		}
	}
}

// TestPositionsHavePlaces holds that no row is without a place: before a client has its entity, the demo tells none.
func TestPositionsHavePlaces(t *testing.T) {
	for _, name := range []string{"recorded/nq/dm4_2p_p15.dem", "recorded/nq/sp_e1m1_e1m2_p15.dem",
		"recorded/qw/dm6_ffa_pext.qwd", "qw/mvd/p28/tricks_bent_ztricks.mvd",
		"q2/dm2/p25/q2demo-demo1.dm2"} {
		rows, _ := answer(t, 0, "positions", corpus.Path(t, "demos/"+name))
		if strings.Count(rows, "\n") < 100 || strings.Contains(rows, ",,,") || strings.Contains(rows, ",0,0,0,") {
			t.Errorf("%s: %d rows, %d without a place", name, strings.Count(rows, "\n"), strings.Count(rows, ",,,"))
		}
	}
}
