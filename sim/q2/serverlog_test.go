package q2

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// serverLog is the log written by the game itself during a match in testdata/recorded (.ci/record/quake2).
type serverLog struct {
	frames []logFrame
	items  []logItem
	kills  []logKill
}

// logFrame is a frame as the game left it: players by slot, and the entities that others can see.
type logFrame struct {
	players  map[int]logPlayer
	entities map[int]logEntity
}

type logPlayer struct {
	name          string
	score, health int
	origin        [3]int // in eighths, as playerstates have it
	weapon        string
	dead          bool
}

type logEntity struct {
	class, model  string
	origin        sim.Vec3
	dead, monster bool
	frame         int
}

// logItem is a row of the game's list of items.
type logItem struct{ class, model, view, icon, name string }

// logKill is a death: whose and by whom, -1 for nobody, and by which of the game's means of death.
type logKill struct{ frame, victim, attacker, means int }

const recordedDir = "testdata/recorded"

// readLog reads the log of a match.
func readLog(t testing.TB, name string) *serverLog {
	t.Helper()
	log := &serverLog{}
	entities := map[int]logEntity{}
	for _, line := range strings.Split(string(corpus.Unzipped(t, filepath.Join(recordedDir, name+".tsv.gz"))), "\n") {
		log.readLine(strings.Split(line, "\t"), entities)
	}
	if len(log.frames) == 0 {
		t.Fatalf("%s: no frames", name)
	}
	return log
}

func (log *serverLog) readLine(f []string, entities map[int]logEntity) {
	n := func(i int) int { v, _ := strconv.Atoi(f[i]); return v }
	place := func(i int) (v sim.Vec3) {
		for k := range v {
			x, _ := strconv.ParseFloat(f[i+k], 32)
			v[k] = float32(x)
		}
		return v
	}
	switch f[0] {
	case "I":
		log.items = append(log.items, logItem{f[1], f[2], f[3], f[4], f[5]})
	case "O":
		log.kills = append(log.kills, logKill{len(log.frames), n(1), n(2), n(3)})
	case "F":
		if len(log.frames) > 0 {
			log.last().entities = maps.Clone(entities)
		}
		log.frames = append(log.frames, logFrame{players: map[int]logPlayer{}})
	case "C":
		log.last().players[n(1)] = logPlayer{name: f[2], score: n(3), health: n(4), origin: [3]int{n(8), n(9), n(10)},
			weapon: f[11], dead: f[12] != "0"}
	case "E":
		entities[n(1)] = logEntity{class: f[2], model: f[3], origin: place(5), dead: f[8] != "0", frame: n(9),
			monster: f[11] == "1"}
	case "X":
		delete(entities, n(1))
	}
}

func (log *serverLog) last() *logFrame { return &log.frames[len(log.frames)-1] }

// eighths is a place as playerstates have it.
func eighths(v sim.Vec3) (e [3]int) {
	for i := range e {
		e[i] = int(v[i] * 8)
	}
	return e
}

// clockFrame returns the frame of a recording by the server's clock, which lost snapshots do not affect.
func clockFrame(w *sim.World) int { return int(w.Clock / (100 * time.Millisecond)) }

// shift is by how many frames the log is ahead of a recording: that at which most places agree.
func (log *serverLog) shift(r *recording.Recording) (best int) {
	agree := map[int]int{}
	c := r.Cursor()
	at := map[[4]int][]int{} // frames of the log by slot and place
	for i := range log.frames {
		for slot, p := range log.frames[i].players {
			key := [4]int{slot, p.origin[0], p.origin[1], p.origin[2]}
			at[key] = append(at[key], i)
		}
	}
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		for k := range w.Players {
			o := eighths(w.Players[k].Origin)
			key := [4]int{w.Players[k].Slot.Index(), o[0], o[1], o[2]}
			if frames := at[key]; len(frames) < 20 { // who stands still tells nothing
				for _, f := range frames {
					agree[f-clockFrame(w)]++
				}
			}
		}
	}
	for s, n := range agree {
		if n > agree[best] {
			best = s
		}
	}
	return best
}

// recordings are the recordings of the match of a log: those of two clients, and those of the server.
func recordings(t *testing.T, log string) (files []string) {
	t.Helper()
	for _, end := range []string{".dm2", "_b.dm2", "_server.dm2", ".mvd2"} {
		file := filepath.Join(recordedDir, log+end+".gz")
		if _, err := os.Stat(file); err == nil {
			files = append(files, file)
		}
	}
	if len(files) < 2 {
		t.Fatalf("%d recordings of %s", len(files), log)
	}
	return files
}

