//go:build !js

package viewer

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/archive"
	"fragscope/sim/report"
	"fragscope/viewer/action"
	"fragscope/viewer/maps"
	"fragscope/viewer/panel"
	"fragscope/viewer/race"
	"fragscope/viewer/session"
	"fragscope/viewer/stage"
)

// taskMost is the maximum number of actions for a task.
const taskMost = 4

// taskGames are demos of three games that the tasks are carried out in.
var taskGames = []struct {
	name, demo string
	at         time.Duration
}{
	{"quake3", "recorded/q3/oa_dm4_ffa_follow.dm_68", 40 * time.Second},
	{"quake2", "q2/dm2/p34/m*.dm2", 180 * time.Second},
	{"quakeworld", "recorded/qw/dm3_ffa_2clients.mvd", 30 * time.Second},
}

// stepsFile is an environment variable with the file that each task's steps are appended to, in points in a window of
// 1280x720, for repeating them in a real window.
const stepsFile = "FRAGSCOPE_TASKS"

// hand carries out the tasks and counts keys, clicks, drags and typed names.
type hand struct {
	t     *testing.T
	d     *driver
	n     int
	steps []string
}

// did records a step.
func (h *hand) did(format string, of ...any) { h.steps = append(h.steps, fmt.Sprintf(format, of...)) }

// record appends the steps to the file named by the environment, if any.
func (h *hand) record(game, task, way string) {
	name := os.Getenv(stepsFile)
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = fmt.Fprintf(f, "%s|%s|%s|%s\n", game, task, way, strings.Join(h.steps, "|"))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		h.t.Error(err)
	}
}

// press presses keys; each is one action.
func (h *hand) press(keys ...string) {
	h.n += len(keys)
	for _, k := range keys {
		h.did("key %s", keysym(k))
		h.d.down(k)
		h.d.up()
	}
}

// keysym returns X11's name for a key.
func keysym(key string) string {
	i := strings.LastIndex(key, "+") + 1
	mods, last := strings.ToLower(key[:i]), key[i:]
	if last == "Enter" {
		return mods + "Return"
	}
	if len(last) == 1 {
		last = strings.ToLower(last)
	}
	return mods + last
}

// name types a name, which is one action.
func (h *hand) name(s string) {
	h.n++
	h.did("type %s", s)
	h.d.write(s)
}

// click clicks with a button of the mouse.
func (h *hand) click(x, y float32) { h.n++; h.did("click %.0f %.0f", x, y); h.d.click(x, y) }
func (h *hand) right(x, y float32) { h.n++; h.did("right %.0f %.0f", x, y); h.d.rightClick(x, y) }

// drag drags.
func (h *hand) drag(x0, y0, x1, y1 float32) {
	h.n++
	h.did("drag %.0f %.0f %.0f %.0f", x0, y0, x1, y1)
	h.d.drag(x0, y0, x1, y1)
}

// choose clicks a row, a chip or a button by what is written on it.
func (h *hand) choose(text string) {
	h.t.Helper()
	for i := layerCount - 1; i >= 0; i-- {
		for _, op := range h.d.a.screen.layout.layers[i].Ops {
			if op.Kind == panel.OpText && (op.Text == text || strings.HasSuffix(op.Text, "  "+text)) {
				h.click(op.Rect.Center())
				return
			}
		}
	}
	h.t.Fatalf("nothing is called %q: %s", text, h.d.layerTexts(layerSheet))
}

// button clicks the button of an action.
func (h *hand) button(id action.ID) {
	h.t.Helper()
	h.click(h.d.spot("the button "+string(id), func(c panel.Command) bool {
		return c.Verb == panel.VerbAction &&
			c.ID == id
	}))
}

// victim returns the player who dies most often, and the key that follows him.
func (h *hand) victim() (slot int, key string) {
	deaths := map[sim.Slot]int{}
	for _, e := range h.d.a.session.Recording().Events() {
		if e.Kind == sim.EventObituary {
			deaths[e.Slot]++
		}
	}
	most := 0
	w := h.d.a.session.World()
	for i := range w.Players {
		pl := &w.Players[i]
		if n := h.d.a.prefs.theme.Badge(pl.Profile, h.d.a.session.Level().Teams).Number; deaths[pl.Slot] > most &&
			n > 0 && n < 10 {
			most, slot, key = deaths[pl.Slot], pl.Slot.Index(), fmt.Sprint(n)
		}
	}
	return slot, key
}

