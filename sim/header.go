package sim

import "time"

// Header is what is known about a demo as a whole.
type Header struct {
	Name      string // file name
	Path      string
	Game      string // in words: "Quake III", "QuakeWorld"
	GameKey   string // "quake3"
	Container string // "dm_68", "mvd.gz"
	Mod       string // folder of the mod: "cpma"
	ModName   string // in words
	Protocol  int
	Kind      string // client, server, relay, multiview
	Recorder  string // plain name of the player who recorded; may be empty
	// Server is what the server calls itself, without colours, Locked that it lets in nobody without
	// its password; empty and false where the demo does not tell.
	Server string
	Locked bool
	// Date is the first that the demo tells, and DateAt the demo time when it told it. Demos have no
	// date of their own: it is what the server's clock showed, as "2006-01-02 15:04:05", with the
	// time zone behind it if that was told too and without the seconds if they were not.
	Date   string
	DateAt time.Duration
	// Messages is the number of the demo's message blocks read so far.
	Messages int
	// Complete is set where nothing of the demo is missing: it is not damaged
	// and was not cut. Quake III's recorders always write an end, so there a
	// missing one counts as cut; those of the other games may be closed without.
	// Unset while loading.
	Complete bool
	// Multi is set where the demo shows all players all the time.
	Multi bool
}

// Level is one map of a recording, from its start to the next one's.
type Level struct {
	Index int
	Map   string // "q3dm7": neither folder nor suffix
	Title string
	// Start and End are demo times.
	Start, End time.Duration
	GameType   string  // in words: "Free For All"
	Contest    Contest // what GameType and Mod say it is played for
	Mod        string
	TimeLimit  time.Duration
	FragLimit  int
	Checksum   uint32 // of the BSP (Quake II); 0 if not known
	// ServerRun is the number by which the server tells this start of a level from all others (Quake III's checksum feed,
	// Quake II's server count); 0 where the demo tells none.
	ServerRun uint32
	// MapModels is how many models the map has, the world among them, by the demo's list of models (Quake,
	// QuakeWorld); 0 if not known.
	MapModels int
	Paks      []string
	Teams     bool
	// Chapters are matches, rounds, warm-up, ascending by Start.
	Chapters []Chapter
}

// Chapter is a part of a level with a name of its own.
type Chapter struct {
	Name       string
	Start, End time.Duration
	Kind       EventKind // of the event that began it
}

// PathPoint is a place that a player passed.
type PathPoint struct {
	Time   time.Duration
	Origin Vec3
	View   float32 // yaw
	Life   Life
	// NoLerp is set where no line leads from the point before to this one:
	// teleport, respawn, lost sight.
	NoLerp bool
	// Ground is set where the demo shows that the player stood on something; never where
	// it does not tell such things.
	Ground bool
}
