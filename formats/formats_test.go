package formats

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

func le32(values ...uint32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// demBlocks are two .dem blocks: length, three view angles, message bytes.
func demBlocks() []byte {
	angle := math.Float32bits(90)
	return join(
		le32(3, 0, angle, 0), []byte{1, 1, 1}, // three nops
		le32(1, 0, angle, 0), []byte{1},
	)
}

func qwdBlocks() []byte {
	return join(
		le32(0), []byte{1}, le32(9, 1, 1), []byte{1}, // time 0, server packet: sequences and a nop
		le32(math.Float32bits(0.5)), []byte{2}, le32(7, 7), // set sequences
		le32(math.Float32bits(0.6)), []byte{0}, make([]byte, 36), // user command and view angles
	)
}

func mvdBlocks() []byte {
	return join(
		[]byte{0, 6}, le32(5), []byte{11}, le32(28), // to all: serverdata, protocol 28
		[]byte{13, 3}, le32(0b11, 1), []byte{1}, // to players 0 and 1: nop
	)
}

func dm2Blocks() []byte {
	return join(le32(24), []byte{12}, le32(34, 77), []byte{1}, make([]byte, 14))
}

func quake3Blocks() []byte {
	return join(le32(5, 4), make([]byte, 4), le32(6, 8), make([]byte, 8), le32(^uint32(0), ^uint32(0)))
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSniff(t *testing.T) {
	tests := []struct {
		name string
		data []byte
		want *codec.Codec
	}{
		{"a.dem", join([]byte("-1\n"), demBlocks()), netquake.Codec},
		{"no track.dem", demBlocks(), netquake.Codec},
		{"windows line.dem", join([]byte("2\r\n"), demBlocks()), netquake.Codec},
		{"blank line.dem", join([]byte("12   \n"), demBlocks()), netquake.Codec},
		{"huge length.dem", join([]byte("2\n"), le32(1<<31-1, 0, 0, 0)), netquake.Codec},
		{"a.qwd", qwdBlocks(), quakeworld.Codec},
		{"a.mvd", mvdBlocks(), quakeworld.MultiViewCodec},
		{"a.dm2", dm2Blocks(), quake2.Codec},
		{"not what it says.dem", dm2Blocks(), quake2.Codec},
		{"a.mvd2", []byte("MVD2and some more"), quake2.MultiViewCodec},
		{"a.dm_68", quake3Blocks(), quake3.Codec},
		{"no extension", quake3Blocks(), quake3.Codec},
		{"a.dm_90", join(le32(5, 1<<31-1), make([]byte, 64)), quake3.Codec},
	}
	for _, test := range tests {
		got, err := Sniff(test.name, test.data)
		if err != nil || got != test.want {
			t.Errorf("%s: %v, %v; want %v", test.name, got, err, test.want)
		}
	}
}

func TestFormatByName(t *testing.T) {
	for _, ext := range Extensions() {
		for _, name := range []string{"a." + ext, "MATCH." + strings.ToUpper(ext) + ".GZ", "d/b.c." + ext + ".gz"} {
			if f := FormatByName(name); f == nil || !slices.Contains(f.Extensions(), ext) {
				t.Errorf("%s promises %v", name, f)
			}
		}
	}
	for name, want := range map[string]*codec.Codec{
		"a.dm_99": quake3.Codec, "a.dm_6": nil, "dem": nil, "a": nil, "": nil, "a.": nil, "a.gz": nil, "a.dem.zip": nil,
		"a.mvd": quakeworld.MultiViewCodec,
	} {
		if got := FormatByName(name); got != want {
			t.Errorf("%q promises %v, want %v", name, got, want)
		}
	}
}

func TestSniffRefuses(t *testing.T) {
	tests := []struct {
		name, word string
		data       []byte
	}{
		{"a.dem", "empty", nil},
		{"a.dem", "3 bytes", []byte{1, 2, 3}},
		{"a.qwd", "PNG", join([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 64))},
		{"a.dem", "Source", []byte("HL2DEMO\x00 and more bytes")},
		{"a.dem", "Git LFS", []byte("version https://git-lfs.github.com/spec/v1")},
		{"a.mvd", "text", []byte(strings.Repeat("Ô”¡ÇÓ", 40))},
		{"a.dm_68", "beginning", join(le32(1<<31), bytes.Repeat([]byte{0xff}, 64))},
		{"letter.txt", "not a demo", []byte("Dear reader, this is no demo at all.")},
	}
	for _, test := range tests {
		_, err := Sniff(test.name, test.data)
		var not *NotDemoError
		if !errors.As(err, &not) || !strings.Contains(err.Error(), test.word) {
			t.Errorf("%s: %v; want a refusal with %q", test.name, err, test.word)
		}
	}
}

func TestReadContainers(t *testing.T) {
	demo := join([]byte("-1\n"), demBlocks())
	tests := []struct {
		file, member string
		data         []byte
		name         string
		container    Container
	}{
		{"a.dem", "", demo, "a.dem", Plain},
		{"a.dem.gz", "", gzipped(t, demo), "a.dem", Gzip},
		{"a.zip", "", zipped(t, map[string][]byte{"readme.txt": []byte("hello"), "demos/b.dem": demo}), "b.dem", Zip},
		{"pak9.pk3", "", zipped(t, map[string][]byte{"demos/b.dem.gz": gzipped(t, demo)}), "b.dem", Zip},
		{"a.zip", "", zipped(t, map[string][]byte{"unnamed": demo}), "unnamed", Zip},
		{"a.zip", "d/c.dem", zipped(t, map[string][]byte{"b.dem": nil, "d/c.dem": demo}), "c.dem", Zip},
	}
	for _, test := range tests {
		d, err := Read(test.file, test.member, test.data)
		if err != nil {
			t.Errorf("%s %s: %v", test.file, test.member, err)
			continue
		}
		if d.Name != test.name || d.Container != test.container || !bytes.Equal(d.Data, demo) ||
			d.Format != netquake.Codec {
			t.Errorf("%s %s: got %s, %s, %v, %d bytes", test.file, test.member, d.Name, d.Container, d.Format,
				len(d.Data))
		}
	}
}

func TestSeveralAsks(t *testing.T) {
	_, err := Read("a.zip", "", zipped(t, map[string][]byte{"b.dem": demBlocks(), "c.qwd": qwdBlocks()}))
	var several *SeveralError
	if !errors.As(err, &several) || len(several.Members) != 2 {
		t.Fatalf("got %v; want a choice of two", err)
	}
}

func TestCutGzipKeepsWhatIsThere(t *testing.T) {
	demo := join([]byte("-1\n"), demBlocks(), bytes.Repeat([]byte("0123456789abcdef"), 4096))
	whole := gzipped(t, demo)
	d, err := Read("a.dem.gz", "", whole[:len(whole)-8])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(demo, d.Data) || len(d.Damage) != 1 || d.Damage[0].Offset != int64(len(d.Data)) {
		t.Errorf("%d of %d bytes, damage %v", len(d.Data), len(demo), d.Damage)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "missing.dem")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	var not *NotDemoError
	if _, err := Open(dir); !errors.As(err, &not) {
		t.Errorf("folder: %v", err)
	}
}

// TestOpen opens files, plain and of an archive.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plain, archive := write("a.dem", demBlocks()),
		write("b.zip", zipped(t, map[string][]byte{"b.dem": demBlocks(), "c.qwd": qwdBlocks(), "d.txt": nil}))
	if d, err := Open(plain); err != nil || d.Path != plain || d.Format != netquake.Codec ||
		d.Format.String() != "dem" {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := OpenMember(archive, "c.qwd"); err != nil || d.Path != archive || d.Member != "c.qwd" ||
		d.Format != quakeworld.Codec {
		t.Errorf("%+v, %v", d, err)
	}
	members, err := Members(archive)
	if err != nil || len(members) != 2 || members[0].Size == 0 {
		t.Errorf("members %v, %v", members, err)
	}
	if members, err := Members(plain); err != nil || len(members) != 0 {
		t.Errorf("a plain file has the members %v, %v", members, err)
	}
	if _, err := Members(write("broken.zip", []byte("PK\x03\x04 and nothing of an archive"))); err == nil {
		t.Error("a broken archive has members")
	}
	if got := (*codec.Codec)(nil).String(); got != "unknown" {
		t.Errorf("a format that is not known is called %q", got)
	}
}

// TestReadRefuses reads containers without a demo to be had.
func TestReadRefuses(t *testing.T) {
	for _, test := range []struct {
		file, member string
		data         []byte
		want         string
	}{
		{"a.dem", "b.dem", demBlocks(), "it is not an archive"},
		{"a.zip", "c.dem", zipped(t, map[string][]byte{"b.dem": demBlocks()}), "no demo named"},
		{"a.zip", "", zipped(t, map[string][]byte{"b.txt": []byte("text")}), "holds no demo"},
		{"a.zip", "", zipped(t, map[string][]byte{"b.dem": demBlocks(), "c.dem": demBlocks()}), "contains 2 demos"},
		{"a.zip", "", []byte("PK\x03\x04"), "the zip archive is damaged"},
		{"a.dem.gz", "", []byte("\x1f\x8b\x08"), "the gzip file is damaged"},
		{"a.dem.gz", "", gzipped(t, demBlocks())[:10], "the gzip stream cannot be unpacked"},
		{"a.dem", "", bytes.Repeat([]byte("\u00e9\x01"), 100), "converted as if it were text"},
	} {
		if _, err := Read(test.file, test.member, test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %q", test.file, test.member, err, test.want)
		}
	}
	// Without a telling name, what is in an archive is found by its bytes.
	d, err := Read("a.zip", "", zipped(t, map[string][]byte{"one": gzipped(t, demBlocks()), "two": []byte("text")}))
	if err != nil || d.Format != netquake.Codec || d.Name != "one" {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestUrbanTerrorBlocks unwraps a whole demo and a cut one.
func TestUrbanTerrorBlocks(t *testing.T) {
	plain := quake3Blocks()[:28] // without the end
	d, err := Read("match.urtdemo", "", wrapped(plain))
	if err != nil || d.Format != quake3.Codec || !bytes.Equal(d.Data, plain) {
		t.Errorf("% x, %v", d.Data, err)
	}
	whole := wrapped(plain)
	if got, ok := quake3.Codec.Unwrap(whole[:len(whole)-6]); !ok || !bytes.HasPrefix(got, plain[:12]) ||
		len(got) >= len(plain) {
		t.Errorf("of a cut one % x", got)
	}
	for _, not := range [][]byte{nil, plain, le32(3), append(le32(3), "\x01\x02\x03 and more than the least"...),
		append(le32(3), "4.3 and more than the least that it has"...)} {
		if _, ok := quake3.Codec.Unwrap(not); ok {
			t.Errorf("% x is unwrapped", not)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range [][]byte{
		join([]byte("-1\n"), demBlocks()), qwdBlocks(), mvdBlocks(), dm2Blocks(), quake3Blocks(),
		gzipped(f, demBlocks()), zipped(f, map[string][]byte{"b.dem": demBlocks()}),
	} {
		f.Add("a.dem", data)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		d, err := Read(name, "", data)
		if err == nil && (d.Format == nil || len(d.Data) > MaxSize) {
			t.Errorf("accepted as %v with %d bytes", d.Format, len(d.Data))
		}
		if errors.Is(err, io.EOF) {
			t.Errorf("bare EOF for a file of %d bytes", len(data))
		}
	})
}
