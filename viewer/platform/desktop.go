package platform

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/formats/base/whole"
	"fragscope/sim/load"
	"fragscope/viewer/film"
	_ "fragscope/viewer/platform/nogamepad"
)

// Desktop is the platform for a window on a desktop.
type Desktop struct {
	once sync.Once
	ask  chan func()
}

// Fullscreen reports whether the window fills the screen.
func (*Desktop) Fullscreen() bool { return ebiten.IsFullscreen() }

// SetFullscreen sets whether the window fills the screen.
func (*Desktop) SetFullscreen(on bool) { ebiten.SetFullscreen(on) }

// SetTitle sets the title of the window.
func (*Desktop) SetTitle(s string) { ebiten.SetWindowTitle(s) }

// Raise brings the window to the front. If another program requested this, token is the activation token that the
// desktop issued to that program; otherwise it is empty.
func (*Desktop) Raise(token string) {
	if ebiten.IsWindowMinimized() {
		ebiten.RestoreWindow()
	}
	// A floating window is placed above all others, and stays there when it is no longer floating.
	ebiten.SetWindowFloating(true)
	ebiten.SetWindowFloating(false)
	activate(token)
	if !ebiten.IsFocused() {
		ebiten.RequestAttention()
	}
}

// dialog runs f on the goroutine that shows dialogs. There is only one, because toolkits require a single thread.
func (d *Desktop) dialog(f func() (string, error)) (string, error) {
	d.once.Do(func() {
		d.ask = make(chan func())
		go func() {
			runtime.LockOSThread()
			for f := range d.ask {
				f()
			}
		}()
	})
	var s string
	err := errors.New(msgNoAnswer)
	done := make(chan struct{})
	d.ask <- func() {
		defer close(done)
		s, err = f()
	}
	<-done
	return s, err
}

// question describes a dialog for a file or a folder.
type question struct {
	title, dir string
	name       string // for a file to be saved
	folder     bool
	filters    []filter
}

// filter selects files by their extensions, without dots; "*" stands for all files.
type filter struct {
	name       string
	extensions []string
}

// OpenFile asks the user to choose a file and returns its path. The dialog lists files with the given extensions. If
// none are given, it lists demos.
func (d *Desktop) OpenFile(title, dir string, extensions ...string) (string, error) {
	return d.dialog(func() (string, error) {
		return choose(question{title: title, dir: dir, filters: filtersOf(extensions)})
	})
}

// filtersOf returns the filters for files with one of the extensions, or for demos if there are none.
func filtersOf(extensions []string) []filter {
	first := filter{"Demos", append(load.Extensions(), "gz", "zip", "pk3")}
	if len(extensions) > 0 {
		first = filter{"*." + strings.Join(extensions, ", *."), extensions}
	}
	return []filter{first, {"All files", []string{"*"}}}
}

// OpenFolder asks the user to choose a folder and returns its path.
func (d *Desktop) OpenFolder(title, dir string) (string, error) {
	return d.dialog(func() (string, error) { return choose(question{title: title, dir: dir, folder: true}) })
}

// SaveFile writes data to a file chosen by the user.
func (d *Desktop) SaveFile(title, dir, name string, data []byte) (string, error) {
	file, err := d.dialog(func() (string, error) { return choose(question{title: title, dir: dir, name: name}) })
	if file == "" || err != nil {
		return "", err
	}
	return file, whole.Write(file, data)
}

// tool is a program that copies its standard input to the clipboard, or the clipboard to its standard output.
type tool struct {
	name string
	args []string
}

var errNoTool = errors.New(msgNoClipboardTool)

// CopyText copies s to the clipboard.
func (*Desktop) CopyText(s string) error {
	return copyWith([]byte(s), map[string][]tool{
		"windows": {{"clip", nil}},
		"darwin":  {{"pbcopy", nil}},
		"": {{"wl-copy", nil}, {"xclip", []string{"-selection", "clipboard"}},
			{"xsel", []string{"--clipboard", "--input"}}},
	})
}

// PasteText returns the text on the clipboard.
func (*Desktop) PasteText() (string, error) {
	cmd, err := clipboard(map[string][]tool{
		"windows": {{"powershell", []string{"-NoProfile", "-Command", "Get-Clipboard"}}},
		"darwin":  {{"pbpaste", nil}},
		"": {{"wl-paste", []string{"--no-newline"}}, {"xclip", []string{"-selection", "clipboard", "-o"}},
			{"xsel", []string{"--clipboard", "--output"}}},
	})
	if err != nil {
		return "", err
	}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	return strings.TrimRight(string(out), "\r\n"), nil
}

// CopyPNG copies a PNG image to the clipboard.
func (*Desktop) CopyPNG(data []byte) error {
	switch runtime.GOOS {
	case "windows":
		return copyFile(data, func(file string) *exec.Cmd {
			return exec.Command("powershell", "-NoProfile", "-STA", "-Command",
				"Add-Type -AssemblyName System.Windows.Forms,System.Drawing; $i=[System.Drawing.Image]::FromFile($args[0]); [System.Windows.Forms.Clipboard]::SetImage($i); $i.Dispose()",
				file)
		})
	case "darwin":
		return copyFile(data, func(file string) *exec.Cmd {
			return exec.Command("osascript", "-e", "on run argv", "-e",
				"set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)", "-e", "end run", file)
		})
	}
	return copyWith(data, map[string][]tool{
		"": {{"wl-copy", []string{"--type", "image/png"}},
			{"xclip", []string{"-selection", "clipboard", "-t", "image/png"}}},
	})
}

// SavePNG writes a PNG image to a new file.
func (*Desktop) SavePNG(dir, name string, data []byte) (string, error) {
	return WriteNew(dir, name, data)
}

// FilmKinds returns all kinds of film, most useful first.
func (*Desktop) FilmKinds() []film.Kind { return film.Kinds() }

// Film starts writing a film to a new file in dir.
func (*Desktop) Film(dir, name string, k film.Kind, s film.Spec) (Film, error) {
	return NewFilm(dir, name, k, s)
}

func copyWith(data []byte, tools map[string][]tool) error {
	cmd, err := clipboard(tools)
	if err != nil {
		return err
	}
	cmd.Stdin = bytes.NewReader(data)
	// The program keeps running to serve what was copied; Run waits only until it has taken the data.
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	return nil
}

// clipboard returns the first of this system's clipboard programs that is installed.
func clipboard(tools map[string][]tool) (*exec.Cmd, error) {
	list, ok := tools[runtime.GOOS]
	if !ok {
		list = tools[""]
	}
	var names []string
	for _, t := range list {
		names = append(names, t.name)
		if strings.HasPrefix(t.name, "wl-") && os.Getenv("WAYLAND_DISPLAY") == "" {
			continue
		}
		if path, err := exec.LookPath(t.name); err == nil {
			return exec.Command(path, t.args...), nil
		}
	}
	return nil, fmt.Errorf("%w (%s)", errNoTool, strings.Join(names, ", "))
}

// copyFile stores a picture in a file and passes the file to a program that copies it.
func copyFile(data []byte, command func(file string) *exec.Cmd) error {
	f, err := os.CreateTemp("", "fragscope-*.png")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return command(f.Name()).Run()
}