// matches are the matches with a log.
func matches(t *testing.T) (names []string) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(recordedDir, "*.tsv.gz"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d logs; %v", len(logs), err)
	}
	for _, l := range logs {
		names = append(names, strings.TrimSuffix(filepath.Base(l), ".tsv.gz"))
	}
	return names
}

// recorded is a recording of a match with the log of the server.
type recorded struct {
	*recording.Recording
	log *serverLog
	mod *mod
	// shift is by how many frames the log is ahead of the recording's clock.
	shift int
}

// TestRecordingsEqualServerLogs compares every recording of every match with the game's own log.
func TestRecordingsEqualServerLogs(t *testing.T) {
	for _, match := range matches(t) {
		log := readLog(t, match)
		for i, file := range recordings(t, match) {
			name := strings.TrimSuffix(filepath.Base(file), ".gz")
			r := game.Bytes(corpus.Unzipped(t, file), name)
			rec := &recorded{r, log, modOf(r.Header().Mod), log.shift(r)}
			t.Run(name+"/places", rec.places)
			t.Run(name+"/entities", rec.entities)
			t.Run(name+"/deaths", rec.deaths)
			if i == 0 {
				t.Run(match+"/items", rec.items)
			}
		}
	}
}

// gun returns the weapon with the given name, by the model in its holder's hands.
func (log *serverLog) gun(m *mod, name string) sim.Weapon {
	for _, it := range log.items {
		if gun, ok := strings.CutPrefix(folder(it.view), "weapons/v_"); ok && it.name == name {
			return m.guns[gun]
		}
		if it.name == name && folder(it.view) == "weapons/grapple" {
			return sim.WeaponGrapple
		}
	}
	return sim.WeaponNone
}

// few reports the first differences of many.
type few struct {
	t *testing.T
	n int
}

func (f *few) errorf(format string, args ...any) {
	f.t.Helper()
	if f.n++; f.n <= 8 {
		f.t.Errorf(format, args...)
	}
}

// end says how many differences there were.
func (f *few) end() {
	if f.n > 8 {
		f.t.Errorf("%d differences", f.n)
	}
}

// leastHealth is the lowest health that the status bar shows in some of the games (player/hud.c, G_SetStats).
const leastHealth = -99

// places compares players at every frame: place, life, health and the weapon in hand.
func (r *recorded) places(t *testing.T) {
	compared, weapons := 0, 0
	c, f := r.Cursor(), few{t: t}
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		n := clockFrame(w) + r.shift
		if n < 0 || n >= len(r.log.frames) {
			continue
		}
		for k := range w.Players {
			p := &w.Players[k]
			l, ok := r.log.frames[n].players[p.Slot.Index()]
			if !ok || !p.Visible || p.Life == sim.Spectating {
				continue
			}
			compared++
			health := max(int(p.Health), leastHealth)
			if eighths(p.Origin) != l.origin || p.Health != sim.Unknown && health != max(l.health, leastHealth) ||
				(p.Life != sim.Alive) != (l.dead || l.health <= 0) {
				f.errorf("at %v %s is at %v with %d (%v), the server says %v with %d", w.Time, l.name,
					eighths(p.Origin), p.Health, p.Life, l.origin, l.health)
			}
			if gun := r.log.gun(r.mod, l.weapon); p.Life == sim.Alive && !l.dead && l.weapon != "-" {
				if weapons++; gun != p.Weapon {
					f.errorf("at %v %s has %v, the server says %s", w.Time, l.name, p.Weapon, l.weapon)
				}
			}
		}
	}
	f.end()
	t.Logf("log is %d frames ahead; %d places, %d weapons", r.shift, compared, weapons)
	if compared < r.Frames() || weapons < compared/2 {
		t.Errorf("only %d places and %d weapons of %d frames could be compared", compared, weapons, r.Frames())
	}
}

// nukeModel is what the bomb that is thrown and the two things that have to be carried look like.
const nukeModel = "models/weapons/g_nuke/tris.md2"

// items checks that every item of the game's list is known: by its model as by its name, and one by the other.
func (r *recorded) items(t *testing.T) {
	for _, it := range r.log.items {
		if it.name == "-" {
			continue
		}
		a, named := r.mod.itemNamed(it.name)
		if !named {
			t.Errorf("no item is called %q (%s)", it.name, it.class)
			continue
		}
		if gun := r.log.gun(r.mod, it.name); it.view != "-" && (gun == sim.WeaponNone || visible[it.icon] != gun) {
			t.Errorf("%s is %v in the hands of who holds it, and %v seen by others", it.name, gun, visible[it.icon])
		}
		if it.model == "-" || it.model == nukeModel {
			continue
		}
		if c := r.mod.classify(it.model); c.kind != classItem || entityOf(&c.itemDef) != entityOf(&a) {
			t.Errorf("%s is %+v by its name and %+v by its model %s", it.name, a, c, it.model)
		}
	}
}