// row returns the position of a player's row.
func (h *hand) row(slot int) (x, y float32) {
	return h.d.spot("his row", func(c panel.Command) bool { return c.Verb == panel.VerbFollow && c.Index == slot })
}

// item returns the position of an armour on the map or, if there is none, of another notable item.
func (h *hand) item() (x, y float32) {
	h.t.Helper()
	w := h.d.a.session.World()
	for _, is := range []func(sim.Item) bool{func(i sim.Item) bool { return i == sim.ItemArmorRed }, sim.Item.Armor,
		sim.Item.Notable} {
		for i := range w.Entities {
			e := &w.Entities[i]
			if e.Kind != sim.EntityItem || !is(e.Item) {
				continue
			}
			x, y = h.d.a.stage.Camera.Screen(e.Origin)
			if t, ok := h.d.a.stage.Hit(x, y, 0); ok && t.Kind == stage.TargetThing && t.ID == e.Number {
				return x, y
			}
		}
	}
	h.t.Skip("no item to be waited for is on the map")
	return 0, 0
}

// turn reports whether a turning point of the match begins at a time.
func (h *hand) turn(at time.Duration) bool {
	rec := h.d.a.session.Recording()
	list := report.Matches(rec)
	points, _ := report.TurningPoints(h.t.Context(), rec, list[report.At(list, h.d.pos())])
	if len(points) == 0 {
		h.t.Skip("the match has no turning point")
	}
	return slices.ContainsFunc(points, func(p report.TurningPoint) bool {
		return max(p.From-at,
			at-p.From) < 100*time.Millisecond
	})
}

// table reports whether the report shows a table with a heading.
func (h *hand) table(heading string) func() bool {
	return func() bool {
		return h.d.a.parts.ready() && h.d.a.parts.On(action.MatchReport) && shows(h.d, layerConcerns+1, heading)
	}
}

// task is one of ten tasks: how to do it by keyboard and by mouse, and a check that it is done.
type task struct {
	name            string
	drawn           bool // it depends on the drawing of the map
	keyboard, mouse func(h *hand)
	done            func(h *hand) bool
}

