package avi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// scene returns frame n of a video: each has a different grey.
func scene(n int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 97, 53))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{uint8(10 * n)}), image.Point{}, draw.Src)
	return img
}

// written returns the file of a video with the given number of frames.
func written(t *testing.T, pictures, mostPictures int, mostBytes int64) []byte {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "x.avi"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := New(f, 97, 53, 12.5)
	e.mostPictures, e.mostBytes = mostPictures, mostBytes
	for n := range pictures {
		if err := e.Add(scene(n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// chunk is a chunk of a file: its offset and its data, which for a list excludes the list's name.
type chunk struct {
	id, form string
	at       int
	data     []byte
	in       []chunk
}

// read reads chunks, including those in lists.
func read(t *testing.T, data []byte, at int) (out []chunk) {
	t.Helper()
	for len(data) > 0 {
		if len(data) < 8 {
			t.Fatalf("%d bytes too many at %d", len(data), at)
		}
		c, n := chunk{id: string(data[:4]), at: at}, int(binary.LittleEndian.Uint32(data[4:]))
		if n > len(data)-8 {
			t.Fatalf("%s at %d has %d of %d bytes", c.id, at, len(data)-8, n)
		}
		c.data = data[8 : 8+n]
		if c.id == "RIFF" || c.id == "LIST" {
			c.form, c.data = string(c.data[:4]), c.data[4:]
			c.in = read(t, c.data, at+12)
		}
		out = append(out, c)
		n += n % 2
		data, at = data[8+n:], at+8+n
	}
	return out
}

// find returns the only chunk with an identifier, or the only list of a form.
func find(t *testing.T, list []chunk, name string) chunk {
	t.Helper()
	for _, c := range list {
		if c.id == name || c.form == name {
			return c
		}
	}
	t.Fatalf("there is no %s", name)
	return chunk{}
}

func u32(b []byte, word int) int { return int(binary.LittleEndian.Uint32(b[4*word:])) }

// shows checks that a JPEG is frame n.
func shows(t *testing.T, data []byte, n int) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("picture %d: %v", n, err)
	}
	if r, _, _, _ := img.At(40, 20).RGBA(); int(r>>8) < 10*n-2 || int(r>>8) > 10*n+2 || img.Bounds().Dx() != 97 {
		t.Errorf("picture %d is of %v, %v", n, r>>8, img.Bounds())
	}
}

// TestIndices checks that the indexes lead to the frames, whether a video has one part or several.
func TestIndices(t *testing.T) {
	for _, test := range []struct {
		pictures, most int
		bytes          int64
		parts          int
	}{{20, partPictures, partBytes, 1}, {20, 8, partBytes, 3}, {20, partPictures, 10000, 0}, {1, 8, 1, 1},
		{0, 8, partBytes, 1}} {
		data := written(t, test.pictures, test.most, test.bytes)
		riffs := read(t, data, 0)
		if test.bytes == partBytes && len(riffs) != test.parts ||
			test.bytes < partBytes && test.pictures > 1 && len(riffs) < 3 {
			t.Errorf("%+v: %d parts", test, len(riffs))
		}
		hdrl := find(t, riffs[0].in, "hdrl")
		strl := find(t, hdrl.in, "strl")
		strh, indx := find(t, strl.in, "strh").data, find(t, strl.in, "indx").data
		dmlh := find(t, find(t, hdrl.in, "odml").in, "dmlh").data
		if u32(strh, 8) != test.pictures || u32(dmlh, 0) != test.pictures || u32(strh, 6)*2 != 25*u32(strh, 5) {
			t.Errorf("%+v: the head tells of %d and %d pictures at %d/%d", test, u32(strh, 8), u32(dmlh, 0),
				u32(strh, 6), u32(strh, 5))
		}
		n := 0
		for p := range u32(indx, 1) {
			entry := indx[24+16*p:]
			ix := data[binary.LittleEndian.Uint64(entry):]
			if string(ix[:4]) != "ix00" || u32(ix, 1)+8 != u32(entry, 2) || u32(ix, 3) != u32(entry, 3) {
				t.Fatalf("%+v: index %d is %q", test, p, ix[:32])
			}
			base := int(binary.LittleEndian.Uint64(ix[20:]))
			for i := range u32(ix, 3) {
				at, size := base+u32(ix, 8+2*i), u32(ix, 9+2*i)
				shows(t, data[at:at+size], n)
				n++
			}
		}
		if n != test.pictures {
			t.Errorf("%+v: the indices have %d pictures", test, n)
		}
		checkOldIndex(t, data, riffs[0], u32(find(t, hdrl.in, "avih").data, 4))
	}
}

// checkOldIndex checks that idx1 leads to the frames of the first part.
func checkOldIndex(t *testing.T, data []byte, riff chunk, pictures int) {
	t.Helper()
	movi, idx1 := find(t, riff.in, "movi"), find(t, riff.in, "idx1").data
	if len(idx1) != 16*pictures {
		t.Fatalf("idx1 has %d pictures, avih %d", len(idx1)/16, pictures)
	}
	for i := range pictures {
		at := movi.at + 8 + u32(idx1, 4*i+2)
		if string(data[at:at+4]) != idPicture || u32(data[at:], 1) != u32(idx1, 4*i+3) {
			t.Fatalf("idx1 leads picture %d to %q", i, data[at:at+8])
		}
		shows(t, data[at+8:at+8+u32(idx1, 4*i+3)], i)
	}
}

// full is a writer that always fails.
type full struct{ io.Seeker }

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestErrors(t *testing.T) {
	if New(full{}, 70000, 2, 25).Close() == nil || New(full{}, 2, 2, 0).Close() == nil {
		t.Error("an impossible film")
	}
	e := New(full{}, 97, 54, 25)
	if e.Add(scene(0)) == nil || e.Close() == nil {
		t.Error("a full disk is not told of")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "x.avi"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e = New(f, 97, 54, 25)
	if e.Add(scene(0)) == nil || e.Close() == nil {
		t.Error("a picture of another size is taken")
	}
	e = New(f, 97, 53, 25)
	e.mostPictures = 1
	for range maxParts + 1 {
		e.Add(scene(0))
	}
	if e.Close() == nil {
		t.Error("a film has more parts than the head has room for")
	}
}
