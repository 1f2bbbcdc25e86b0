// Package platform is what is around the program: the window's desktop with its dialogs and its clipboard.
package platform

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	// SaveFile asks the user for a place, which begins as a name in a folder, and keeps a file there; it blocks until he answered, and
	// returns "" where he chose nothing.
	SaveFile(title, dir, name string, data []byte) (where string, err error)
}

// Narrator is a platform that tells screen readers what is shown, and gives them plain buttons for what can be done.
type Narrator interface {
	// Narrate says what is shown now, and aloud what has changed; aloud may be empty.
	Narrate(now, aloud string)
	// Offer shows buttons in the place of those before. use is called, on any goroutine, with the place in the list of the one that was
	// pressed.
	Offer(list []Button, use func(int))
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

var errNone = errors.New("there is no desktop")

func (none) Fullscreen() bool                          { return false }
func (none) SetFullscreen(bool)                        {}
func (none) SetTitle(string)                           {}
func (none) Raise(string)                              {}
func (none) OpenFile(string, string) (string, error)   { return "", errNone }
func (none) OpenFolder(string, string) (string, error) { return "", errNone }
func (none) CopyText(string) error                     { return errNone }
func (none) PasteText() (string, error)                { return "", errNone }
func (none) CopyPNG([]byte) error                      { return errNone }

func (none) SavePNG(string, string, []byte) (string, error) { return "", errNone }

func (none) SaveFile(string, string, string, []byte) (string, error) { return "", errNone }

// WriteNew writes a file that was not there before: where the name is taken, one
// with a number behind it.
func WriteNew(dir, name string, data []byte) (string, error) {
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
