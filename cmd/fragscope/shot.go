package main

import (
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/live"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer"
	"fragscope/viewer/flatpng"
)

type shotCmd struct {
	File       string         `arg:"" help:"The demo; sample: is the built-in one."`
	At         *moment.Moment `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"The time to draw: 3:12 of the match, R7/0:01 of a round, or 192.5 seconds of the demo."`
	Out        string         `short:"o" required:"" placeholder:"FILE" help:"The picture to write, a .png or .jpg, or with --length a film: .gif, .avi, or with ffmpeg .mp4, .webm, .mkv, .mov, ..."`
	Length     length         `placeholder:"TIME" values:"0:05,0:10,0:30,1:00" help:"Make a film of this much of the demo."`
	Rate       float64        `placeholder:"N" values:"10,20,25,30,50,60,120" help:"Pictures per second of a film, 1 to 120, of a .gif to 50; 30 by default."`
	Speed      float64        `placeholder:"N" values:"0.25,0.5,1,2,4" help:"How fast a film shows the demo, 0.0625 to 64; 1 by default."`
	Size       size           `placeholder:"WxH" values:"800x450,1280x720,1920x1080,3840x2160" help:"Size in pixels, up to 7680x4320; of a film to 3840x2160; by default 1920x1080, or 960x540 for a film."`
	Panels     bool           `help:"Include the panels around the map."`
	Caption    bool           `help:"Write score, clocks of match and items, and the players with health and armour over the map."`
	Follow     string         `placeholder:"NAME" help:"Follow the player with this name, or whose name contains it."`
	Scale      float64        `placeholder:"N" values:"1,1.5,2,3" help:"Pixels per point; chosen by the size by default."`
	Names      bool           `default:"true" negatable:"" help:"Include the players' names."`
	HeatMap    bool           `help:"Include the heat map."`
	ColorBlind bool           `help:"Use colours that colour-blind people can tell apart."`
	Floors     plan.Style     `default:"height" placeholder:"BY" values:"height,colours,textures" help:"Draw floors by height, in the colours of their textures, or with the textures: height, colours or textures."`
	GameDir    []string       `sep:"none" placeholder:"DIR" help:"Look for maps in this folder of a game; may be repeated."`

	Race []string `sep:"none" placeholder:"DEMO" help:"Include a race with the run of this demo, over the same map; may be repeated. Needs --panels."`

	view      `embed:""`
	merging   `embed:""`
	following `embed:""`
	limits    `embed:""`

	drawn []byte // the notes
	shown *recording.Recording
	at    time.Duration // in the demo, if known before the demo is read
}

// pictureSize is the default size of a picture.
var pictureSize = size{1920, 1080}

// size is a width and a height in pixels.
type size struct{ width, height int }

// UnmarshalText parses a size such as "1920x1080".
func (s *size) UnmarshalText(text []byte) error {
	if n, err := fmt.Sscanf(string(text), "%dx%d", &s.width, &s.height); err != nil || n != 2 {
		return fmt.Errorf(msgNoPixels, text)
	}
	if s.width < 64 || s.height < 64 || s.width > 7680 || s.height > 4320 {
		return fmt.Errorf(msgPixels, text)
	}
	return nil
}

// Run renders the picture or film and prints its path.
func (c *shotCmd) Run(out *output) error {
	moving, err := c.check()
	if err != nil {
		return err
	}
	if c.Size == (size{}) {
		c.Size = pictureSize
		if moving {
			c.Size = filmSize
		}
	}
	for _, name := range append([]string{c.File}, c.More...) {
		if err := c.await(name); err != nil {
			return about(name, err)
		}
	}
	if c.File, err = c.demo(c.File); err != nil {
		return err
	}
	if err := c.resolve(); err != nil {
		return err
	}
	if c.drawn, err = c.encoded(); err != nil {
		return err
	}
	files := newDemoFiles(c.GameDir)
	files.mapped = true
	demos := watchedDemos{files, func(rec *recording.Recording) { c.shown = rec }}
	save := func() error {
		return out.writeFile(c.Out, true, func(w io.Writer) error { return c.picture(w, demos) })
	}
	if moving {
		save = func() error { return c.saveFilm(out, demos) }
	}
	switch err := save(); {
	case errors.Is(err, viewer.ErrNobody):
		return usageError("--follow " + err.Error())
	case errors.Is(err, viewer.ErrNoPicture) && !hasDisplay():
		return errors.New(msgNoDisplay)
	case errors.Is(err, viewer.ErrNoPicture) && !c.Unconfined && confine.Confines():
		return fmt.Errorf(msgDrawConfined, err)
	case err != nil:
		return err
	}
	out.tellEnd(c.File, c.shown, c.At, c.Length)
	say(out.out, "%s", c.Out)
	return nil
}

