package main

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fragscope/assets/plan"
	"fragscope/cmd/fragscope/confine"
	"fragscope/sim"
	"fragscope/viewer"
	"fragscope/viewer/animgif"
)

type shotCmd struct {
	File       string     `arg:"" help:"The demo; sample: is the built-in one."`
	At         clock      `placeholder:"TIME" values:"0:30,1:00,5:00,10:00" help:"The time to draw: 3:12 or 192.5."`
	Out        string     `short:"o" required:"" placeholder:"FILE" help:"The picture to write, a .png or .jpg, or with --length a .gif."`
	Length     clock      `placeholder:"TIME" values:"0:05,0:10,0:30,1:00" help:"Make a film of this much of the demo, up to 10:00, as a .gif."`
	Rate       float64    `placeholder:"N" values:"10,20,25,50" help:"Pictures per second of a film, 1 to 50; 20 by default."`
	Size       size       `placeholder:"WxH" values:"800x450,1280x720,1920x1080,3840x2160" help:"Size in pixels, up to 7680x4320; by default 1920x1080, or 960x540 for a film."`
	Panels     bool       `help:"Include the panels around the map."`
	Follow     string     `placeholder:"NAME" help:"Follow the player with this name, or whose name contains it."`
	Scale      float64    `placeholder:"N" values:"1,1.5,2,3" help:"Pixels per point; chosen by the size by default."`
	Names      bool       `default:"true" negatable:"" help:"Include the players' names."`
	HeatMap    bool       `help:"Include the heat map."`
	ColorBlind bool       `help:"Use colours that colour-blind people can tell apart."`
	Floors     plan.Style `default:"height" placeholder:"BY" values:"height,colours,textures" help:"Draw floors by height, in the colours of their textures, or with the textures: height, colours or textures."`
	GameDir    []string   `sep:"none" placeholder:"DIR" help:"Look for maps in this folder of a game; may be repeated."`

	limits `embed:""`
}

// What is taken where nothing is named, and how long a film may be.
var (
	pictureSize = size{1920, 1080}
	filmSize    = size{960, 540}
)

const (
	filmRate = 20
	maxFilm  = 10 * time.Minute
)

// size is a width and a height in pixels.
type size struct{ width, height int }

// UnmarshalText reads "1920x1080".
func (s *size) UnmarshalText(text []byte) error {
	if n, err := fmt.Sscanf(string(text), "%dx%d", &s.width, &s.height); err != nil || n != 2 {
		return fmt.Errorf(msgNoPixels, text)
	}
	if s.width < 64 || s.height < 64 || s.width > 7680 || s.height > 4320 {
		return fmt.Errorf(msgPixels, text)
	}
	return nil
}

// Run draws the picture or the film and says where it is.
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
	var shown *sim.Recording
	demos := watchedDemos{newDemoFiles(c.GameDir), func(rec *sim.Recording) { shown = rec }}
	draw := func(w io.Writer) error { return c.picture(w, demos) }
	if moving {
		draw = func(w io.Writer) error { return c.film(w, out, demos) }
	}
	switch err := out.writeFile(c.Out, true, draw); {
	case errors.Is(err, viewer.ErrNobody):
		return usageError("--follow " + err.Error())
	case errors.Is(err, viewer.ErrNoPicture) && !c.Unconfined && confine.Confines():
		return fmt.Errorf(msgDrawConfined, err)
	case err != nil:
		return err
	}
	out.tellEnd(c.File, shown, c.At, c.Length)
	say(out.out, "%s", c.Out)
	return nil
}

// pictureKinds write a picture, by the suffix of its file.
var pictureKinds = map[string]func(io.Writer, image.Image) error{
	".png":  png.Encode,
	".jpg":  encodeJPEG,
	".jpeg": encodeJPEG,
}

// encodeJPEG keeps thin lines and small text clean.
func encodeJPEG(w io.Writer, img image.Image) error {
	return jpeg.Encode(w, img, &jpeg.Options{Quality: 95})
}

// pictureKind is what writes the picture; nil for a suffix that nothing is known for. What is there and no plain file, as a
// pipe, has no suffix and gets a PNG.
func (c *shotCmd) pictureKind() func(io.Writer, image.Image) error {
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return png.Encode
	}
	return pictureKinds[strings.ToLower(filepath.Ext(c.Out))]
}

// check finds wrong uses of the flags, and reports whether they ask for a film.
func (c *shotCmd) check() (moving bool, err error) {
	ext := strings.ToLower(filepath.Ext(c.Out))
	switch {
	case c.Scale < 0 || c.Scale > 8:
		return false, usageError(msgScale)
	case c.Rate != 0 && (c.Rate < 1 || c.Rate > 50):
		return false, usageError(msgRate)
	case time.Duration(c.Length) > maxFilm:
		return false, usageError(msgLength)
	case ext == ".gif" && c.Length == 0:
		return false, usageError(msgNeedsLength)
	case ext != ".gif" && c.Length > 0:
		return false, usageError(msgNeedsGIF)
	case c.Length == 0 && c.pictureKind() == nil:
		return false, usageError(fmt.Sprintf(msgPictureName, c.Out))
	}
	if err := checkFolders(c.GameDir); err != nil {
		return false, err
	}
	return c.Length > 0, nil
}

func (c *shotCmd) options(demos watchedDemos) viewer.ShotOptions {
	return viewer.ShotOptions{
		File: c.File, Sample: c.File == sampleName, At: time.Duration(c.At), Follow: c.Follow,
		Width: c.Size.width, Height: c.Size.height, Scale: c.Scale, Panels: c.Panels,
		NoNames: !c.Names, Heat: c.HeatMap, ColorBlind: c.ColorBlind, Floors: c.Floors, GameDirs: c.GameDir,
		Demos: demos, Maps: mapFiles(),
	}
}

func (c *shotCmd) picture(w io.Writer, demos watchedDemos) error {
	img, err := viewer.Shot(c.options(demos))
	if err != nil {
		return err
	}
	return c.pictureKind()(w, img)
}

// film draws the pictures one after the other; how far it is shows on a terminal.
func (c *shotCmd) film(w io.Writer, out *output, demos watchedDemos) error {
	step := time.Duration(float64(time.Second) / cmp.Or(c.Rate, filmRate))
	count := max(1, int((time.Duration(c.Length)+step/2)/step))
	told := isTerminal(out.err)
	gif := animgif.New(w, c.Size.width, c.Size.height)
	drawn := 0
	err := viewer.Film(c.options(demos), count, step, func(img *image.RGBA) error {
		drawn++
		if told {
			fmt.Fprintf(out.err, "\rpicture %d of %d ", drawn, count)
		}
		return gif.Add(img, step)
	})
	if told {
		fmt.Fprint(out.err, "\r\x1b[K")
	}
	return errors.Join(err, gif.Close())
}

// isTerminal reports whether somebody watches what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
