package viewer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"sync/atomic"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/formats/damage"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/film"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// The names of the players of made-up matches, by slot.
var cast = []string{"Amber", "Basalt", "Cobalt", "Dune", "Ember", "Flint", "Garnet", "Heath", "Iris", "Jade", "Kelp",
	"Larch", "Moss", "Nettle", "Onyx", "Pine"}

// match describes a made-up match.
type match struct {
	players int
	length  time.Duration
	teams   bool
	levels  int
	finish  bool // loading has ended
	pov     bool // recorded by slot 0; otherwise multi-view
	damage  bool
	delay   time.Duration // delay before the match begins
	scored  bool          // the game prints the score
}

const snapshot = 50 * time.Millisecond

// record makes the match: players walk in loops through two rooms, shoot, die, talk and take items. It is
// deterministic.
func record(m match) (*recording.Recorder, *recording.Recording) {
	b, rec := m.recorder()
	m.play(b, nil)
	if m.damage {
		b.Damage(damage.Damage{Offset: 4711, Time: m.length,
			What: "offset 4720: a snapshot ends in the middle of a player"})
	}
	b.Progress(0.5)
	if m.finish {
		b.Finish(nil)
	}
	return b, rec
}

func (m match) recorder() (*recording.Recorder, *recording.Recording) {
	return recording.NewRecorder(sim.Header{
		Name: "made-up.dm_68", Path: "/demos/made-up.dm_68", Game: "Quake III", GameKey: "quake3", Container: "dm_68",
		Mod: "cpma", ModName: "CPMA", Protocol: 68, Kind: "client", Multi: !m.pov,
	})
}

// start is the first frame.
func (m match) start(b *recording.Recorder) *recording.Frame {
	profiles := make([]*sim.Profile, m.players)
	for i := range profiles {
		p := sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(cast[i])}
		if m.teams {
			p.Team = sim.TeamRed + sim.Team(i%2)
		}
		profiles[i] = b.Profile(p)
	}
	f := &recording.Frame{Phase: sim.PhasePlaying, MatchKnown: true}
	if m.pov {
		f.POV = sim.SlotAt(0)
	}
	for i := range profiles {
		f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{
			Slot: sim.SlotAt(i), Profile: profiles[i], Life: sim.Alive, Visible: true, Mins: sim.Vec3{-15, -15, -24},
			Maxs: sim.Vec3{15, 15, 32}, OnGround: true, Health: 100, Armor: int16(25 * (i % 5)),
			ArmorKind: sim.ItemArmorYellow, Weapon: sim.WeaponMachinegun + sim.Weapon(i%4), Ammo: int16(40 + i),
			Frags: 0, Deaths: 0, Ping: int16(20 + 3*i), POV: m.pov && i == 0,
		}})
	}
	if m.pov {
		h := &sim.Inventory{Weapons: sim.WeaponsOf(sim.WeaponMelee, sim.WeaponMachinegun, sim.WeaponRocketLauncher)}
		h.Ammo[sim.WeaponMachinegun], h.Ammo[sim.WeaponRocketLauncher] = f.Players[0].Ammo, 12
		f.Players[0].Inventory = h
	}
	for i, item := range []sim.Item{sim.ItemQuad, sim.ItemMegaHealth, sim.ItemArmorRed, sim.ItemArmorYellow} {
		f.Entities = append(f.Entities, recording.FrameEntity{Entity: sim.Entity{
			Number: 100 + i, Kind: sim.EntityItem, Item: item, State: sim.ItemPresent, Visible: true,
			TakenBy: sim.SlotAt(0), Origin: sim.Vec3{float32(-600 + 400*i), 250, 24},
		}})
	}
	return f
}

// play records the match while more, which is called before each frame, returns true; nil records all of it.
func (m match) play(b *recording.Recorder, more func(t time.Duration) bool) {
	f := m.start(b)
	level := -1
	for t := time.Duration(0); t <= m.length && (more == nil || more(t)); t += snapshot {
		if at := int(t) * m.levels / int(m.length+1); at != level {
			level = at
			b.Level(sim.Level{Map: fmt.Sprintf("yard%d", level+1), Title: "The Yard", GameType: "Team Deathmatch",
				Teams: m.teams, TimeLimit: 10 * time.Minute})
			b.Event(sim.Event{Time: t, Kind: sim.EventLevelStart, Text: sim.PlainText(fmt.Sprintf("yard%d", level+1))})
		}
		m.frame(f, t)
		b.Frame(f)
		m.events(b, f, t)
	}
}

