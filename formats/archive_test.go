package formats

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// counted counts what is read of a file.
type counted struct {
	r     io.ReaderAt
	bytes int64
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.r.ReadAt(p, at)
	c.bytes += int64(n)
	return n, err
}

// packed is an archive of n members made by write.
func packed(t testing.TB, n int, name func(i int) string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range n {
		w, err := z.Create(name(i))
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a gzip stream of about a thousandth of what it unpacks to.
func bomb(t testing.TB, start []byte, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	_, err := z.Write(start)
	for more := bytes.Repeat([]byte("x"), 1<<20); size > 0 && err == nil; size -= len(more) {
		_, err = z.Write(more)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// allocated is how many bytes f takes in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// However many demos are in an archive, each byte of it is read once or twice.
func TestArchiveIsReadOnce(t *testing.T) {
	demo := bytes.Repeat(demBlocks(), 20)
	for _, n := range []int{2, 200, 5000} {
		data := packed(t, n, func(i int) string { return fmt.Sprintf("%d.dem", i) }, demo)
		file := &counted{r: bytes.NewReader(data)}
		a, err := readArchive("a.zip", file, int64(len(data)))
		if err != nil || len(a.Members()) != n || len(a.LeftOut()) != 0 {
			t.Fatalf("%d members: %v, %v", len(a.Members()), err, a.LeftOut())
		}
		for i := range n {
			if d, err := a.Demo(i); err != nil || d.Member != fmt.Sprintf("%d.dem", i) || !bytes.Equal(d.Data, demo) {
				t.Fatalf("%d: %v", i, err)
			}
		}
		if most := 3*int64(len(data)) + 70<<10; file.bytes > most {
			t.Errorf("%d demos: read %d bytes of %d", n, file.bytes, len(data))
		}
	}
}

// What an archive's members are is found out from their first bytes, whatever they unpack to.
func TestArchiveOfBombs(t *testing.T) {
	data := packed(t, 200, func(i int) string { return fmt.Sprint("unnamed", i) }, bomb(t, nil, 60<<20))
	var err error
	took := allocated(func() { _, err = Read("a.zip", "", data) })
	var not *NotDemoError
	if !errors.As(err, &not) {
		t.Errorf("it gives %v", err)
	}
	if took > 200<<20 {
		t.Errorf("%d bytes of archive took %d MiB", len(data), took>>20)
	}
}

// With so many members that their starts alone are too much, some are not looked into, and that is told.
func TestSniffingIsBounded(t *testing.T) {
	head := bytes.Repeat([]byte("x"), sniffLen)
	data := packed(t, 1000, func(i int) string { return fmt.Sprint("unnamed", i) }, head)
	if _, err := Read("a.zip", "", data); err == nil || !strings.Contains(err.Error(), "only the first") {
		t.Errorf("it gives %v", err)
	}
}

// A stream that grows without end is refused, and no more memory taken than the largest demo has.
func TestBombIsRefused(t *testing.T) {
	data := bomb(t, demBlocks(), MaxSize+1)
	var err error
	took := allocated(func() { _, err = Read("a.dem.gz", "", data) })
	if err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("it gives %v", err)
	}
	if took > 16<<20 {
		t.Errorf("%d bytes took %d MiB", len(data), took>>20)
	}
}

// What unpacks to more than is likely takes no more than twice its size, and is whole.
func TestDenseStream(t *testing.T) {
	const size = 32 << 20
	data := bomb(t, demBlocks(), size)
	var d *Demo
	var err error
	took := allocated(func() { d, err = Read("a.dem.gz", "", data) })
	if err != nil || len(d.Data) < size {
		t.Fatal(err)
	}
	if took > 2*size {
		t.Errorf("%d bytes took %d MiB", len(d.Data), took>>20)
	}
}

// The demos of an archive are unpacked until they are more than any archive of its size has; each can be opened by
// itself.
func TestArchiveUnpacksWithinBounds(t *testing.T) {
	data := packed(t, 12, func(i int) string { return fmt.Sprintf("%02d.dem", i) }, bomb(t, demBlocks(), 50<<20))
	a, err := readArchive("a.zip", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var unpacked int64
	refused := 0
	for i := range a.Members() {
		d, err := a.Demo(i)
		if err != nil {
			refused++
			continue
		}
		unpacked += int64(len(d.Data))
	}
	if most := int64(MaxSize + unpackTimes*len(data) + 51<<20); unpacked > most || refused == 0 || refused == 12 {
		t.Errorf("%d bytes unpacked to %d, at most %d; %d were refused", len(data), unpacked, most, refused)
	}
	if _, err := Read("a.zip", "11.dem", data); err != nil {
		t.Error(err)
	}
}

// Members that lie over each other make small archives of much: one of them counts.
func TestArchiveOfOverlaps(t *testing.T) {
	data := packed(t, 50, func(i int) string { return fmt.Sprintf("%02d.dem", i) }, bytes.Repeat(demBlocks(), 20))
	// Each entry of the table is led to the first member.
	entries := 0
	for at := bytes.Index(data, []byte("PK\x01\x02")); at >= 0 && at+46 < len(data) &&
		string(data[at:at+4]) == "PK\x01\x02"; entries++ {
		binary.LittleEndian.PutUint32(data[at+42:], 0)
		at += 46 + int(binary.LittleEndian.Uint16(data[at+28:]))
	}
	a, err := readArchive("a.zip", bytes.NewReader(data), int64(len(data)))
	if err != nil || entries != 50 {
		t.Fatal(entries, err)
	}
	if len(a.Members()) != 1 || len(a.LeftOut()) != 1 || !strings.Contains(a.LeftOut()[0], "49 members") {
		t.Errorf("%d members, %q", len(a.Members()), a.LeftOut())
	}
}

// A table of contents that is longer than any archive of demos has is refused before it is taken in.
func TestLongTable(t *testing.T) {
	data := packed(t, 1<<16-1, func(i int) string { return fmt.Sprintf("%0300d", i) }, nil)
	if _, err := Read("a.zip", "", data); err == nil || !strings.Contains(err.Error(), "table of contents") {
		t.Errorf("it gives %v", err)
	}
}

// FuzzArchive opens the first demos of anything that may be an archive.
func FuzzArchive(f *testing.F) {
	f.Add(packed(f, 3, func(i int) string { return fmt.Sprintf("%d.dem", i) }, demBlocks()))
	f.Add(packed(f, 3, func(i int) string { return fmt.Sprint("unnamed", i) }, gzipped(f, demBlocks())))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := readArchive("a.zip", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		total := 0
		for i := range min(len(a.Members()), 50) {
			if d, err := a.Demo(i); err == nil {
				total += len(d.Data)
			}
		}
		if most := 1100 * (len(data) + 1<<10); total > most {
			t.Errorf("%d bytes give %d", len(data), total)
		}
	})
}