// deaths compares every death, and what players have at the end.
func (r *recorded) deaths(t *testing.T) {
	c, f := r.Cursor(), few{t: t}
	first, last := clockFrame(c.At(0))+r.shift, clockFrame(c.At(r.Duration()))+r.shift
	var kills []logKill
	deaths := map[int]int{}
	for _, k := range r.log.kills {
		if k.frame > first && k.frame <= last {
			kills = append(kills, k)
			deaths[k.victim]++
		}
	}
	for _, e := range r.Events() {
		if e.Kind != sim.EventObituary {
			continue
		}
		if len(kills) == 0 {
			t.Fatalf("%v: %s: a death that the game does not know", e.Time, e.Text.Plain)
		}
		next := 0
		if len(kills) > 1 && kills[1].frame == kills[0].frame && kills[1].victim == e.Slot.Index() {
			next = 1 // two died at once
		}
		k := kills[next]
		kills = slices.Delete(kills, next, next+1)
		want := r.mod.told(k)
		if r.Header().Kind == "server" {
			want = "" // prints are not recorded
		}
		byOther := want != "" && want != "MOD_UNKNOWN" && k.attacker >= 0 && k.attacker != k.victim &&
			!slices.Contains(alone, want)
		if e.Slot.Index() != k.victim || e.Attacker.Valid() != byOther || byOther && e.Attacker.Index() != k.attacker ||
			e.Cause != want {
			f.errorf("%v: %s: %d by %d with %s, the game says %d by %d with %s", e.Time, e.Text.Plain, e.Slot.Index(),
				e.Attacker.Index(), e.Cause, k.victim, k.attacker, want)
		}
	}
	f.end()
	if len(kills) != 0 || len(deaths) == 0 {
		t.Errorf("%d deaths were not told; of %v", len(kills), deaths)
	}
	n := min(last, len(r.log.frames)-1)
	for _, e := range r.Roster() {
		l, ok := r.log.frames[n].players[e.Profile.Slot.Index()]
		if ok && (e.Frags != sim.Unknown && int(e.Frags) != l.score ||
			int(e.Deaths) != deaths[e.Profile.Slot.Index()]) {
			t.Errorf("%s has %d and died %d times, the server says %d and %d", l.name, e.Frags, e.Deaths, l.score,
				deaths[e.Profile.Slot.Index()])
		}
	}
}

// meansOfDeath are the numbers of the means of death of all these games, and of each what it adds to them
// (header/local.h).
var (
	meansOfDeath = strings.Fields(
		`UNKNOWN BLASTER SHOTGUN SSHOTGUN MACHINEGUN CHAINGUN GRENADE G_SPLASH ROCKET R_SPLASH HYPERBLASTER RAILGUN
		BFG_LASER BFG_BLAST BFG_EFFECT HANDGRENADE HG_SPLASH WATER SLIME LAVA CRUSH TELEFRAG FALLING SUICIDE HELD_GRENADE EXPLOSIVE BARREL BOMB
		EXIT SPLASH TARGET_LASER TRIGGER_HURT HIT TARGET_BLASTER`)
	ownMeans = map[string]map[int]string{
		"The Reckoning": {34: "RIPPER", 35: "PHALANX", 36: "BRAINTENTACLE", 37: "BLASTOFF", 38: "GEKK", 39: "TRAP"},
		"Ground Zero": {40: "CHAINFIST", 41: "DISINTEGRATOR", 42: "ETF_RIFLE", 43: "BLASTER2", 44: "HEATBEAM",
			45: "TESLA", 46: "PROX", 47: "NUKE", 48: "VENGEANCE_SPHERE", 49: "HUNTER_SPHERE", 50: "DEFENDER_SPHERE",
			51: "TRACKER", 52: "DBALL_CRUSH", 53: "DOPPLE_EXPLODE", 54: "DOPPLE_VENGEANCE", 55: "DOPPLE_HUNTER"},
		"Threewave Capture the Flag": {34: "GRAPPLE"},
	}
	// sameWording are the means of death that are told alike.
	sameWording = map[string]string{"BARREL": "EXPLOSIVE", "BOMB": "TRIGGER_HURT", "SPLASH": "TRIGGER_HURT",
		"BRAINTENTACLE": "GEKK"}
	// untold are those of which it is told only that somebody died, alone those in which nobody else has a part.
	untold = []string{"UNKNOWN", "HIT", "BLASTOFF", "BLASTER2", "DBALL_CRUSH"}
	alone  = []string{"MOD_SUICIDE", "MOD_FALLING", "MOD_CRUSH", "MOD_WATER", "MOD_SLIME", "MOD_LAVA", "MOD_EXPLOSIVE",
		"MOD_EXIT", "MOD_TARGET_LASER", "MOD_TARGET_BLASTER", "MOD_TRIGGER_HURT", "MOD_GEKK"}
	// oneself are the means of death that are told of who killed himself; of all others it is told that he did.
	oneself = map[string][]string{"": {"HELD_GRENADE", "G_SPLASH", "R_SPLASH", "BFG_BLAST"}, "The Reckoning": {"TRAP"},
		"Ground Zero": {"DOPPLE_EXPLODE"}}
)

