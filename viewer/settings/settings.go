// Package settings stores what the program remembers for the user: settings, recent demos and the bookmarks of each
// demo.
//
// The settings file is TOML, with a line "name = value" for each setting and comments after a #. A line "key.ACTION =
// 'CHORD CHORD'" changes the keys of an action. When the program first writes the file, it lists every action with its
// default keys. After that, the program changes only those values that the user changes in its window. It preserves the
// user's comments, and any lines that this version does not recognise or cannot parse. If several windows write the
// file at the same time, even windows of different versions, no window's changes are lost.
package settings

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fragscope/assets/plan"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// Settings holds the contents of the settings file.
type Settings struct {
	Scale      float64 // of text and panels, in addition to the system's
	ColorBlind bool
	Names      bool
	Arcs       bool
	Trails     bool
	Ghosts     bool
	Status     bool
	Items      bool // the item strip below the timeline
	Lanes      bool // the player lanes below the timeline
	Turns      bool // the turning points of a match
	// CurveHeight, ItemsHeight and LanesHeight are the heights of the blocks along the timeline, in points. A height of
	// 0 means as high as needed.
	CurveHeight, ItemsHeight, LanesHeight float64
	Things                                bool // items on the map
	Sounds                                bool
	Marks                                 bool
	HideScore                             bool // hide everything that reveals the result
	Floors                                plan.Style
	Left                                  panel.Fold
	Right                                 panel.Fold
	Heights                               panel.Fold // the side view
	Touch                                 panel.Fold // buttons and rows large enough for fingers
	Width                                 int        // of the window, in the system's points
	Height                                int
	// TrailSeconds is the duration of trails, in seconds.
	TrailSeconds float64
	Screenshots  string // folder; empty for the pictures folder
	Recordings   string // folder for recordings of streams; empty for the videos folder
	// RecordingLimit is the maximum size of the recording of a stream, in MiB.
	RecordingLimit float64
	// LiveAddresses holds the addresses most recently watched or queried, separated by spaces.
	LiveAddresses string
	// NewWindow is set if double-clicking a demo opens a new window.
	NewWindow bool
	// LibrarySort is the name of the column by which the library is sorted, prefixed with a minus sign for descending
	// order. LibraryColumns holds the names of the visible columns, in order. [LibraryColumns] lists all names.
	LibrarySort    string
	LibraryColumns []string
	GameDirs       []string
	Keys           map[action.ID]string

	// kept are the values in the file by name, as this window last read or wrote them, and text is the whole file.
	// Values that differ are to be saved.
	kept map[string]any
	text string
}

// The limits of Settings.Scale.
const (
	MinScale = 0.5
	MaxScale = 4
)

// Default returns the default settings.
func Default() Settings {
	return Settings{
		Scale: 1, Names: true, Arcs: true, Trails: true, Ghosts: true, Status: true, Things: true, Sounds: true, Marks: true, Turns: true,
		Width: 1280, Height: 720, TrailSeconds: 3, RecordingLimit: 256, LibrarySort: "-date", LibraryColumns: LibraryColumns(), Keys: map[action.ID]string{},
	}
}

// Field describes a setting, whose value can be read and written as text.
type Field struct {
	// Name is the setting's name in the settings file. Help describes the setting.
	Name, Help string
	// Choices are the possible values, in order, or nil for a number or free text. A switch has "off" and "on".
	Choices []string
	// Folder is set if the value is a folder.
	Folder bool

	get func(*Settings) any
	set func(*Settings, string) error
}

