// Package film writes films to files. It encodes GIF and AVI films itself. All other kinds are encoded by ffmpeg, if it
// is installed, or by the platform.
package film

import (
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"fragscope/viewer/animgif"
	"fragscope/viewer/avi"
)

// Spec specifies the frame size and frame rate of a film.
type Spec struct {
	Width, Height int // in pixels
	// Rate is the number of frames per second.
	Rate float64
}

// The limits of films, and their default frame rate.
const (
	MaxWidth    = 3840
	MaxHeight   = 2160
	MaxRate     = 120
	DefaultRate = 30
)

// Encoder writes a film frame by frame.
type Encoder interface {
	// Add appends a frame. It does not retain the image.
	Add(*image.RGBA) error
	// Close completes the film.
	Close() error
}

// Kind is a kind of film, such as MP4 or GIF.
type Kind struct {
	Suffix string // of the file, in lower case with its dot
	Name   string
	// MaxRate is the maximum number of frames per second.
	MaxRate float64

	platform bool // written by the platform, not by this package or ffmpeg

	// bits is the approximate number of bits per pixel and frame, at 30 frames per second, or 0 if unknown.
	bits float64

	own    func(io.WriteSeeker, Spec) Encoder // nil for ffmpeg
	ffmpeg []string                           // arguments, if the default is not good enough
}

// lossy holds the arguments for films that every player should accept: all players support chroma subsampling.
var lossy = []string{"-pix_fmt", "yuv420p"}

// kinds lists the kinds that have names.
var kinds = []Kind{
	{Suffix: ".mp4", Name: "MP4 (H.264)", MaxRate: MaxRate, bits: 0.02,
		ffmpeg: append([]string{"-c:v", "libx264", "-preset", "fast", "-crf", "18", "-movflags", "+faststart"},
			lossy...)},
	{Suffix: ".webm", Name: "WebM (VP9)", MaxRate: MaxRate, bits: 0.022,
		ffmpeg: append([]string{"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "24", "-row-mt", "1", "-deadline", "good",
			"-cpu-used", "5"}, lossy...)},
	{Suffix: ".mkv", Name: "Matroska (H.264)", MaxRate: MaxRate, bits: 0.02,
		ffmpeg: append([]string{"-c:v", "libx264", "-preset", "fast", "-crf", "18"}, lossy...)},
	{Suffix: ".mov", Name: "QuickTime (ProRes)", MaxRate: MaxRate, ffmpeg: []string{"-c:v", "prores_ks", "-profile:v",
		"hq", "-vendor", "apl0", "-pix_fmt", "yuv422p10le"}},
	{Suffix: ".avi", Name: "AVI (Motion JPEG)", MaxRate: MaxRate, bits: 0.45,
		own: func(w io.WriteSeeker, s Spec) Encoder {
			return avi.New(w, s.Width, s.Height, s.Rate)
		}},
	// Players treat times shorter than two hundredths of a second as a mistake.
	{Suffix: ".gif", Name: "GIF", MaxRate: 50, bits: 0.1,
		own: func(w io.WriteSeeker, s Spec) Encoder { return newGIF(w, s) }},
}

// Kinds returns the predefined kinds of film, most useful first.
func Kinds() []Kind { return kinds }

// KindOf returns the kind of film for a file with the given name, as determined by the name's suffix. If no predefined
// kind has that suffix, the returned kind leaves the encoding to ffmpeg. ok is false if name has no suffix, or if
// ffmpeg would write several files for it.
func KindOf(name string) (k Kind, ok bool) {
	suffix := strings.ToLower(filepath.Ext(name))
	for _, k := range kinds {
		if k.Suffix == suffix {
			return k, true
		}
	}
	if len(suffix) < 2 || notFilms[suffix] {
		return Kind{}, false
	}
	return Kind{Suffix: suffix, Name: strings.ToUpper(suffix[1:]), MaxRate: MaxRate}, true
}

// notFilms holds the suffixes for which ffmpeg writes one file per frame, or several files per film.
var notFilms = map[string]bool{
	".png": true, ".jpg": true, ".jpeg": true, ".bmp": true, ".tif": true, ".tiff": true, ".tga": true, ".ppm": true,
	".pgm": true, ".jp2": true, ".exr": true, ".dpx": true, ".m3u8": true, ".mpd": true, ".ism": true, ".ffmeta": true,
	".txt": true, ".wav": true, ".mp3": true, ".ogg": true, ".flac": true,
}

// Estimate returns the approximate size in bytes of a film with the given number of frames, or 0 if the size cannot be
// estimated. It takes into account that consecutive frames are more alike, and thus smaller, at higher frame rates.
func (k Kind) Estimate(s Spec, pictures int) int64 {
	alike := math.Sqrt(min(30/s.Rate, 4))
	if k.own != nil {
		alike = 1
	}
	return int64(k.bits / 8 * alike * float64(s.Width) * float64(s.Height) * float64(pictures))
}

// NeedsFFmpeg reports whether ffmpeg is needed to write films of this kind.
func (k Kind) NeedsFFmpeg() bool { return k.own == nil && !k.platform }

// ByPlatform returns a variant of k that has the given name and is written by the platform instead of ffmpeg.
func (k Kind) ByPlatform(name string) Kind {
	k.Name, k.platform, k.ffmpeg = name, true, nil
	return k
}

// Streams reports whether films of this kind can be written to a pipe or another destination that is not a regular
// file.
func (k Kind) Streams() bool { return k.Suffix == ".gif" }

// Check returns an error if a film of this kind cannot be written with the given spec.
func (k Kind) Check(s Spec) error {
	switch {
	case s.Width < 1 || s.Height < 1 || s.Width > MaxWidth || s.Height > MaxHeight:
		return fmt.Errorf(msgTooLarge, MaxWidth, MaxHeight, s.Width, s.Height)
	case !(s.Rate >= 1) || s.Rate > k.MaxRate:
		return fmt.Errorf(msgRate, strings.TrimPrefix(k.Suffix, "."), k.MaxRate, s.Rate)
	case k.NeedsFFmpeg():
		_, err := Program()
		return err
	}
	return nil
}

// gif shows each frame for the same time.
type gif struct {
	*animgif.Encoder
	show time.Duration
}

func newGIF(w io.Writer, s Spec) gif {
	return gif{animgif.New(w, s.Width, s.Height), time.Duration(float64(time.Second) / s.Rate)}
}

// Add implements Encoder.
func (g gif) Add(img *image.RGBA) error { return g.Encoder.Add(img, g.show) }

// NewGIF returns an encoder that writes a GIF film to w, which need not be seekable.
func NewGIF(w io.Writer, s Spec) Encoder { return newGIF(w, s) }

// HeadFile is the destination of a WebM or MP4 film. When the film is complete, its length and the positions of its key
// frames are written into the first [FileHead] bytes of the file.
type HeadFile interface {
	io.Writer
	io.WriterAt
}

// FileHead is the number of bytes at the start of a [HeadFile] that are rewritten when the film is complete.
const FileHead = 1 << 14