func (m match) frame(f *recording.Frame, t time.Duration) {
	s := t.Seconds()
	f.Time, f.Clock, f.Match = t, t+time.Minute, t-m.delay
	if f.Phase = sim.PhasePlaying; f.Match < 0 {
		f.Match, f.Phase = -f.Match, sim.PhaseCountdown
	}
	f.CenterPrint = sim.Text{}
	if t >= 2*time.Second && t < 4*time.Second {
		f.CenterPrint = sim.PlainText("Fight!")
	}
	if m.scored && t >= 28*time.Second && t < 40*time.Second {
		f.CenterPrint = sim.PlainText("Red leads 8 to 7")
	}
	if m.teams {
		f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamBlue] = int16(s/3), int16(s/4)
	}
	for i := range f.Players {
		p := &f.Players[i]
		turn := s*0.5 + float64(i)*2*math.Pi/float64(m.players)
		x, y := 700*math.Cos(turn), 320*math.Sin(2*turn)
		p.Origin = sim.Vec3{float32(x), float32(y), 24}
		p.View.Yaw = float32(turn*180/math.Pi) + 90
		p.Health = int16(40 + (i*17+int(s)*7)%61)
		p.Frags, p.Deaths = int16(int(s)/3/(i+1)), int16(int(s)/5)
		p.Life, p.NoLerp = sim.Alive, false
		p.Firing = (int(s*4)+i)%9 == 0
		if k := (int(s) + 7*i) % 23; k == 0 {
			p.Life = sim.Dead
		}
		p.Powerups = 0
		if i == 1 && int(s)%40 >= 10 {
			p.Powerups = 1 << sim.PowerupQuad
			p.PowerupEnd[sim.PowerupQuad] = t + time.Duration(40-int(s)%40)*time.Second
		}
	}
	for i := range f.Entities {
		th := &f.Entities[i]
		period := time.Duration(20+10*i) * time.Second
		th.State, th.Taken, th.RespawnKnown = sim.ItemPresent, 0, false
		if in := t % period; in >= period/3 {
			th.State, th.Taken, th.Respawn, th.RespawnKnown = sim.ItemTaken, t-in+period/3, t-in+period, true
		}
	}
}

// events adds a frag every three seconds and a chat message every five.
func (m match) events(b *recording.Recorder, f *recording.Frame, t time.Duration) {
	if t%time.Second != 0 || t == 0 || m.players == 0 {
		return
	}
	n := int(t / time.Second)
	victim, killer := n%m.players, (n/3+1)%m.players
	if n%3 == 0 && victim != killer {
		b.Event(sim.Event{
			Time: t, Kind: sim.EventObituary, Slot: sim.SlotAt(victim), Attacker: sim.SlotAt(killer),
			Weapon: sim.WeaponRocketLauncher, Origin: f.Players[victim].Origin, HasOrigin: true,
			Profile: f.Players[victim].Profile, AttackerProfile: f.Players[killer].Profile,
		})
	}
	if n%5 == 0 {
		b.Event(sim.Event{Time: t, Kind: sim.EventChat, Slot: sim.SlotAt(killer), Profile: f.Players[killer].Profile,
			Text: sim.Text{
				Plain: fmt.Sprintf("need the red armour, round %d", n),
				Runs:  []sim.Run{{From: 9, To: 19, Color: sim.RGB{R: 255, G: 60, B: 60}}},
			}})
	}
	if n == 25 && m.scored {
		b.Event(sim.Event{Time: t, Kind: sim.EventPrint, Text: sim.PlainText("Team [red] leads by 2 frags")})
	}
	if n%20 == 10 && m.players > 1 {
		b.Event(sim.Event{Time: t, Kind: sim.EventPickup, Slot: sim.SlotAt(1), Item: sim.ItemQuad,
			Profile: f.Players[1].Profile})
	}
}

