// Package platform is the environment of the program: the window's desktop, with its dialogs and clipboard.
package platform

import (
	"errors"
	"image"
	"os"

	"fragscope/formats/base/whole"
	"fragscope/viewer/film"
	"fragscope/viewer/link"
)

type Platform interface {
	Fullscreen() bool
	SetFullscreen(bool)
	SetTitle(string)
	// Raise brings the window to the front, or asks for the user's attention if programs may not do that. The token
	// is what the desktop gave the program that was started for it; it may be empty.
	Raise(token string)
	// OpenFile and OpenFolder ask the user. They block until he answers and return "" if he chose nothing.
	OpenFile(title, dir string) (string, error)
	OpenFolder(title, dir string) (string, error)
	CopyText(string) error
	// PasteText returns the text in the clipboard.
	PasteText() (string, error)
	CopyPNG([]byte) error
	// SavePNG saves a picture under a name (without extension) that is made unique. The folder is the one in which
	// the user wants pictures, if there are folders. SavePNG returns where the picture is.
	SavePNG(dir, name string, data []byte) (where string, err error)
	// FilmKinds returns the kinds of films that can be saved, the most useful first.
	FilmKinds() []film.Kind
	// Film begins a film. Once complete, it is saved like a picture.
	Film(dir, name string, k film.Kind, s film.Spec) (Film, error)
	// SaveFile asks the user for a place, suggesting a folder and name, and saves a file there. It blocks until he
	// answers and returns "" if he chose nothing.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}

// Film is a film being written. It is used on one goroutine.
type Film interface {
	Add(*image.RGBA) error
	// Save ends the film and returns where it is.
	Save() (where string, err error)
	// Discard gives the film up; nothing of it remains.
	Discard()
}

// Narrator is a platform that tells screen readers what is shown, and provides plain buttons for what can be done.
type Narrator interface {
	// Narrate sets what is shown now, and says aloud what has changed; aloud may be empty.
	Narrate(now, aloud string)
	// Offer replaces the buttons. use is called, on any goroutine, with the index of the button that was pressed.
	Offer(list []Button, use func(int))
}

// Linker is a platform on which what is shown has an address.
type Linker interface {
	Link(m link.Moment) string
}

// Button is a plain button.
type Button struct {
	Group, Name, Hint string
	// Switch is set for a button that switches something, and On while that is on.
	Switch, On bool
}

// None returns the platform for pictures, which does nothing.
func None() Platform { return none{} }

type none struct{}

var errNone = errors.New(msgNoDesktop)

func (none) Fullscreen() bool                          { return false }
func (none) SetFullscreen(bool)                        {}
func (none) SetTitle(string)                           {}
func (none) Raise(string)                              {}
func (none) OpenFile(string, string) (string, error)   { return "", errNone }
func (none) OpenFolder(string, string) (string, error) { return "", errNone }
func (none) CopyText(string) error                     { return errNone }
func (none) PasteText() (string, error)                { return "", errNone }
func (none) CopyPNG([]byte) error                      { return errNone }

func (none) FilmKinds() []film.Kind { return nil }

func (none) Film(string, string, film.Kind, film.Spec) (Film, error) { return nil, errNone }

func (none) SavePNG(string, string, []byte) (string, error) { return "", errNone }

func (none) SaveFile(string, string, string, []byte) (string, error) { return "", errNone }

// NewFilm begins a film in a folder, which is created if necessary.
func NewFilm(dir, name string, k film.Kind, s film.Spec) (Film, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := film.Create(dir, k, s)
	if err != nil {
		return nil, err
	}
	return &filmFile{f, dir, name}, nil
}

// filmFile is a film in a file that gets an unused name.
type filmFile struct {
	*film.File
	dir, name string
}

// Save implements Film.
func (f *filmFile) Save() (string, error) { return f.SaveNew(f.dir, f.name) }

// WriteNew writes a picture to a new file. If the name is taken, a number is appended.
func WriteNew(dir, name string, data []byte) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	f, err := whole.Create(dir, "")
	if err != nil {
		return "", err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return "", err
	}
	return f.PlaceNumbered(dir, name, ".png")
}