// hasDisplay reports whether there is something to draw on, judging by the environment.
func hasDisplay() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != "" ||
		os.Getenv("WAYLAND_DISPLAY") != ""
}

// known reports whether the time is the demo's own, or can be determined by a quick look at a file.
func (c *shotCmd) known() bool {
	return c.At == nil || c.At.Own || len(c.More) == 0 && c.File != live.StandardInput && !simload.IsMatchFile(c.File)
}

// resolve determines the demo's own time of the moment.
func (c *shotCmd) resolve() error {
	switch {
	case c.At == nil || !c.known():
		return nil
	case c.At.Own:
		c.at = c.At.Time
		return nil
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := openRecording(ctx, c.File, 0)
	if err != nil {
		return err
	}
	if c.at, err = rec.Clock().Own(*c.At); err != nil {
		return usageError(err.Error())
	}
	return nil
}

// pictureKinds holds the encoders, by file suffix.
var pictureKinds = map[string]func(io.Writer, image.Image) error{
	".png":  flatpng.Encode,
	".jpg":  encodeJPEG,
	".jpeg": encodeJPEG,
}

// encodeJPEG encodes at a quality that keeps thin lines and small text clean.
func encodeJPEG(w io.Writer, img image.Image) error {
	return jpeg.Encode(w, img, &jpeg.Options{Quality: 95})
}

// pictureKind returns the encoder for the picture, or nil if the suffix is unknown. An existing file that is not a
// regular file, such as a pipe, gets a PNG.
func (c *shotCmd) pictureKind() func(io.Writer, image.Image) error {
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return flatpng.Encode
	}
	return pictureKinds[lowerExt(c.Out)]
}

func lowerExt(name string) string { return strings.ToLower(filepath.Ext(name)) }

// check validates the flags and reports whether they ask for a film.
func (c *shotCmd) check() (moving bool, err error) {
	_, isFilm := c.filmKind()
	switch {
	case !(c.Scale >= 0 && c.Scale <= 8):
		return false, usageError(msgScale)
	case c.Length > 0:
		if err := c.checkFilm(); err != nil {
			return false, err
		}
	case c.pictureKind() == nil && isFilm:
		return false, usageError(fmt.Sprintf(msgNeedsLength, c.Out))
	case c.pictureKind() == nil:
		return false, usageError(fmt.Sprintf(msgPictureName, c.Out))
	}
	if err := checkFolders(c.GameDir); err != nil {
		return false, err
	}
	return c.Length > 0, nil
}

func (c *shotCmd) options(demos watchedDemos) viewer.ShotOptions {
	files := mapFiles()
	files.Cache = new(gamedata.Cache) // a map and its place names are searched for in the same places
	o := viewer.ShotOptions{
		File: c.File, Sample: c.File == sampleName, Race: c.Race, At: c.at, Follow: c.Follow,
		Width: c.Size.width, Height: c.Size.height, Scale: c.Scale, Panels: c.Panels, Caption: c.Caption,
		Speed: c.Speed, NoNames: !c.Names, Heat: c.HeatMap, ColorBlind: c.ColorBlind, Floors: c.Floors,
		GameDirs: c.GameDir, Notes: c.drawn, Turn: int(c.Turn), Maps: files,
	}
	if c.At != nil && !c.known() {
		o.Moment = c.At
	}
	demos.Sketch = o.Sketch(c.at + time.Duration(c.Length))
	o.Demos = demos
	return o
}

func (c *shotCmd) picture(w io.Writer, demos watchedDemos) error {
	return viewer.Shot(c.options(demos), func(img image.Image) error { return c.pictureKind()(w, img) })
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
