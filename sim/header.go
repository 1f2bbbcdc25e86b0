package sim

import (
	"strings"
	"time"
)

// Header describes a demo as a whole.
type Header struct {
	Name      string // file name
	Path      string
	Game      string // full name: "Quake III", "QuakeWorld"
	GameKey   string // "quake3"
	Container string // "dm_68", "mvd.gz"
	Mod       string // the mod's folder: "cpma"
	ModName   string // full name
	Protocol  int
	Kind      string // client, server, relay, multiview
	Recorder  string // plain name of the player who recorded; may be empty
	// Server is the server's name without colours, or empty if unknown. Locked is set if the server is known to require
	// a password.
	Server string
	Locked bool
	// Date is the first date found in the demo, at demo time DateAt. It comes from the server's clock and has the form
	// "2006-01-02 15:04:05", without seconds if none were sent and with the time zone appended if one was.
	Date   string
	DateAt time.Duration
	// Messages is the number of message blocks read so far.
	Messages int
	// Complete is set if the demo is neither damaged nor cut short. Quake III ends every demo with an end marker, so a
	// demo without one counts as cut short. Other games' demos need no marker. Complete is false during loading.
	Complete bool
	// Multi is set if the demo shows all players at all times.
	Multi bool
}

// gameNames holds the full names of games by key, except for those whose name is the key with a capital letter.
var gameNames = map[string]string{
	"quake": "Quake", "quakeworld": "QuakeWorld", "nexuiz": "Nexuiz", "quake2": "Quake II", "quake3": "Quake III",
	"quakelive": "Quake Live",
}

// GameName returns the full name of the game with the given [Header.GameKey].
func GameName(key string) string {
	if name := gameNames[key]; name != "" || key == "" {
		return name
	}
	return strings.ToUpper(key[:1]) + key[1:]
}

// Level describes the section of a recording played on one map, up to the start of the next level.
type Level struct {
	Index int
	Map   string // "q3dm7": no folder, no suffix
	Title string
	// Start and End are demo times.
	Start, End time.Duration
	GameType   string  // full name: "Free For All"
	Contest    Contest // derived from GameType and Mod
	Mod        string
	TimeLimit  time.Duration
	FragLimit  int
	Checksum   uint32 // of the BSP (Quake II); 0 if unknown
	// ServerRun identifies this start of the level among all those on the server: it is Quake III's checksum feed or
	// Quake II's server count, or 0 if unknown.
	ServerRun uint32
	// MapModels is the number of models in the map, including the world, according to the demo's model list (Quake,
	// QuakeWorld), or 0 if unknown.
	MapModels int
	Paks      []string
	Teams     bool
	// Chapters lists the level's matches, rounds and warm-ups, sorted by Start.
	Chapters []Chapter
}

// Chapter is a named section of a level.
type Chapter struct {
	Name       string
	Start, End time.Duration
	Kind       EventKind // of the event that began it
}

// PathPoint is a point on a player's path.
type PathPoint struct {
	Time   time.Duration
	Origin Vec3
	View   float32 // yaw
	Life   Life
	// NoLerp is set if the path is interrupted before this point: the player was teleported, respawned or was out of
	// sight.
	NoLerp bool
	// Ground is set if the demo shows that the player was standing on something. Some demos never show this.
	Ground bool
}
