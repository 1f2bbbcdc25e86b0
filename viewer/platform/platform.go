// Package platform is what is around the program: the window's desktop with its dialogs and its clipboard.
package platform

import (
	"errors"
	"image"
	"os"

	"fragscope/formats/base/whole"
	"fragscope/viewer/film"
	"fragscope/viewer/link"
)

// Platform is the desktop around the window.
type Platform interface {
	Fullscreen() bool
	SetFullscreen(bool)
	SetTitle(string)
	// Raise brings the window to the front, or asks the user to look at it where programs may not.
	// Token is what the desktop gave the program that was started for it; it may be empty.
	Raise(token string)
	// OpenFile and OpenFolder ask the user; they block until he answered and
	// return "" where he chose nothing.
	OpenFile(title, dir string) (string, error)
	OpenFolder(title, dir string) (string, error)
	CopyText(string) error
	// PasteText is the text in the clipboard.
	PasteText() (string, error)
	CopyPNG([]byte) error
	// SavePNG keeps a picture under a name (without extension) that nothing else has; the folder is
	// where the user wants pictures, if there are folders. It says where the picture is.
	SavePNG(dir, name string, data []byte) (where string, err error)
	// FilmKinds are the kinds of films that can be saved, the most useful first.
	FilmKinds() []film.Kind
	// Film begins a film, which is kept as a picture is when it is whole.
	Film(dir, name string, k film.Kind, s film.Spec) (Film, error)
	// SaveFile asks the user for a place, which begins as a name in a folder, and keeps a file there; it blocks until he answered, and
	// returns "" where he chose nothing.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}

// Film is a film that is being written. It is used on one goroutine.
type Film interface {
	Add(*image.RGBA) error
	// Save ends the film and says where it is.
	Save() (where string, err error)
	// Discard gives the film up; nothing of it stays.
	Discard()
}

// Narrator is a platform that tells screen readers what is shown, and gives them plain buttons for what can be done.
type Narrator interface {
	// Narrate says what is shown now, and aloud what has changed; aloud may be empty.
	Narrate(now, aloud string)
	// Offer shows buttons in the place of those before. use is called, on any goroutine, with the place in the list of the one that was
	// pressed.
	Offer(list []Button, use func(int))
}

// Linker is a platform on which what is shown has an address.
type Linker interface {
	Link(m link.Moment) string
}

// Button is a plain button.
type Button struct {
	Group, Name, Hint string
	// Switch is set for a button that switches something, On while that is on.
	Switch, On bool
}

// None is the platform of pictures: there is none.
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

// NewFilm begins a film in a folder, which is made where there is none.
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

// filmFile is a film in a file that gets a name which nothing else has.
type filmFile struct {
	*film.File
	dir, name string
}

// Save implements Film.
func (f *filmFile) Save() (string, error) { return f.SaveNew(f.dir, f.name) }

// WriteNew writes a picture that was not there before: where the name is taken, it gets one with a number behind it.
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