var tenTasks = []task{
	{
		"my worst deaths and why", false,
		func(h *hand) { _, key := h.victim(); h.press(key, "Shift+R", "D") },
		func(h *hand) { slot, _ := h.victim(); h.right(h.row(slot)); h.choose("His worst deaths") },
		func(h *hand) bool {
			n := 0
			for _, a := range h.d.a.screen.layout.layers[layerConcerns+1].HitAreas {
				if a.Do.Verb == panel.VerbEvent {
					n++
				}
			}
			return h.table("Why")() && n > 0
		},
	},
	{
		"who controlled an armour", true,
		func(h *hand) { h.press("Shift+R", "S") },
		func(h *hand) { h.right(h.item()); h.choose("Timing and control") },
		func(h *hand) bool { // an item that nobody took is also an answer
			return h.table("Taken")() ||
				h.table("The demo does not show anyone taking armour, mega health, a powerup or a flag.")()
		},
	},
	{
		"the moment the lead changed", false,
		func(h *hand) { h.press("Ctrl+K"); h.name("turning point"); h.press("Enter") },
		func(h *hand) {
			at := h.d.pos()
			h.click(h.d.spot("a turning point", func(c panel.Command) bool {
				return c.Verb == panel.VerbEvent && c.Index >= 0 && max(c.Time-at, at-c.Time) > time.Second &&
					h.turn(c.Time)
			}))
		},
		func(h *hand) bool { return h.turn(h.d.pos() + 2500*time.Millisecond) },
	},
	{
		"an arrow, sent", false,
		func(h *hand) { _, key := h.victim(); h.press(key, "Ctrl+D", "Enter", "Ctrl+C") },
		func(h *hand) {
			m := h.d.a.screen.layout.frame.Map
			h.right(m.X+24, m.Y+60)
			h.choose("Draw an arrow")
			h.drag(m.X+80, m.Y+120, m.X+200, m.Y+160)
			h.button(action.Screenshot)
		},
		func(h *hand) bool { return len(h.d.drawings()) == 1 && len(h.d.a.pictures.asked) == 1 },
	},
	{
		"a clip of 10 seconds", false,
		func(h *hand) { h.press("Ctrl+K"); h.name("save clip"); h.press("Enter") },
		func(h *hand) { h.right(h.d.lineX(h.d.pos()), h.d.lineY()); h.choose("Save clip…") },
		func(h *hand) bool { return h.d.says("Clip saved") && len(h.d.platform.saved.text()) > 1000 },
	},
	{
		"a film of 10 seconds", false,
		func(h *hand) { h.press("Ctrl+K"); h.name("save film"); h.press("Enter", "Enter") },
		func(h *hand) {
			h.right(h.d.lineX(h.d.pos()), h.d.lineY())
			h.choose("Save film…")
			h.choose("Save the film")
		},
		func(h *hand) bool { return h.d.says("Saving ") },
	},
	{
		"two runs beside each other", false,
		func(h *hand) { h.press("Ctrl+K"); h.name("race with"); h.press("Enter", "Enter") },
		func(h *hand) {
			slot, _ := h.victim()
			h.right(h.row(slot))
			h.choose("Race with…")
			h.choose(h.other())
		},
		func(h *hand) bool { return h.d.a.parts.On(race.IDRace) && h.d.a.parts.ready() },
	},
	{
		"a demo of a player on a map", false,
		func(h *hand) { h.press("Ctrl+K"); h.name(h.named()); h.awaitDemo(); h.press("Enter") },
		func(h *hand) {
			slot, _ := h.victim()
			h.right(h.row(slot))
			h.choose("His demos on this map")
			h.awaitLibrary()
			h.click(h.d.spot("the demo", func(c panel.Command) bool { return c.Verb == panel.VerbChoose }))
		},
		func(h *hand) bool {
			return h.d.a.open() && h.d.a.session.Demo().Path != h.opened() && !shows(h.d, layerLibrary, "Add folder…")
		},
	},
	{
		"a live match", false,
		func(h *hand) { h.press("Ctrl+K"); h.name("qtv://localhost:1/1"); h.press("Enter") },
		func(h *hand) {
			h.button(action.Menu)
			h.choose(string(action.Files))
			h.choose("Watch live…")
			h.click(h.d.spot("the button", func(c panel.Command) bool { return c.Verb == panel.VerbChoose }))
		},
		func(h *hand) bool { return h.d.a.session.Opening() || h.d.says("localhost") },
	},
	{
		"another key", false,
		func(h *hand) { h.press("Ctrl+K", "F2", "F8") },
		func(h *hand) {
			h.button(action.Menu)
			h.click(h.d.spot("a key", func(c panel.Command) bool { return c.Verb == panel.VerbKey && c.Index == 0 }))
			h.press("F8")
		},
		func(h *hand) bool {
			a, ok := h.d.a.prefs.binds.Lookup(action.Chord{Key: "F8"})
			return ok && a.ID == action.PlayPause
		},
	},
}

// awaitLibrary waits until the library's table has rows.
func (h *hand) awaitLibrary() {
	h.did("wait")
	h.d.until("the library is read", func() bool {
		return slices.ContainsFunc(h.d.a.screen.layout.layers[layerLibrary].HitAreas,
			func(a panel.HitArea) bool { return a.Do.Verb == panel.VerbChoose })
	})
}

// awaitDemo waits until the box lists a demo of the library.
func (h *hand) awaitDemo() {
	h.did("wait")
	h.d.until("the box lists demos", func() bool { return shows(h.d, layerSheet, "Demo") })
}

// opened is the demo that the task began with; other is the name of the library's second demo.
func (h *hand) opened() string { return h.d.a.opts.Files[0] }
func (h *hand) other() string  { return "second" + filepath.Ext(h.opened()) }

