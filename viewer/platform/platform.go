// Package platform provides what the program needs from the system around its window, such as file dialogs and the
// clipboard.
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
	// Raise brings the window to the front or, if the desktop does not allow that, requests the user's attention. token
	// is the activation token that the desktop issued to the program that made the request; it may be empty.
	Raise(token string)
	// OpenFile and OpenFolder ask the user for a file or folder. They block until the user answers, and return "" if
	// nothing was chosen. OpenFile lists files with the given extensions or, if there are none, demos.
	OpenFile(title, dir string, extensions ...string) (string, error)
	OpenFolder(title, dir string) (string, error)
	CopyText(string) error
	// PasteText returns the text on the clipboard.
	PasteText() (string, error)
	CopyPNG([]byte) error
	// SavePNG saves a PNG image and returns its location. name has no extension; SavePNG makes it unique. On platforms
	// with folders, dir is the user's folder for pictures.
	SavePNG(dir, name string, data []byte) (where string, err error)
	// FilmKinds returns the kinds of films that can be saved, most useful first.
	FilmKinds() []film.Kind
	// Film starts a film. When complete, it is saved in the same way as an image.
	Film(dir, name string, k film.Kind, s film.Spec) (Film, error)
	// SaveFile saves data to a file that the user chooses in a dialog, which suggests a folder and a name. It blocks
	// until the user answers, and returns "" if nothing was chosen.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}

// Film is a film being written. It must be used on a single goroutine.
type Film interface {
	Add(*image.RGBA) error
	// Save completes the film and returns its location.
	Save() (where string, err error)
	// Discard abandons the film and removes anything already written.
	Discard()
}

// Narrator is implemented by platforms that support screen readers. A Narrator presents a description of what is shown,
// and the available actions as plain buttons.
type Narrator interface {
	// Narrate replaces the description of what is shown with the text now. It also announces the changes, which are
	// described by the text aloud; aloud may be empty.
	Narrate(now, aloud string)
	// Offer replaces the buttons. When a button is pressed, use is called with its index, on any goroutine.
	Offer(list []Button, use func(int))
}

// Linker is implemented by platforms, such as web pages, on which each moment of a demo has an address.
type Linker interface {
	Link(m link.Moment) string
}

// Button is a plain button for screen readers.
type Button struct {
	Group, Name, Hint string
	// Switch is set if the button is a switch, and On if the switch is on.
	Switch, On bool
}

// ErrNoDialog indicates that the desktop cannot show a dialog. Use [errors.Is] to test for it.
var ErrNoDialog = errors.New(msgNoDialog)

// noDialogError is the reason why the desktop cannot show a dialog.
type noDialogError string

func (e noDialogError) Error() string { return string(e) }

// Is reports whether target is [ErrNoDialog].
func (noDialogError) Is(target error) bool { return target == ErrNoDialog }

// None returns a platform that does nothing. It is used for drawing offscreen.
func None() Platform { return none{} }

type none struct{}

var errNone = errors.New(msgNoDesktop)

func (none) Fullscreen() bool                                   { return false }
func (none) SetFullscreen(bool)                                 {}
func (none) SetTitle(string)                                    {}
func (none) Raise(string)                                       {}
func (none) OpenFile(string, string, ...string) (string, error) { return "", errNone }
func (none) OpenFolder(string, string) (string, error)          { return "", errNone }
func (none) CopyText(string) error                              { return errNone }
func (none) PasteText() (string, error)                         { return "", errNone }
func (none) CopyPNG([]byte) error                               { return errNone }

func (none) FilmKinds() []film.Kind { return nil }

func (none) Film(string, string, film.Kind, film.Spec) (Film, error) { return nil, errNone }

func (none) SavePNG(string, string, []byte) (string, error) { return "", errNone }

func (none) SaveFile(string, string, string, []byte) (string, error) { return "", errNone }

// NewFilm starts a film of kind k in the folder dir, which it creates if necessary. The film is saved as name followed
// by the suffix for k. If that file exists, a number is added to the name.
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

// filmFile is a film written to a file with an unused name.
type filmFile struct {
	*film.File
	dir, name string
}

// Save implements Film.
func (f *filmFile) Save() (string, error) { return f.SaveNew(f.dir, f.name) }

// WriteNew writes data, a PNG image, to a new file in the folder dir, which it creates if necessary. The file is saved
// as name followed by ".png". If that file exists, a number is added to the name. WriteNew returns the path of the
// file.
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
