// Package settings keeps what a user chose: the settings file, the demos opened
// last and the bookmarks of each demo.
//
// The settings file is text: a line "name = value" each; what follows a # at the
// start of a line is a comment. Keys are rebound by lines "key.ACTION = CHORD CHORD";
// the file that the program writes lists every action with its default keys.
package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fragscope/assets/plan"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// Settings are what the settings file holds.
type Settings struct {
	Scale      float64 // of text and panels, on top of the system's
	ColorBlind bool
	Names      bool
	Arcs       bool
	Trails     bool
	Ghosts     bool
	Status     bool
	Items      bool // the strip under the time line
	Things     bool // items on the map
	Sounds     bool
	Marks      bool
	Floors     plan.Style
	Left       panel.Fold
	Right      panel.Fold
	Heights    panel.Fold // the side view
	Width      int        // of the window, in the system's points
	Height     int
	// TrailSeconds is how much of the past the trails show.
	TrailSeconds float64
	Screenshots  string // folder; empty for the pictures folder
	// NewWindow opens the demos of a double click in a window of their own.
	NewWindow bool
	GameDirs  []string
	Keys      map[action.ID]string
}

// The limits of Scale.
const (
	MinScale = 0.5
	MaxScale = 4
)

// Default is what holds without a settings file.
func Default() Settings {
	return Settings{
		Scale: 1, Names: true, Arcs: true, Trails: true, Ghosts: true, Status: true, Things: true, Sounds: true, Marks: true,
		Width: 1280, Height: 720, TrailSeconds: 3, Keys: map[action.ID]string{},
	}
}

// field is one line of the file: how it is read and written.
type field struct {
	name, help string
	get        func(*Settings) string
	set        func(*Settings, string) error
}

func boolField(name, help string, at func(*Settings) *bool) field {
	return field{name, help,
		func(s *Settings) string { return onOff(*at(s)) },
		func(s *Settings, v string) error { return parseBool(v, at(s)) },
	}
}

func foldField(name, help string, at func(*Settings) *panel.Fold) field {
	names := []string{panel.Auto: "auto", panel.Open: "on", panel.Shut: "off"}
	return field{name, help,
		func(s *Settings) string { return names[*at(s)] },
		func(s *Settings, v string) error {
			i := slices.Index(names, strings.ToLower(v))
			if i < 0 {
				return fmt.Errorf("%q is none of auto, on, off", v)
			}
			*at(s) = panel.Fold(i)
			return nil
		},
	}
}

func numberField(name, help string, lo, hi float64, at func(*Settings) *float64) field {
	return field{name, help,
		func(s *Settings) string { return strconv.FormatFloat(*at(s), 'g', 4, 64) },
		func(s *Settings, v string) error {
			f, err := strconv.ParseFloat(v, 64)
			if err != nil || !(f >= lo && f <= hi) {
				return fmt.Errorf("%q is no number from %g to %g", v, lo, hi)
			}
			*at(s) = f
			return nil
		},
	}
}

func fields() []field {
	return []field{
		numberField("scale", "size of text and panels, on top of the system's scale", MinScale, MaxScale, func(s *Settings) *float64 { return &s.Scale }),
		boolField("color-blind", "colours that colour-blind people tell apart", func(s *Settings) *bool { return &s.ColorBlind }),
		boolField("names", "names of the players on the map", func(s *Settings) *bool { return &s.Names }),
		boolField("arcs", "arcs of health and armour around the players", func(s *Settings) *bool { return &s.Arcs }),
		boolField("trails", "trails of the last seconds", func(s *Settings) *bool { return &s.Trails }),
		numberField("trail-seconds", "how long the trails are", 0.5, 120, func(s *Settings) *float64 { return &s.TrailSeconds }),
		boolField("ghosts", "players out of sight at their last place", func(s *Settings) *bool { return &s.Ghosts }),
		boolField("things", "items on the map", func(s *Settings) *bool { return &s.Things }),
		boolField("sounds", "rings where something was heard", func(s *Settings) *bool { return &s.Sounds }),
		boolField("marks", "teleporters and jump pads of the map", func(s *Settings) *bool { return &s.Marks }),
		{"floors", "colours of the floors: by height, the colours of their textures, or textures",
			func(s *Settings) string { return s.Floors.String() },
			func(s *Settings, v string) error { return s.Floors.UnmarshalText([]byte(v)) }},
		boolField("status", "health, armour and weapons of the watched player", func(s *Settings) *bool { return &s.Status }),
		boolField("items", "the strip of items under the time line", func(s *Settings) *bool { return &s.Items }),
		foldField("panel-players", "the list of players: on, off, or auto by the window's size", func(s *Settings) *panel.Fold { return &s.Left }),
		foldField("panel-feed", "kill feed and chat: on, off or auto", func(s *Settings) *panel.Fold { return &s.Right }),
		foldField("panel-heights", "the side view with everyone's height: on, off, or auto where the map has storeys", func(s *Settings) *panel.Fold { return &s.Heights }),
		{"window", "size of the window", func(s *Settings) string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }, setWindow},
		boolField("new-window", "demos that are double-clicked open in a window of their own, not in the open one", func(s *Settings) *bool { return &s.NewWindow }),
		{"screenshots", "folder for screenshots; empty for the pictures folder",
			func(s *Settings) string { return s.Screenshots },
			func(s *Settings, v string) error { s.Screenshots = v; return nil }},
	}
}

