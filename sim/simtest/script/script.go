// Package script writes an invented match as demos, one in each format, each just as a server of that game would have
// sent it. It uses the encoders of [fragscope/formats]. The demos are input for tests of the simulators; only tests
// import the package.
//
// The match is scripted once, as the steps of [timeline]: who walks where, who shoots whom, who says what. A [World]
// carries them out at the frame rate and under the [Rules] of a game. The writer of a format sees only the state of the
// world and the events of a frame. Everything is deterministic: a format always yields the same bytes.
//
// The map has two rooms, west and east of x = 0, with a door between them. A demo recorded by one player shows the
// contents of the room he is in. In the west are a pool (north) and a lift; a teleporter leads there from the east.
package script

import (
	"bytes"
	"slices"

	"fragscope/sim"
)

// Format is a demo format in which the match can be written.
type Format struct {
	// Name is the file name without its extension. Extension is the extension, without a dot.
	Name, Extension string
	Rules           *Rules
	begin           func() writer
}

// writer turns the frames of a world into a demo.
type writer interface {
	// level starts a level. The world is as its first frame will be.
	level(w *World)
	frame(w *World)
	// end returns the demo.
	end() []byte
}

// File returns the file name of the demo.
func (f Format) File() string { return f.Name + "." + f.Extension }

// finished returns the demo that an encoder has written to a buffer, which cannot fail.
func finished(e interface{ Finish() error }, out *bytes.Buffer) []byte {
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{
		{"netquake", "dem", &quakeRules, newNetQuake},
		{"quakeworld", "qwd", &quakeWorldRules, newQuakeWorld(false)},
		{"quakeworld-multiview", "mvd", &quakeWorldRules, newQuakeWorld(true)},
		{"quake2", "dm2", &quake2Rules, newQuake2(quake2Client)},
		{"quake2-server", "dm2", &quake2Rules, newQuake2(quake2Server)},
		{"quake2-multiview", "mvd2", &quake2Rules, newQuake2(quake2MultiView)},
		{"quake3", "dm_68", &quake3Rules, newQuake3(&quake3Game68)},
		{"quake3-old", "dm_48", &quake3OldRules, newQuake3(&quake3Game48)},
		{"quakelive", "dm_91", &quake3Rules, newQuake3(&quakeLive)},
	}
}

// Find returns the format with the given name, which must exist.
func Find(name string) Format {
	all := Formats()
	return all[slices.IndexFunc(all, func(f Format) bool { return f.Name == name })]
}

// Demo returns the match as a demo in this format.
func (f Format) Demo() []byte {
	w, out := newWorld(f.Rules), f.begin()
	for w.step() {
		if w.fresh {
			out.level(w)
		}
		out.frame(w)
	}
	return out.end()
}

// Story returns everything that happens in the match under the rules of the format's game. The demo may show only some
// of these events.
func (f Format) Story() []Happening {
	w := newWorld(f.Rules)
	var all []Happening
	for w.step() {
		all = append(all, w.Happened...)
	}
	return all
}

// The players. Ada is the recorder.
const (
	ada = iota
	bob
	cy
	dee
	playerCount
	nobody = -1
)

// step is something that happens at a time, in ms of the level.
type step struct {
	at  int
	who int
	do  func(w *World, p *Player)
}

var (
	westRespawn = sim.Vec3{-200, -100, 24}
	eastRespawn = sim.Vec3{700, 100, 24}
	pool        = sim.Vec3{-300, 620, 24}
	ledge       = sim.Vec3{-900, 400, 152}
	portal      = sim.Vec3{700, 500, 24}
	portalExit  = sim.Vec3{-700, -500, 24}
)

// timeline is the script of the match's two levels.
var timeline = [][]step{sorted(opening, arsenal(24000), course, ending), {
	{0, ada, join("Ada", sim.TeamRed, sim.Vec3{-700, 100, 24})},
	{0, bob, join("Bobby", sim.TeamBlue, westRespawn)},
	{1000, ada, walk(sim.Vec3{-400, 100, 24})},
	{2000, ada, shoot(sim.WeaponRocketLauncher, bob, kill)},
	{5000, bob, say("gg")},
	{6000, nobody, end},
}}

func sorted(parts ...[]step) []step {
	steps := slices.Concat(parts...)
	slices.SortStableFunc(steps, func(a, b step) int { return a.at - b.at })
	return steps
}

