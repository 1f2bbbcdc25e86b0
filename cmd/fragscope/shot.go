package main

import (
	"bufio"
	"errors"
	"fmt"
	"image/png"
	"os"
	"time"

	"fragscope/viewer"
)

type shotCmd struct {
	File       string   `arg:"" help:"The demo, or sample: for the embedded one."`
	At         clock    `placeholder:"TIME" help:"The moment: 3:12 or 192.5."`
	Out        string   `short:"o" required:"" placeholder:"FILE" help:"The PNG to write."`
	Size       size     `default:"1920x1080" placeholder:"WxH" help:"Size in pixels, up to 7680x4320."`
	Panels     bool     `help:"With the panels around the map."`
	Follow     string   `placeholder:"NAME" help:"Follow the player of that name, or with that part of a name."`
	Scale      float64  `placeholder:"N" help:"Pixels a point; chosen by the size if left out."`
	Names      bool     `default:"true" negatable:"" help:"With the players' names."`
	HeatMap    bool     `help:"With the heat map."`
	ColorBlind bool     `help:"In the palette for colour-blind people."`
	GameDir    []string `placeholder:"DIR" help:"Folder of a game to look for maps in; may be repeated."`
}

// size is a width and a height in pixels.
type size struct{ width, height int }

// UnmarshalText reads "1920x1080".
func (s *size) UnmarshalText(text []byte) error {
	if n, err := fmt.Sscanf(string(text), "%dx%d", &s.width, &s.height); err != nil || n != 2 {
		return fmt.Errorf("%q is no size: write 1920x1080", text)
	}
	if s.width < 64 || s.height < 64 || s.width > 7680 || s.height > 4320 {
		return fmt.Errorf("%s is not between 64x64 and 7680x4320", text)
	}
	return nil
}

// Run draws the picture and says where it is.
func (c *shotCmd) Run(out *output) error {
	if c.Scale < 0 || c.Scale > 8 {
		return usageError("--scale takes a number up to 8")
	}
	img, err := viewer.Shot(viewer.ShotOptions{
		File: c.File, Sample: c.File == sampleName, At: time.Duration(c.At), Follow: c.Follow,
		Width: c.Size.width, Height: c.Size.height, Scale: c.Scale, Panels: c.Panels,
		NoNames: !c.Names, Heat: c.HeatMap, ColorBlind: c.ColorBlind, GameDirs: c.GameDir,
		Demos: newDemoFiles(), Maps: mapFiles(),
	})
	if err != nil {
		return err
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	w := bufio.NewWriter(f)
	if err := errors.Join(png.Encode(w, img), w.Flush(), f.Close()); err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	fmt.Fprintln(out.out, c.Out)
	return nil
}
