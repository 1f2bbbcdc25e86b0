package q3

import (
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// game is what all parts of the adapter share: the recording in the making, and
// what the gamestate says is played. Only [Simulator] changes it.
type game struct {
	rec      *recording.Recorder
	t        *track.Track
	players  *track.Players
	entities *track.Entities

	rules      track.Rules
	protocol   *quake3.Protocol
	mod        *mod
	state      *quake3.History // nil before the first gamestate or snapshot
	serverInfo map[string]string
	mode       mode

	clock   int32 // server time of this snapshot, ms
	running bool  // a snapshot came since the gamestate
	fired   bool  // and was recorded
	pov     int   // slot through whose eyes the demo is seen; -1 for nobody's
	self    int   // slot of the recorder; -1 where it is not known
	// scored is the slot whose score and deaths the playerstate tells, -1 for
	// nobody's: the point of view's, but for a player who is out and watches a team
	// mate, whose own they stay (Quake Live's Clan Arena, CPMA's Capture Strike).
	scored int
	// shown are the players whom this snapshot shows, a bit for each slot.
	shown uint64
	// intermission is set while the players watch the scores, as the playerstate says.
	intermission bool
}

func (s *game) mapName() string {
	name := s.serverInfo["mapname"]
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return strings.Clone(strings.TrimSuffix(name, ".bsp")) // of one string with all configstrings, which is not kept
}

func (s *game) modeOf(server map[string]string) mode {
	n := atoi(server["g_gametype"])
	if i := s.mod.config.match; i >= 0 && s.state != nil {
		// Early versions tell it there only.
		if t, ok := number(info(s.state.Configstrings[i])["t"]); ok {
			n = t
		}
	}
	if m, ok := s.mod.modes[n]; ok {
		if m.kind == modeRace && s.mod.tells.runs {
			m.name += map[bool]string{false: " VQ3", true: " CPM"}[atoi(server["df_promode"]) != 0]
		}
		return m
	}
	return mode{name: "Game type " + server["g_gametype"]}
}

func millis(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }

// pmIntermissions are the types of movement of who watches the scores, in a game of
// several and in one alone (bg_public.h, pmtype_t).
var pmIntermissions = [2]uint32{5, 6}

// Bits of EntEFlags and PsEFlags.
const (
	efDead            = 1 << 0
	efTeleport        = 1 << 2
	efPlayerEvent     = 1 << 4
	efExcellent       = 1 << 3
	efGauntlet        = 1 << 6
	efNoDraw          = 1 << 7
	efFiring          = 1 << 8
	efTalk            = 1 << 12
	efImpressive      = 1 << 15
	efDefend          = 1 << 16
	efAssist          = 1 << 17
	efBackpack        = 1 << 1
	solidBModel       = 0xffffff
	gibHealth         = -40
	statHealth        = 0
	statHoldable      = 1
	persScore         = 0
	persTeam          = 3
	persSpawnCount    = 4
	pmSpectator       = 2
	pmDead            = 3
	pmfDucked         = 1
	pmfFollow         = 4096
	groundNone        = 1023
	powerTime         = 30 * time.Second // that a powerup lasts
	firingTime        = 180 * time.Millisecond
	deathTime         = 5 * time.Second // after which a player who died out of sight may have respawned anywhere
	overlayTime       = 2500 * time.Millisecond
	lightningRange    = 768
	lightningHeight   = 26 // eyes above the origin
	lightningHitValid = 120 * time.Millisecond
)

// row is the frame's row of a slot, which may be changed, or nil; look is row for who changes nothing.
func (s *game) row(slot int) *recording.FramePlayer  { return s.players.Row(sim.SlotAt(slot)) }
func (s *game) look(slot int) *recording.FramePlayer { return s.players.Look(sim.SlotAt(slot)) }

// seen reports whether this snapshot shows the player of a row.
func (s *game) seen(r *recording.FramePlayer) bool { return s.shown>>r.Slot.Index()&1 != 0 }

// model is the plain name of a model configstring that is no part of the map.
func (s *game) model(index uint32) string {
	if index == 0 || index >= 256 {
		return ""
	}
	name := s.state.Configstrings[s.protocol.CsModels+int(index)]
	if strings.HasPrefix(name, "*") {
		return ""
	}
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	return name
}

// Numbers of configstrings that hold for all protocols and mods.
const (
	configWarmup   = 5
	configVoteTime = 8
	configVote     = 9
	configScores   = 6
	configPlaces   = 659 // Quake Live: names of the first two
)

// slot is a player's number in an entity field, or -1.
func (s *game) slot(n uint32) int {
	if n < quake3.MaxClients {
		return int(n)
	}
	return -1
}

// sound is the plain name of a sound configstring.
func (s *game) sound(index uint32) string {
	if index == 0 || index >= 256 {
		return ""
	}
	name := s.state.Configstrings[s.protocol.CsSounds+int(index)]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name, _, _ = strings.Cut(name, ".")
	return name
}

// words are a text as it shows; the mark that starts the message is no part of it.
func (s *game) words(raw string) sim.Text {
	return s.mod.coloring.text(strings.ReplaceAll(raw, "\x19", ""))
}

// find is the slot of a player by his plain name, or -1.
func (s *game) find(name string) int {
	for slot := range quake3.MaxClients {
		if p := s.players.Profile(sim.SlotAt(slot)); p != nil && p.Name.Plain == name {
			return slot
		}
	}
	return -1
}
