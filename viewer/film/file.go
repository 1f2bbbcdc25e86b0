package film

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a film that is being written, in a file of its own beside the place where it is to be when it is whole.
type File struct {
	f   *os.File
	enc Encoder
}

// TempPattern is the name of files that are not whole yet, but for the suffix.
const TempPattern = ".fragscope-*"

// Create begins a film of a kind in a folder. It ends with Rename or SaveNew, or with Discard.
func Create(dir string, k Kind, s Spec) (*File, error) {
	if err := k.Check(s); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, TempPattern+k.Suffix)
	if err != nil {
		return nil, err
	}
	out := &File{f: f}
	if k.own != nil {
		out.enc = k.own(f, s)
		return out, nil
	}
	if out.enc, err = start(f.Name(), k, s); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return out, nil
}

// Add implements Encoder.
func (f *File) Add(img *image.RGBA) error { return f.enc.Add(img) }

// finish ends the film. Where that fails there is no file any more.
func (f *File) finish() error {
	err := errors.Join(f.enc.Close(), f.f.Chmod(0o644), f.f.Close())
	if err != nil {
		os.Remove(f.f.Name())
	}
	return err
}

// Rename ends the film and gives it its name; a file of that name is replaced.
func (f *File) Rename(name string) error {
	if err := f.finish(); err != nil {
		return err
	}
	err := os.Rename(f.f.Name(), name)
	if err != nil {
		os.Remove(f.f.Name())
	}
	return err
}

// SaveNew ends the film and gives it a name, without its suffix, that no file has: where it is taken, one with a number behind it. It
// returns that name.
func (f *File) SaveNew(dir, name string) (string, error) {
	if err := f.finish(); err != nil {
		return "", err
	}
	temp, suffix := f.f.Name(), filepath.Ext(f.f.Name())
	for n := 1; n < 10000; n++ {
		file := filepath.Join(dir, name+suffix)
		if n > 1 {
			file = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, suffix))
		}
		// The name is taken first, so that nothing is replaced; the empty file is, at once.
		taken, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = errors.Join(taken.Close(), os.Rename(temp, file))
			if err != nil {
				os.Remove(file)
			}
		}
		if err != nil {
			os.Remove(temp)
			return "", err
		}
		return file, nil
	}
	os.Remove(temp)
	return "", fmt.Errorf(msgTooManyFilms, dir)
}

// Discard gives the film up; nothing of it stays. It may be called from any goroutine.
func (f *File) Discard() {
	if p, ok := f.enc.(*ffmpeg); ok {
		p.abandon()
	}
	f.f.Close()
	os.Remove(f.f.Name())
}
