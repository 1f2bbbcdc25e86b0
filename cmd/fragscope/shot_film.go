package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/viewer"
	"fragscope/viewer/film"
)

// filmSize is the default size of a film.
var filmSize = size{960, 540}

// maxGIF is the longest part of a demo that a GIF may show.
const maxGIF = 10 * time.Minute

// filmKind returns the kind of film that the file's name asks for, if any.
func (c *shotCmd) filmKind() (film.Kind, bool) { return film.KindOf(c.Out) }

// spec returns the size and rate of the film.
func (c *shotCmd) spec() film.Spec {
	s := cmp.Or(c.Size, filmSize)
	return film.Spec{Width: s.width, Height: s.height, Rate: cmp.Or(c.Rate, film.DefaultRate)}
}

// checkFilm validates the flags for a film.
func (c *shotCmd) checkFilm() error {
	k, ok := c.filmKind()
	switch {
	case !ok:
		return usageError(fmt.Sprintf(msgFilmName, c.Out))
	case k.Streams() && time.Duration(c.Length) > maxGIF:
		return usageError(msgLength)
	case c.Speed != 0 && !(c.Speed >= 1.0/16 && c.Speed <= 64):
		return usageError(msgSpeed)
	case !k.Streams() && !c.plain():
		return usageError(fmt.Sprintf(msgFilmPipe, c.Out))
	}
	switch err := k.Check(c.spec()); {
	case errors.Is(err, film.ErrNoFFmpeg):
		return fmt.Errorf(msgNotWritten, c.Out, err)
	case err != nil:
		return usageError(err.Error())
	}
	return nil
}

// plain reports whether the output is a regular file rather than a pipe or a device.
func (c *shotCmd) plain() bool {
	info, err := os.Stat(c.Out)
	return err != nil || info.Mode().IsRegular()
}

// saveFilm writes a film. It replaces an older file only once it is complete.
func (c *shotCmd) saveFilm(out *output, demos watchedDemos) error {
	if !c.plain() {
		return out.writeFile(c.Out, true, func(w io.Writer) error {
			gif := film.NewGIF(w, c.spec())
			return errors.Join(c.film(gif.Add, out, demos), gif.Close())
		})
	}
	k, _ := c.filmKind()
	f, err := film.Create(filepath.Dir(c.Out), k, c.spec())
	if err != nil {
		return fmt.Errorf(msgNotWritten, c.Out, err)
	}
	if err := c.film(f.Add, out, demos); err != nil {
		f.Discard()
		return err
	}
	return f.Rename(c.Out)
}

// beyond returns an error if a film would begin after the demo's end.
func (c *shotCmd) beyond() error {
	if c.At == nil || c.shown == nil {
		return nil
	}
	clock, end := c.shown.Clock(), c.shown.Duration()
	if own, err := clock.Own(*c.At); err == nil && own > end {
		return fmt.Errorf(msgFilmBeyond, c.File, clock.Exact(end), c.At)
	}
	return nil
}

// film draws the frames one by one and encodes each while the next is drawn. On a terminal it shows progress.
func (c *shotCmd) film(add func(*image.RGBA) error, out *output, demos watchedDemos) error {
	s, speed := c.spec(), cmp.Or(c.Speed, 1)
	step := time.Duration(float64(time.Second) / s.Rate)
	count := max(1, int(math.Round(time.Duration(c.Length).Seconds()/speed*s.Rate)))
	told := isTerminal(out.err)
	pictures, encoded, stopped := make(chan *image.RGBA, 1), make(chan error, 1), make(chan struct{})
	go func() {
		defer close(stopped)
		for img := range pictures {
			if err := fault.Guard(func() error { return add(img) }); err != nil {
				encoded <- err
				return
			}
		}
		encoded <- nil
	}()
	drawn := 0
	err := viewer.Film(c.options(demos), count, step, func(img *image.RGBA) error {
		if drawn++; drawn == 1 {
			if err := c.beyond(); err != nil {
				return err
			}
		}
		if told {
			fmt.Fprintf(out.err, "\rpicture %d of %d ", drawn, count)
		}
		select {
		case pictures <- img:
			return nil
		case <-stopped:
			return context.Canceled
		}
	})
	close(pictures)
	if told {
		fmt.Fprint(out.err, "\r\x1b[K")
	}
	if e := <-encoded; e != nil {
		return e
	}
	return err
}
