package film

import (
	"image"
	"path/filepath"

	"fragscope/formats/base/whole"
)

// File is a film being written. Until the film is complete, it is stored in a temporary file next to its final
// location.
type File struct {
	f    *whole.File
	kind Kind
	enc  Encoder
}

// Create starts a film of kind k in a temporary file in the folder dir. The caller must finish the film with Rename or
// SaveNew, or abandon it with Discard.
func Create(dir string, k Kind, s Spec) (*File, error) {
	if err := k.Check(s); err != nil {
		return nil, err
	}
	f, err := whole.Create(dir, k.Suffix)
	if err != nil {
		return nil, err
	}
	out := &File{f: f, kind: k}
	if k.own != nil {
		out.enc = k.own(f, s)
		return out, nil
	}
	p, err := start(f.Name(), k, s)
	if err != nil {
		f.Discard()
		return nil, err
	}
	f.OnDiscard(p.abandon)
	out.enc = p
	return out, nil
}

// Add implements Encoder.
func (f *File) Add(img *image.RGBA) error { return f.enc.Add(img) }

// finish ends the film and checks that other programs have written it completely. If that fails, the file is
// removed.
func (f *File) finish() error {
	err := f.enc.Close()
	if err == nil && f.kind.NeedsFFmpeg() {
		err = checkWhole(f.f.File, f.kind)
	}
	if err != nil {
		f.f.Discard()
	}
	return err
}

// Rename completes the film and moves it to name, replacing any existing file.
func (f *File) Rename(name string) error {
	if err := f.finish(); err != nil {
		return err
	}
	return f.f.Replace(name)
}

// SaveNew completes the film and saves it in dir as name followed by the suffix for its kind. If that file exists, a
// number is added to the name. SaveNew returns the path of the file.
func (f *File) SaveNew(dir, name string) (string, error) {
	if err := f.finish(); err != nil {
		return "", err
	}
	return f.f.PlaceNumbered(dir, name, filepath.Ext(f.f.Name()))
}

// Discard abandons the film and removes its file. It may be called from any goroutine.
func (f *File) Discard() { f.f.Discard() }
