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

// Clip is a part of a demo as a demo of its own, by the times of its recording.
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

// ClipMember is Clip of the demo at a path, or of the one called name of the archive there.
func ClipMember(path, name string, from, to time.Duration) ([]byte, error) {
	demo, err := formats.OpenMember(path, name)
	if err != nil {
		return nil, err
	}
	return Clip(demo, from, to)
}

// Data is the demo at a path, or the one called name of the archive there, as it is, unpacked.
func Data(path, name string) ([]byte, error) {
	demo, err := formats.OpenMember(path, name)
	if err != nil {
		return nil, err
	}
	return demo.Data, nil
}

// ClipExtension is that of the file name of clips of the demo of a recording's name, with its dot.
func ClipExtension(name string) string {
	return clip.Extension(&formats.Demo{Name: name, Format: formats.FormatByName(name)})
}

// extension is that of the file name of a demo of a format, with its dot.
func extension(f *codec.Codec, r *recording.Recording) string {
	if p := r.Header().Protocol; p > 0 && f != nil && f.Extension != nil {
		return "." + f.Extension(p)
	}
	return "." + f.String()
}