// named is a player and the map.
func (h *hand) named() string {
	slot, _ := h.victim()
	return strings.ToLower(h.d.a.watch.Player(slot).Profile.Name.Plain + " " + h.d.a.session.Level().Map)
}

// TestTenTasks does each task by keyboard alone and by mouse alone, in demos of three games, and counts the actions.
func TestTenTasks(t *testing.T) {
	standInForFFmpeg(t)
	counts := map[string][]string{}
	for _, g := range taskGames {
		list, _ := filepath.Glob(filepath.Join(shared(), "demos", filepath.FromSlash(g.demo)))
		if len(list) == 0 {
			t.Skip("the demos are not here")
		}
		found := list[0]
		data, err := os.ReadFile(found)
		if err != nil {
			t.Fatal(err)
		}
		file := twoDemos(t, data, filepath.Ext(found))
		for _, k := range tenTasks {
			for way, do := range map[string]func(*hand){"keyboard": k.keyboard, "mouse": k.mouse} {
				t.Run(g.name+"/"+k.name+"/"+way, func(t *testing.T) {
					h := &hand{t: t, d: openTask(t, found, file, g.at, k.drawn)}
					do(h)
					end := time.Now().Add(20 * time.Second)
					for !k.done(h) {
						if h.d.tick(1); time.Now().After(end) {
							t.Fatalf("it is not done: %q, %s", noticed(h.d), h.d.layerTexts(layerSheet))
						}
						time.Sleep(time.Millisecond)
					}
					h.d.a.parts.quit()
					h.record(g.name, k.name, way)
					if h.n > taskMost {
						t.Errorf("it takes %d actions", h.n)
					}
					counts[k.name] = append(counts[k.name], fmt.Sprintf("%s by %s %d", g.name, way, h.n))
				})
			}
		}
	}
	for _, k := range tenTasks {
		slices.Sort(counts[k.name])
		t.Logf("%s: %s", k.name, strings.Join(counts[k.name], ", "))
	}
}

// noticed returns the messages shown.
func noticed(d *driver) (list []string) {
	for _, v := range d.a.notices.Views() {
		list = append(list, v.Text)
	}
	return list
}

// taskMaps returns a finder without maps or, if the steps are for a real window, the one that such a window uses.
func taskMaps() maps.Finder {
	if os.Getenv(stepsFile) != "" {
		return maps.Files{}
	}
	return noMaps{}
}

// openTask opens a demo in a window with a library, as at the beginning of a task.
func openTask(t *testing.T, demo, file string, at time.Duration, drawn bool) *driver {
	store := memoryStore()
	set, _ := store.Load()
	set.LiveAddresses = "qtv://localhost:1/1" // as typed earlier
	if err := store.Save(&set); err != nil {
		t.Fatal(err)
	}
	w, h := -1280, -720
	if drawn {
		w, h = -w, -h
	}
	d := drive(t, w, h, Options{
		Files: []string{demo}, At: own(at), Paused: true, Demos: session.Files{}, Maps: taskMaps(), Library: file,
		Store: store,
	})
	d.until("the demo is read", func() bool {
		if d.a.session.World() == nil {
			return false
		}
		_, finished := d.a.session.Recording().Progress()
		return finished && d.pos() == at && d.a.parts.ready()
	})
	d.a.notices.Clear()
	d.a.stage.Camera.Settle()
	d.tick(2)
	return d
}

// twoDemos returns the file of a library that has a demo twice: unchanged and as a clip.
func twoDemos(t *testing.T, data []byte, ext string) string {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "library.db")
	writeDemo(t, filepath.Join(dir, "first"+ext), data, 1)
	writeDemo(t, filepath.Join(dir, "second"+ext), data[:len(data)*9/10], 2)
	l, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Scan(t.Context(), archive.ScanOptions{}); err != nil {
		t.Fatal(err)
	}
	return file
}

// standInForFFmpeg puts a program that discards the film in the place of ffmpeg, where that is not installed: the task
// is to begin a film.
func standInForFFmpeg(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err == nil {
		return
	}
	dir, before := t.TempDir(), os.Getenv("PATH")
	if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\nexec cat >/dev/null\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Setenv("PATH", before) })
	os.Setenv("PATH", dir+string(os.PathListSeparator)+before)
}