// opening is the warm-up and everybody's first actions in the match.
var opening = []step{
	{0, ada, join("Ada", sim.TeamRed, sim.Vec3{-700, 100, 24})},
	{0, bob, join("Bob", sim.TeamBlue, eastRespawn)},
	{0, cy, join("Cy", sim.TeamRed, sim.Vec3{-700, -100, 24})},
	{0, nobody, phase(Warmup, 0)},
	{1000, ada, walk(sim.Vec3{-500, 100, 24})},
	{1500, ada, jump},
	{3000, dee, join("Dee", sim.TeamBlue, sim.Vec3{700, -100, 24})},
	{3500, bob, say("glhf")},
	{4000, nobody, phase(Countdown, 3)},
	{5000, nobody, phase(Countdown, 2)},
	{6000, nobody, phase(Countdown, 1)},
	{7000, nobody, phase(MatchStart, 0)},

	{8000, ada, take(green)},
	{8000, bob, take(yellow)},
	{8000, cy, take(red)},
	{8000, dee, take(mega)},
	{11000, ada, take(launcher)},
	{11000, bob, take(shells)},
	{11000, cy, walk(pool)},
	{11500, dee, take(rockets)},
	{14000, bob, walk(sim.Vec3{-800, 400, 24})},
	{14500, ada, sayTeam("quad soon")},
	{15000, cy, walk(sim.Vec3{-300, 400, 24})},
	{15000, dee, walk(portal)},
	{16000, cy, take(green)}, // and waits for it
	{17500, bob, rideLift},
	{20000, bob, walk(ledge)},
	{20500, nobody, openDoor},
	{21000, dee, walk(sim.Vec3{-100, 0, 24})},
	{21500, bob, walk(westRespawn)},
	{21500, ada, walk(sim.Vec3{-500, -100, 24})},
}

// arsenal makes Ada kill Bob with each weapon of the game in turn.
func arsenal(from int) []step {
	var steps []step
	for i := range 11 {
		steps = append(steps, step{from + 1600*i, ada, func(w *World, p *Player) {
			if i < len(w.Rules.Arsenal) {
				shoot(w.Rules.Arsenal[i].Weapon, bob, kill)(w, p)
			}
		}})
	}
	return append(steps, step{from, bob, func(w *World, p *Player) { p.spawn = westRespawn }})
}

// course is the middle of the match.
var course = []step{
	{40500, ada, walk(westRespawn)}, // where Bob's equipment is
	{42000, cy, walk(westRespawn)},
	{43000, bob, func(w *World, p *Player) { p.spawn = eastRespawn }},
	{43500, cy, shoot(sim.WeaponShotgun, bob, kill)},
	{45000, ada, shoot(sim.WeaponRocketLauncher, dee, 60)},
	{46500, ada, shoot(sim.WeaponRocketLauncher, dee, 70)}, // below 100: the mega health may respawn
	{47000, ada, take(quad)},
	{48000, dee, walk(sim.Vec3{200, -100, 24})},
	{52000, ada, shoot(sim.WeaponRocketLauncher, dee, gib)},
	{54000, ada, walk(sim.Vec3{-500, 100, 24})},
	{54500, cy, take(health)},
	{55000, bob, take(redFlag)},
	{60500, bob, walk(sim.Vec3{-300, 0, 24})},
	{61500, ada, shoot(sim.WeaponRocketLauncher, bob, kill)}, // who drops it
	{63000, ada, walk(sim.Vec3{-550, 0, 24})},                // and returns it
	{64000, ada, take(blueFlag)},
	{69500, ada, take(redFlag)}, // captures
	{70000, dee, take(protection)},
	{75500, cy, die(sim.CauseSuicide)},
	{77500, ada, shoot(sim.WeaponRocketLauncher, cy, kill)}, // a teammate
	{79500, dee, die(sim.CauseFall)},
	{81500, bob, die(sim.CauseLava)},
	{83000, cy, die(sim.CauseWater)},
	{84500, bob, die(sim.CauseSlime)},
	{86000, dee, ownRocket},
	{87500, cy, typing(true)},
	{89000, cy, say("this is a longer line")},
	{89000, cy, typing(false)},
	{90000, bob, rename("Bobby")},
	{91000, dee, leave},
	{93000, dee, join("Eve", sim.TeamBlue, sim.Vec3{700, -100, 24})},
	{94000, cy, telefrag(bob)},
	{95000, ada, die(sim.CauseCrush)},
}

// ending is the overtime and the intermission.
var ending = []step{
	{97000, nobody, phase(Overtime, 0)},
	{98000, bob, walk(sim.Vec3{500, 100, 24})},
	{100000, nobody, phase(MatchEnd, 0)},
	{101000, nobody, phase(Intermission, 0)},
	{102000, cy, say("gg")},
	{104000, nobody, end},
}
