package load

import (
	"bytes"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/formats/clip"
	"fragscope/formats/codec"
	"fragscope/sim/recording"
)

// Clip returns a new demo that contains only the section of the given demo between the recording times from and to.
func Clip(demo *formats.Demo, from, to time.Duration) ([]byte, error) {
	var out bytes.Buffer
	err := fault.Guard(func() error {
		_, err := clip.Cut(&out, demo, from, to)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// ClipMember is like [Clip], but reads the demo at path. If path is an archive, name selects the demo in the archive.
func ClipMember(path, name string, from, to time.Duration) ([]byte, error) {
	demo, err := formats.OpenMember(path, name)
	if err != nil {
		return nil, err
	}
	return Clip(demo, from, to)
}

// Data returns the unpacked contents of the demo at path. If path is an archive, name selects the demo in the archive.
func Data(path, name string) ([]byte, error) {
	demo, err := formats.OpenMember(path, name)
	if err != nil {
		return nil, err
	}
	return demo.Data, nil
}

// ClipExtension returns the file name extension, including the dot, for clips of the demo with the given name.
func ClipExtension(name string) string {
	return clip.Extension(&formats.Demo{Name: name, Format: formats.FormatByName(name)})
}

// extension returns the file name extension, with its dot, of a format's demos.
func extension(f *codec.Codec, r *recording.Recording) string {
	if p := r.Header().Protocol; p > 0 && f != nil && f.Extension != nil {
		return "." + f.Extension(p)
	}
	return "." + f.String()
}
