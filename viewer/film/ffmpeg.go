package film

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// ErrNoFFmpeg is returned if a film requires ffmpeg but ffmpeg is not installed.
var ErrNoFFmpeg = errors.New(msgNoFFmpeg)

// Program returns the path of ffmpeg, or [ErrNoFFmpeg] if it is not installed.
func Program() (string, error) {
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", ErrNoFFmpeg
	}
	return filepath.Abs(path)
}

// ffmpeg is the program while it writes a film.
type ffmpeg struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	said remark
	name string        // of the file being written
	gone atomic.Bool   // it has been waited for
	done chan struct{} // closed when it has ended
}

// start runs ffmpeg to write a film over a file, whose suffix determines the format.
func start(name string, k Kind, s Spec) (*ffmpeg, error) {
	program, err := Program()
	if err != nil {
		return nil, err
	}
	if name, err = filepath.Abs(name); err != nil { // a leading dash would make it an option
		return nil, err
	}
	f := &ffmpeg{name: name, done: make(chan struct{})}
	f.cmd = exec.Command(program, arguments(name, k, s)...)
	f.cmd.Stderr = &f.said
	f.cmd.Stdout = &f.said // a confined process may not write to the null device
	withoutConsole(f.cmd)
	if f.in, err = f.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := startBound(f.cmd, f.done); err != nil {
		return nil, fmt.Errorf(msgFFmpegNotStarted, err)
	}
	giveWay(f.cmd)
	return f, nil
}

// arguments returns the arguments for raw frames on standard input. Known kinds use HDTV colours, and are marked as
// such, so that players do not have to guess the colours from the size.
func arguments(name string, k Kind, s Spec) []string {
	args := []string{"-hide_banner", "-loglevel", "error", "-nostats", "-y",
		"-f", "rawvideo", "-pixel_format", "rgba", "-video_size", fmt.Sprintf("%dx%d", s.Width, s.Height), "-framerate",
		fmt.Sprintf("%g", s.Rate), "-i", "pipe:0", "-an"}
	if k.ffmpeg == nil {
		return append(args, name)
	}
	filter := "scale=out_color_matrix=bt709:out_range=tv"
	odd := s.Width%2 != 0 || s.Height%2 != 0
	// a row or column less, as players know no other colours
	if odd && s.Width > 1 && s.Height > 1 && slices.Contains(k.ffmpeg, lossy[1]) {
		odd = false
		filter = fmt.Sprintf("crop=%d:%d:0:0,", s.Width&^1, s.Height&^1) + filter
	}
	args = append(args, "-vf", filter, "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
		"-color_range", "tv")
	for _, a := range k.ffmpeg {
		if odd { // such a size is only possible with a colour for each pixel
			a = strings.NewReplacer("yuv420p", "yuv444p", "yuv422p10le", "yuv444p10le", "hq", "4444").Replace(a)
		}
		args = append(args, a)
	}
	return append(args, name)
}

// Add implements Encoder.
func (f *ffmpeg) Add(img *image.RGBA) error {
	b := img.Bounds()
	var err error
	for y := b.Min.Y; y < b.Max.Y && err == nil; y++ {
		if img.Stride == 4*b.Dx() { // all rows at once
			_, err = f.in.Write(img.Pix[img.PixOffset(b.Min.X, y):][:4*b.Dx()*b.Dy()])
			break
		}
		_, err = f.in.Write(img.Pix[img.PixOffset(b.Min.X, y):][:4*b.Dx()])
	}
	if err == nil {
		return nil
	}
	if e := f.Close(); e != nil { // the reason why it stopped reading
		return e
	}
	return err
}

// Close implements Encoder.
func (f *ffmpeg) Close() error {
	if f.gone.Swap(true) {
		return nil
	}
	defer close(f.done)
	err := f.in.Close()
	if e := f.cmd.Wait(); e != nil || len(f.said.text) > 0 { // its exit status may be 0 when the disk is full
		return fmt.Errorf("ffmpeg: %s", f.said.first(cmp.Or(e, errCutShort), f.name))
	}
	return err
}

// abandon kills ffmpeg.
func (f *ffmpeg) abandon() {
	if !f.gone.Swap(true) {
		f.cmd.Process.Kill()
		f.in.Close()
		f.cmd.Wait()
		close(f.done)
	}
}

// remark keeps the start of the text written to it.
type remark struct{ text []byte }

// Write implements io.Writer.
func (r *remark) Write(p []byte) (int, error) {
	const most = 2048
	r.text = append(r.text, p[:min(len(p), most-len(r.text))]...)
	return len(p), nil
}

// context matches the prefix of ffmpeg's messages: the component and its address.
var context = regexp.MustCompile(`^(\[[^]]* @ 0x[0-9a-f]+\] *)+`)

// first returns the first line, which names the cause of those after it, or the text of err if there is none. name
// is the name of a file that the user does not know.
func (r *remark) first(err error, name string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(r.text)), "\n")
	if line = strings.TrimSpace(context.ReplaceAllString(line, "")); line == "" {
		return err.Error()
	}
	return strings.ReplaceAll(line, name, "the film")
}
