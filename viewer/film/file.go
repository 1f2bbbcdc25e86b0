package film

import (
	"image"
	"path/filepath"

	"fragscope/formats/base/whole"
)

// File is a film that is being written, in a file of its own beside the place where it is to be when it is whole.
type File struct {
	f    *whole.File
	kind Kind
	enc  Encoder
}

// Create begins a film of a kind in a folder. It ends with Rename or SaveNew, or with Discard.
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

// finish ends the film, and checks that what others wrote is all there. Where that fails there is no file any more.
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

// Rename ends the film and gives it its name; a file of that name is replaced.
func (f *File) Rename(name string) error {
	if err := f.finish(); err != nil {
		return err
	}
	return f.f.Replace(name)
}

// SaveNew ends the film and gives it a name, without its suffix, that no file has: where it is taken, one with a number behind it. It
// returns that name.
func (f *File) SaveNew(dir, name string) (string, error) {
	if err := f.finish(); err != nil {
		return "", err
	}
	return f.f.PlaceNumbered(dir, name, filepath.Ext(f.f.Name()))
}

// Discard gives the film up; nothing of it stays. It may be called from any goroutine.
func (f *File) Discard() { f.f.Discard() }
