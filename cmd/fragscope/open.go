package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"fragscope/assets/gamedata"
	"fragscope/assets/localization"
	"fragscope/assets/sample"
	"fragscope/sim/archive"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer"
	"fragscope/viewer/library"
	"fragscope/viewer/maps"
	"fragscope/viewer/session"
)

type openCmd struct {
	Files   []string       `arg:"" optional:"" name:"file" help:"Demos, or folders of them, to play one after the other; sample: is the built-in demo, - standard input, qtv://host:port/stream and gtv://host:port a match that is being played."`
	At      *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"Start at this time: 3:12 of the match, R7/0:01 of a round, or 192.5 seconds of the demo."`
	Follow  string         `placeholder:"NAME" help:"Follow the player with this name, or whose name contains it."`
	Speed   float64        `placeholder:"N" values:"0.25,0.5,1,2,4,8" help:"Speed, 1 is normal."`
	Paused  bool           `help:"Start paused."`
	GameDir []string       `sep:"none" placeholder:"DIR" help:"Look for maps in this folder of a game; may be repeated."`

	Live     bool `help:"Follow the files as if another program were still writing them; one that grew just now is followed anyway."`
	NoRecord bool `help:"Keep what is received of a match in memory only, and not in the folder of recordings."`

	Merge     bool `help:"Show several demos of one match as one."`
	NewWindow bool `help:"Open a new window even if one is open."`
}

// Run opens the viewer.
func (c *openCmd) Run(out *output, app *kong.Kong) error {
	if !(c.Speed >= 0 && c.Speed <= 64) {
		return usageError(msgSpeed)
	}
	inLibrary := c.named()
	if len(c.Files) > 0 && !inLibrary {
		if err := mistyped(app, c.Files[0]); err != nil {
			return err
		}
	}
	if err := checkFolders(c.GameDir); err != nil {
		return err
	}
	if c.Merge {
		if len(c.Files) < 2 {
			return usageError(msgMergeTwo)
		}
		c.Files = []string{simload.MatchPath(c.Files)}
	}
	var first sync.Once
	files := newDemoFiles(c.GameDir)
	if c.At == nil { // otherwise the requested picture comes later
		files.Hold = session.NewHold()
	}
	demos := watchedDemos{files, func(rec *recording.Recording) {
		first.Do(func() {
			go func() {
				rec.Wait()
				out.tellEnd(rec.Header().Name, rec, c.At, 0)
			}()
		})
	}}
	o := viewer.Options{
		Files: c.Files, At: c.At, Follow: c.Follow, Speed: c.Speed, Paused: c.Paused, GameDirs: c.GameDir,
		Live: c.Live, InMemory: c.NoRecord, Demos: demos, Hold: files.Hold, Maps: mapFiles(), Token: startToken(),
		Library: archive.UserFile(),
	}
	handed, end := c.handOff(&o)
	if handed {
		return nil
	}
	defer end()
	return viewer.Run(o)
}

// named replaces names of files that are not here, but in the library, by their paths, and reports whether the first is
// one of these.
func (c *openCmd) named() (first bool) {
	for i, name := range c.Files {
		file, _ := simload.SplitMember(name)
		if _, err := os.Stat(file); err == nil || simload.IsStream(name) || name == sampleName {
			continue
		}
		if path := library.FileNamed(archive.UserFile(), name); path != "" {
			c.Files[i] = path
			first = first || i == 0
		}
	}
	return first
}

// demoFiles opens demos for the viewer: files, and the sample by its name.
type demoFiles struct {
	session.Files
	mapped bool // files are mapped: most of a large one may never be needed
}

// newDemoFiles returns a demoFiles that finds games' texts in the given folders and in the usual places.
func newDemoFiles(dirs []string) demoFiles {
	return demoFiles{Files: session.Files{Built: openSample,
		Texts: func(demo string) recording.Texts { return gameTexts(demo, dirs) }}}
}

// gameTexts returns the translations of a demo's game into the user's language, or nil if the game is not found.
func gameTexts(demo string, dirs []string) recording.Texts {
	settings, _ := viewer.UserStore().Load()
	path := gamedata.New(gamedata.Options{Demo: demo, Dirs: append(slices.Clone(dirs), settings.GameDirs...)})
	if texts := localization.Find(path, localization.Language(os.Getenv)); texts != nil {
		return texts.Text
	}
	return nil
}

// Open opens the demo at path, or the built-in sample if path is the sample's name.
func (d demoFiles) Open(ctx context.Context, path string) (*recording.Recording, error) {
	if filepath.Base(path) == sampleName {
		return openSample(ctx)
	}
	if d.mapped {
		demo, m, ok := mapDemo(path)
		if ok && simload.Mappable(demo) {
			return simload.Open(ctx, demo, d.Single()...)
		}
		m.release()
	}
	return d.Files.Open(ctx, path)
}

// Clip returns a section of a demo as a separate demo. from and to are the recording times at which the section starts
// and ends.
func (d demoFiles) Clip(path, member string, from, to time.Duration) ([]byte, error) {
	if filepath.Base(path) != sampleName {
		return d.Files.Clip(path, member, from, to)
	}
	demo, err := openDemo(sampleName)
	if err != nil {
		return nil, err
	}
	return simload.Clip(demo, from, to)
}

// Data returns the contents of a demo file, or of the built-in sample.
func (d demoFiles) Data(path, member string) ([]byte, error) {
	if filepath.Base(path) == sampleName {
		return sample.Demo(), nil
	}
	return d.Files.Data(path, member)
}

func openSample(ctx context.Context) (*recording.Recording, error) {
	demo, err := openDemo(sampleName)
	if err != nil {
		return nil, err
	}
	return simload.Open(ctx, demo)
}

// mapFiles finds the maps of the games and of the sample.
func mapFiles() maps.Files {
	return maps.Files{Built: map[string][]byte{strings.TrimSuffix(sample.MapName, ".bsp"): sample.Map()}}
}

// startToken removes from the environment, and returns, the token that a desktop passes to a program started by a click
// (freedesktop.org, startup notification; xdg-activation uses another variable), so that no program started by this one
// uses it again.
func startToken() (token string) {
	for _, name := range []string{"XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"} {
		if value := os.Getenv(name); value != "" {
			token = value
		}
		os.Unsetenv(name)
	}
	return token
}