func setWindow(s *Settings, v string) error {
	var w, h int
	if n, err := fmt.Sscanf(v, "%dx%d", &w, &h); n != 2 || err != nil || w < 320 || h < 240 || w > 16384 || h > 16384 {
		return fmt.Errorf("%q is no size like 1280x720", v)
	}
	s.Width, s.Height = w, h
	return nil
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func parseBool(v string, to *bool) error {
	switch strings.ToLower(v) {
	case "on", "yes", "true", "1":
		*to = true
	case "off", "no", "false", "0":
		*to = false
	default:
		return fmt.Errorf("%q is neither on nor off", v)
	}
	return nil
}

const (
	keyPrefix   = "key."
	gameDirName = "game-dir"
)

// Parse reads a settings file. What cannot be used is told in words, line by line, and
// left at its default.
func Parse(text string) (Settings, []error) {
	s := Default()
	byName := map[string]field{}
	for _, f := range fields() {
		byName[f.name] = f
	}
	var errs []error
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok {
			errs = append(errs, fmt.Errorf("line %d: no \"=\" in %q", n, line))
			continue
		}
		if err := s.setLine(byName, name, value); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %s: %w", n, name, err))
		}
	}
	return s, errs
}

func (s *Settings) setLine(byName map[string]field, name, value string) error {
	if id, ok := strings.CutPrefix(name, keyPrefix); ok {
		if _, err := action.ParseChords(value); err != nil {
			return err
		}
		s.Keys[action.ID(id)] = value
		return nil
	}
	if name == gameDirName {
		if value != "" && !slices.Contains(s.GameDirs, value) {
			s.GameDirs = append(s.GameDirs, value)
		}
		return nil
	}
	f, ok := byName[name]
	if !ok {
		return fmt.Errorf("no such setting")
	}
	return f.set(s, value)
}

// Format is the settings file: Parse gives the same settings back.
func (s *Settings) Format() string {
	var b strings.Builder
	b.WriteString("# Settings of Fragscope. The program writes this file when a setting changes;\n# edit it while the program does not run.\n\n")
	for _, f := range fields() {
		fmt.Fprintf(&b, "# %s\n%s = %s\n", f.help, f.name, f.get(s))
	}
	b.WriteString("\n# Folders in which maps are looked for, a line each.\n")
	for _, d := range s.GameDirs {
		fmt.Fprintf(&b, "%s = %s\n", gameDirName, d)
	}
	b.WriteString("\n# Keys. Take the # away and write other keys to rebind an action; \"none\" for no key.\n")
	known := map[action.ID]bool{}
	for _, a := range action.Table() {
		known[a.ID] = true
		if own, ok := s.Keys[a.ID]; ok {
			fmt.Fprintf(&b, "%s%s = %s\n", keyPrefix, a.ID, own)
		} else {
			fmt.Fprintf(&b, "# %s%s = %s\n", keyPrefix, a.ID, action.FormatChords(a.Keys))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.Keys)) {
		if !known[id] {
			fmt.Fprintf(&b, "%s%s = %s\n", keyPrefix, id, s.Keys[id])
		}
	}
	return b.String()
}
