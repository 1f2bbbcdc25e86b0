package viewer

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
	"github.com/adrg/xdg"
)

// shotRequest is a picture that is asked for.
type shotRequest struct {
	panels bool // the window, not the map only
	copy   bool // to the clipboard, not into a file
}

// shoot takes a picture when the next frame is drawn.
func (a *app) shoot(r shotRequest) { a.shots = append(a.shots, r) }

// takeShots takes the pictures that were asked for.
func (a *app) takeShots() {
	for _, r := range a.shots {
		img := a.picture(r.panels)
		name, dir := a.shotName(), a.shotDir()
		a.work.Go(func() {
			data, err := encodePNG(img)
			text := ""
			switch {
			case err != nil:
			case r.copy:
				if err = a.desk.CopyPNG(data); err == nil {
					text = "The picture is in the clipboard."
				}
			default:
				var file string
				if file, err = a.desk.SavePNG(dir, name, data); err == nil {
					text = "Picture saved: " + file
				}
			}
			a.tell(func() {
				if err != nil {
					a.warn("The picture could not be kept: " + reason(err) + ".")
				} else {
					a.say(text)
				}
			})
		})
	}
	a.shots = a.shots[:0]
}

// tell posts f, unless so much waits that nobody listens any more.
func (a *app) tell(f func()) {
	select {
	case a.later <- f:
	case <-time.After(5 * time.Second):
	}
}

// picture is the window, or the map only, without messages and hints.
func (a *app) picture(panels bool) *image.RGBA {
	img := a.canvas.Picture(a.width, a.height, a.scale, func(*ink.Canvas) {
		if !panels {
			a.drawMap()
			a.paintLayer(layerCenter)
			return
		}
		for i := range layerNotice {
			if i != layerHover {
				a.paintLayer(i)
			}
		}
	})
	if panels {
		return opaque(img)
	}
	m := a.frame.Map
	px := func(v float32) int { return int(v*a.scale + 0.5) }
	return opaque(img.SubImage(image.Rect(px(m.X), px(m.Y), px(m.Right()), px(m.Bottom()))).(*image.RGBA))
}

// opaque leaves out the transparency that rounding brings into a picture that is painted all over.
func opaque(img *image.RGBA) *image.RGBA {
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	err := enc.Encode(&b, img)
	return b.Bytes(), err
}

// shotName is the name of a picture without its extension: demo and time.
func (a *app) shotName() string {
	if a.demo == nil {
		return "fragscope"
	}
	base := a.demo.name()
	base = strings.TrimSuffix(base, filepath.Ext(base))
	base = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, base)
	t := a.play.Position()
	return fmt.Sprintf("%s-%02d.%02d.%03d", base, int(t.Minutes()), int(t.Seconds())%60, t.Milliseconds()%1000)
}

func (a *app) shotDir() string {
	if a.set.Screenshots != "" {
		return a.set.Screenshots
	}
	if dir := xdg.UserDirs.Pictures; dir != "" {
		return filepath.Join(dir, "Fragscope")
	}
	return filepath.Join(xdg.Home, "Fragscope")
}

// writeNew writes a file that was not there before: where the name is taken, one
// with a number behind it.
func writeNew(dir, name string, data []byte) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for n := 1; n < 10000; n++ {
		file := filepath.Join(dir, name+".png")
		if n > 1 {
			file = filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, n))
		}
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if e := f.Close(); err == nil {
			err = e
		}
		return file, err
	}
	return "", fmt.Errorf("%s: too many pictures of that name", dir)
}

// copyPosition copies the command that opens this demo at this time.
func (a *app) copyPosition() {
	path := a.demo.path
	if a.demo.member != "" {
		path += ":" + a.demo.member
	}
	line := "fragscope " + quote(path) + " --at " + panel.FormatExact(a.play.Position())
	if pl := a.followed(); pl != nil {
		line += " --follow " + quote(pl.Profile.Name.Plain)
	}
	go func() {
		err := a.desk.CopyText(line)
		a.tell(func() {
			if err != nil {
				a.warn("The clipboard cannot be reached (" + reason(err) + "). The line is: " + line)
				return
			}
			a.say("Copied: " + line)
		})
	}()
}

// quote makes one argument of a shell's command line of s.
func quote(s string) string {
	safe := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+:,@%=", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	return shellQuote(s)
}