// told is what a line says of a death (player/client.c, ClientObituary).
func (m *mod) told(k logKill) string {
	name := ownMeans[m.name][k.means]
	if k.means < len(meansOfDeath) {
		name = meansOfDeath[k.means]
	}
	if same, ok := sameWording[name]; ok {
		name = same
	}
	if k.attacker == k.victim {
		if name == "HG_SPLASH" {
			name = "G_SPLASH"
		}
		if slices.Contains(oneself[""], name) || slices.Contains(oneself[m.name], name) {
			return "MOD_" + name
		}
		return "MOD_SUICIDE"
	}
	if slices.Contains(alone, "MOD_"+name) {
		return "MOD_" + name
	}
	if k.attacker < 0 || slices.Contains(untold, name) {
		return "MOD_UNKNOWN"
	}
	return "MOD_" + name
}

// calledBy is what differs only by skin, effect or icon from another, by what the game calls it.
var calledBy = map[string]string{
	"monster_soldier_light": "Light Soldier", "monster_soldier": "Shotgun Soldier", "monster_soldier_ss": "SS Soldier",
	"monster_soldier_ripper": "Ripper Soldier", "monster_soldier_hypergun": "Hypergun Soldier",
	"monster_soldier_lasergun": "Lasergun Soldier", "monster_chick": "Iron Maiden",
	"monster_chick_heat": "Beta Iron Maiden", "monster_flyer": "Flyer", "monster_kamikaze": "Kamikaze",
	"monster_tank": "Tank", "monster_tank_commander": "Tank Commander", "monster_medic": "Medic",
	"monster_medic_commander": "Medic Commander", "monster_hover": "Icarus", "monster_daedalus": "Daedalus",
	"monster_gladiator": "Gladiator", "monster_gladb": "Beta Gladiator", "ammo_nuke": "A-M Bomb",
	"key_nuke_container": "Antimatter Pod", "key_nuke": "Antimatter Bomb",
}

// entities compares what everyone can see beside players: at which places, that monsters are called by their names, and
// whether they live.
func (r *recorded) entities(t *testing.T) {
	compared := map[string]int{}
	c, f := r.Cursor(), few{t: t}
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		n := clockFrame(w) + r.shift
		if n < 0 || n >= len(r.log.frames)-1 {
			continue
		}
		for k := range w.Entities {
			e := &w.Entities[k]
			l, ok := r.log.frames[n].entities[e.Number]
			if !ok || !e.Visible || l.class == "noclass" { // gibs and the like
				continue
			}
			compared[fmt.Sprintf("%s(%d %v %v %s)", l.class, e.Kind, e.Item, e.Weapon, e.Name)]++
			// they send eighths, the rest is cut off
			if e.Origin.Distance2(l.origin) > 3*0.13*0.13 && max(l.origin[2], -l.origin[2]) < 4095 {
				f.errorf("at %v %s %d is at %v, the server says %v", w.Time, l.class, e.Number, e.Origin, l.origin)
			}
			if e.Kind == sim.EntityGib && l.dead {
				continue
			}
			if want, ok := calledBy[l.class]; ok && e.Name != want &&
				(e.Name != antimatterKey.name || r.Header().Kind != "server") { // servers record no baselines
				f.errorf("at %v %s %d is called %q, want %q", w.Time, l.class, e.Number, e.Name, want)
			}
			if l.monster && (e.Kind != sim.EntityMonster || e.Dead != l.dead) {
				f.errorf("at %v %s %d (%s, frame %d) is %v %q, dead %v, the server says dead %v", w.Time, l.class,
					e.Number, l.model, l.frame, e.Kind, e.Name, e.Dead, l.dead)
			}
		}
	}
	f.end()
	t.Log(compared)
}

// entityOf returns what of an item is shown.
func entityOf(a *itemDef) sim.Entity {
	return sim.Entity{Kind: sim.EntityItem, Item: a.item, Weapon: a.weapon, Team: a.team, Name: a.name}
}