// Value returns the value of the setting in s, as text.
func (f *Field) Value(s *Settings) string {
	switch v := f.get(s).(type) {
	case bool:
		return map[bool]string{false: switches[0], true: switches[1]}[v]
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// Set sets the value of the setting in s.
func (f *Field) Set(s *Settings, value string) error { return f.set(s, value) }

// switches are the values of a switch.
var switches = []string{"off", "on"}

func boolField(name, help string, at func(*Settings) *bool) Field {
	return Field{
		Name: name, Help: help, Choices: switches,
		get: func(s *Settings) any { return *at(s) },
		set: func(s *Settings, v string) error { return parseBool(v, at(s)) },
	}
}

func foldField(name, help string, at func(*Settings) *panel.Fold) Field {
	names := []string{panel.Auto: "auto", panel.Open: "on", panel.Shut: "off"}
	return Field{
		Name: name, Help: help, Choices: names,
		get: func(s *Settings) any { return names[*at(s)] },
		set: func(s *Settings, v string) error {
			i := slices.Index(names, strings.ToLower(v))
			if i < 0 {
				return fmt.Errorf(msgNotAutoOnOff, v)
			}
			*at(s) = panel.Fold(i)
			return nil
		},
	}
}

func numberField(name, help string, lo, hi float64, at func(*Settings) *float64) Field {
	return Field{
		Name: name, Help: help,
		get: func(s *Settings) any { return math.Round(*at(s)*1000) / 1000 },
		set: func(s *Settings, v string) error {
			f, err := strconv.ParseFloat(v, 64)
			if err != nil || !(f >= lo && f <= hi) {
				return fmt.Errorf(msgNoNumber, v, lo, hi)
			}
			*at(s) = f
			return nil
		},
	}
}

// heightField returns a setting that is a height in points.
func heightField(name, help string, at func(*Settings) *float64) Field {
	return numberField(name, help, 0, 2000, at)
}

// textField returns a setting whose value is a text: a folder, or something to be parsed.
func textField(name, help string, get func(*Settings) string, set func(*Settings, string) error) Field {
	return Field{Name: name, Help: help, get: func(s *Settings) any { return get(s) }, set: set}
}

func folderField(name, help string, at func(*Settings) *string) Field {
	f := textField(name, help, func(s *Settings) string { return *at(s) }, func(s *Settings, v string) error { *at(s) = v; return nil })
	f.Folder = true
	return f
}

// Fields returns all settings except the list of game folders and the keys, in the order of the settings file.
func Fields() []Field {
	floors := textField("floors", "colour floors by height, in the colours of their textures, or show the textures",
		func(s *Settings) string { return s.Floors.String() },
		func(s *Settings, v string) error { return s.Floors.UnmarshalText([]byte(v)) })
	for style := range plan.StyleCount {
		floors.Choices = append(floors.Choices, style.String())
	}
	return []Field{
		numberField("scale", "size of text and panels, on top of the system's scale", MinScale, MaxScale, func(s *Settings) *float64 { return &s.Scale }),
		boolField("color-blind", "colours that colour-blind people can tell apart", func(s *Settings) *bool { return &s.ColorBlind }),
		boolField("names", "names of the players on the map", func(s *Settings) *bool { return &s.Names }),
		boolField("arcs", "arcs of health and armour around the players", func(s *Settings) *bool { return &s.Arcs }),
		boolField("trails", "trails of the last seconds", func(s *Settings) *bool { return &s.Trails }),
		numberField("trail-seconds", "how long the trails are", 0.5, 120, func(s *Settings) *float64 { return &s.TrailSeconds }),
		boolField("ghosts", "players out of sight, at their last known places", func(s *Settings) *bool { return &s.Ghosts }),
		boolField("things", "items on the map", func(s *Settings) *bool { return &s.Things }),
		boolField("sounds", "rings where a sound was heard", func(s *Settings) *bool { return &s.Sounds }),
		boolField("marks", "teleporters and jump pads of the map", func(s *Settings) *bool { return &s.Marks }),
		boolField("hide-score", "hide the score, the length and everything still to come", func(s *Settings) *bool { return &s.HideScore }),
		floors,
		boolField("status", "health, armour and weapons of the watched player", func(s *Settings) *bool { return &s.Status }),
		boolField("items", "when items were taken and come back, below the timeline", func(s *Settings) *bool { return &s.Items }),
		boolField("lanes", "each player's health, armour and weapon over time, below the timeline", func(s *Settings) *bool { return &s.Lanes }),
		boolField("turning-points", "the moments at which the match turned, below the players and on the timeline", func(s *Settings) *bool { return &s.Turns }),
		heightField("curve-height", "height of the advantage curve in points; 0 for the usual height", func(s *Settings) *float64 { return &s.CurveHeight }),
		heightField("items-height", "height of the item control in points; 0 for as high as needed", func(s *Settings) *float64 { return &s.ItemsHeight }),
		heightField("lanes-height", "height of the player lanes in points; 0 for as high as needed", func(s *Settings) *float64 { return &s.LanesHeight }),
		foldField("panel-players", "the list of players: on, off, or auto by the window's size", func(s *Settings) *panel.Fold { return &s.Left }),
		foldField("panel-feed", "kill feed and chat: on, off or auto", func(s *Settings) *panel.Fold { return &s.Right }),
		foldField("panel-heights", "the side view with each player's height: on, off, or auto if the map has storeys", func(s *Settings) *panel.Fold { return &s.Heights }),
		foldField("touch", "buttons and rows large enough for fingers: on, off, or auto while you use fingers", func(s *Settings) *panel.Fold { return &s.Touch }),
		textField("window", "size of the window", func(s *Settings) string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }, setWindow),
		boolField("new-window", "open each double-clicked demo in a window of its own", func(s *Settings) *bool { return &s.NewWindow }),
		folderField("screenshots", "folder for screenshots; empty for the pictures folder", func(s *Settings) *string { return &s.Screenshots }),
		folderField("recordings", "folder for recordings of live matches; empty for the videos folder", func(s *Settings) *string { return &s.Recordings }),
		numberField("recording-limit", "largest size of a recording of a live match, in MiB", 1, 256, func(s *Settings) *float64 { return &s.RecordingLimit }),
		textField("live", "addresses for Watch live…, separated by blanks: asked only when you say so", func(s *Settings) string { return s.LiveAddresses },
			func(s *Settings, v string) error { s.LiveAddresses = v; return nil }),
		textField("library-sort", "column by which the library is sorted; with a minus, such as -date, from the last", func(s *Settings) string { return s.LibrarySort }, setLibrarySort),
		textField("library-columns", "columns of the library, in order, of "+strings.Join(LibraryColumns(), " "),
			func(s *Settings) string { return strings.Join(s.LibraryColumns, " ") }, setLibraryColumns),
	}
}

func setWindow(s *Settings, v string) error {
	var w, h int
	if n, err := fmt.Sscanf(v, "%dx%d", &w, &h); n != 2 || err != nil || w < 320 || h < 240 || w > 16384 || h > 16384 {
		return fmt.Errorf(msgNoSize, v)
	}
	s.Width, s.Height = w, h
	return nil
}

// LibraryColumns returns the names of all columns of the library, in their default order.
func LibraryColumns() []string {
	return []string{"date", "map", "mode", "game", "players", "length", "result", "state", "file"}
}

func setLibrarySort(s *Settings, v string) error {
	if !slices.Contains(LibraryColumns(), strings.TrimPrefix(v, "-")) {
		return fmt.Errorf(msgNoColumn, v)
	}
	s.LibrarySort = v
	return nil
}

func setLibraryColumns(s *Settings, v string) error {
	var list []string
	for name := range strings.FieldsSeq(v) {
		switch {
		case !slices.Contains(LibraryColumns(), name):
			return fmt.Errorf(msgNoColumn, name)
		case !slices.Contains(list, name):
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return fmt.Errorf(msgNoColumn, v)
	}
	s.LibraryColumns = list
	return nil
}

func parseBool(v string, to *bool) error {
	switch strings.ToLower(v) {
	case "on", "yes", "true", "1":
		*to = true
	case "off", "no", "false", "0":
		*to = false
	default:
		return fmt.Errorf(msgNotOnOff, v)
	}
	return nil
}

const (
	keyPrefix    = "key."
	gameDirsName = "game-dirs"
)

// most is the maximum number of errors in a file that are reported.
const most = 20

// Parse parses the text of a settings file. It returns an error for each line that it cannot use; the corresponding
// settings keep their default values.
func Parse(text string) (Settings, []error) {
	d := readDocument(text)
	s := Default()
	byName := map[string]Field{}
	for _, f := range Fields() {
		byName[f.Name] = f
	}
	errs := d.errs
	for _, e := range d.entries {
		if err := s.use(byName, &e); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %s: %w", e.line, e.name, err))
		}
	}
	if n := len(errs) - most; n > 0 {
		errs = append(errs[:most:most], fmt.Errorf(msgMoreLines, n))
	}
	s.text, s.kept = text, s.values()
	return s, errs
}

var errNoSetting = errors.New(msgNoSetting)

func (s *Settings) use(byName map[string]Field, e *entry) error {
	if e.name == gameDirsName && e.values != nil {
		s.GameDirs = nil
		for _, dir := range e.values {
			if dir != "" && !slices.Contains(s.GameDirs, dir) {
				s.GameDirs = append(s.GameDirs, dir)
			}
		}
		return nil
	}
	id, key := strings.CutPrefix(e.name, keyPrefix)
	f, known := byName[e.name]
	switch {
	case !known && !key && e.name != gameDirsName:
		return errNoSetting
	case e.list || len(e.values) != 1:
		return errors.New(msgOtherKind)
	case key:
		if _, err := action.ParseChords(e.values[0]); err != nil {
			return err
		}
		s.Keys[action.ID(id)] = e.values[0]
		return nil
	}
	return f.set(s, e.values[0])
}

// values returns all settings by their names in the file.
func (s *Settings) values() map[string]any {
	out := map[string]any{gameDirsName: s.gameDirs()}
	for _, f := range Fields() {
		out[f.Name] = f.get(s)
	}
	for id, chords := range s.Keys {
		out[keyPrefix+string(id)] = chords
	}
	return out
}

func (s *Settings) gameDirs() []string { return append([]string{}, s.GameDirs...) }

// merged returns a settings file with the changes made since these settings were read. old is nil if there is no
// file; the new one then lists the keys of a table of actions.
func (s *Settings) merged(old []byte, table []action.Action) (string, error) {
	if old == nil {
		return s.Format(table), nil
	}
	values, kept := s.values(), s.kept
	if kept == nil {
		fresh := Default()
		kept = fresh.values()
	}
	d := readDocument(string(old))
	for _, name := range slices.Sorted(maps.Keys(union(values, kept))) {
		if reflect.DeepEqual(values[name], kept[name]) {
			continue
		}
		value := values[name]
		if name == gameDirsName {
			value = mergeLists(d.find(name), kept[name].([]string), s.GameDirs)
		}
		if err := d.set(name, value); err != nil {
			return "", err
		}
	}
	return d.text, nil
}

// mergeLists returns the list in a file, which another window may have changed, with the additions and removals made
// here.
func mergeLists(file *entry, before, now []string) []string {
	if file == nil || file.values == nil {
		return now
	}
	out := slices.DeleteFunc(slices.Clone(file.values), func(v string) bool {
		return slices.Contains(before, v) && !slices.Contains(now, v)
	})
	for _, v := range now {
		if !slices.Contains(out, v) && !slices.Contains(before, v) {
			out = append(out, v)
		}
	}
	return out
}

func union(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// Format returns the text of a new settings file for s. The file also lists the keys of the actions in table. Parsing
// the text yields s again.
func (s *Settings) Format(table []action.Action) string {
	var b strings.Builder
	b.WriteString("# Settings of Fragscope. A change holds as soon as the file is saved. The program changes the\n# values of what is switched in its window, and leaves all other lines as they are.\n\n")
	for _, f := range Fields() {
		fmt.Fprintf(&b, "# %s\n%s = %s\n", f.Help, f.Name, literal(f.get(s)))
	}
	fmt.Fprintf(&b, "\n# folders in which maps are looked for: ['/games/quake', 'C:\\Quake III']\n%s = %s\n", gameDirsName, literal(s.gameDirs()))
	b.WriteString("\n# Keys. Take the # away and write other keys to rebind an action; 'none' for no key.\n")
	known := map[action.ID]bool{}
	for _, a := range table {
		known[a.ID] = true
		if own, ok := s.Keys[a.ID]; ok {
			fmt.Fprintf(&b, "%s%s = %s\n", keyPrefix, a.ID, literal(own))
		} else {
			fmt.Fprintf(&b, "# %s%s = %s\n", keyPrefix, a.ID, literal(action.FormatChords(a.Keys)))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.Keys)) {
		if !known[id] {
			fmt.Fprintf(&b, "%s%s = %s\n", keyPrefix, literal(string(id)), literal(s.Keys[id]))
		}
	}
	return b.String()
}

// fromPlain converts a settings file of version 0.1, whose values have no quotes, to TOML. It has no comments other
// than those that every file had. Anything that is not a setting is omitted.
func fromPlain(text string) string {
	var b strings.Builder
	var dirs []string
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case !ok || strings.HasPrefix(name, "#"):
		case name == "game-dir":
			dirs = append(dirs, value)
		default:
			b.WriteString(name + " = " + literal(value))
		}
		b.WriteString("\n")
	}
	return b.String() + gameDirsName + " = " + literal(append([]string{}, dirs...)) + "\n"
}