var duel = match{players: 4, length: time.Minute, teams: true, levels: 2, finish: true, pov: true}

// madeUpDemos are demos by path, for tests.
type madeUpDemos struct {
	demos   map[string]match
	choices map[string][]session.Choice
	delay   time.Duration
}

func (s *madeUpDemos) Open(ctx context.Context, path string) (*recording.Recording, error) {
	if s.delay > 0 {
		select {
		case <-time.After(s.delay):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	m, ok := s.demos[path]
	if !ok {
		if path == "/demos/not-a-demo.dem" {
			return nil, errors.New("it is no demo of a game that is known")
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	_, rec := record(m)
	return rec, nil
}

func (s *madeUpDemos) Choices(path string) ([]session.Choice, error) { return s.choices[path], nil }

func (s *madeUpDemos) Member(_ context.Context, path, name string) (*recording.Recording, error) {
	_, rec := record(s.demos[path+"/"+name])
	return rec, nil
}

func (s *madeUpDemos) Clip(path, _ string, from, to time.Duration) ([]byte, error) {
	return fmt.Appendf(nil, "%s from %v to %v", path, from, to), nil
}

func (s *madeUpDemos) Stream(ctx context.Context, name string) (*recording.Recording, *load.Stream, error) {
	if _, made := s.demos[name]; made {
		rec, err := s.Open(ctx, name)
		return rec, nil, err
	}
	return load.OpenStream(ctx, name)
}

func (s *madeUpDemos) Data(path, _ string) ([]byte, error) { return []byte(path), nil }

func (s *madeUpDemos) Sample(context.Context) (*recording.Recording, error) {
	_, rec := record(duel)
	return rec, nil
}

// noMaps finds no map.
type noMaps struct{}

func (noMaps) Plan(context.Context, sim.Header, sim.Level, []string, func() []plan.Point) (*plan.Plan, error) {
	return nil, nil
}

func (noMaps) Textures(context.Context, sim.Header, sim.Level, []string, *plan.Plan) ([]*texture.Picture, error) {
	return nil, nil
}

// heldText is a clipboard that the program uses in the background.
type heldText struct{ held atomic.Value }

func (c *heldText) set(s string) { c.held.Store(s) }

func (c *heldText) text() string {
	s, _ := c.held.Load().(string)
	return s
}

// fakePlatform is a platform that records the requests made to it.
type fakePlatform struct {
	full    bool
	title   string
	file    string // the answer to the next file dialog
	folder  string
	clip    heldText
	saved   heldText
	picture []byte
	raised  bool
	err     error
	told    narration
	asked   []string // the extensions of the last dialog for a file
}

func (d *fakePlatform) Fullscreen() bool      { return d.full }
func (d *fakePlatform) SetFullscreen(on bool) { d.full = on }
func (d *fakePlatform) SetTitle(s string)     { d.title = s }
func (d *fakePlatform) Raise(string)          { d.raised = true }
func (d *fakePlatform) OpenFile(_, _ string, extensions ...string) (string, error) {
	d.asked = extensions
	return d.file, d.err
}
func (d *fakePlatform) OpenFolder(string, string) (string, error) { return d.folder, d.err }
func (d *fakePlatform) CopyText(s string) error                   { d.clip.set(s); return d.err }
func (d *fakePlatform) PasteText() (string, error)                { return d.clip.text(), d.err }
func (d *fakePlatform) CopyPNG(b []byte) error                    { d.picture = b; return d.err }

func (d *fakePlatform) SavePNG(dir, name string, b []byte) (string, error) {
	return platform.WriteNew(dir, name, b)
}

func (d *fakePlatform) FilmKinds() []film.Kind { return film.Kinds() }

func (d *fakePlatform) Film(dir, name string, k film.Kind, s film.Spec) (platform.Film, error) {
	return platform.NewFilm(dir, name, k, s)
}

func (d *fakePlatform) SaveFile(_, dir, name string, b []byte) (string, error) {
	if d.err != nil {
		return "", d.err
	}
	d.saved.set(string(b))
	return filepath.Join(dir, name), nil
}

func memoryStore() settings.Store {
	return settings.Store{Config: settings.Memory{}, Data: settings.Memory{}}
}
