package formats

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats/base/regular"
)

// Limits on archives. [Archive.LeftOut] lists the parts that were not examined because of them.
const (
	// maxMembers is the maximum number of files examined in an archive.
	maxMembers = 100_000
	// maxTable bounds the table of contents, in bytes; in memory it takes up to eight times as much.
	maxTable = 16 << 20
	// sniffLen is the number of bytes unpacked to identify a member. sniffAll limits the number of bytes unpacked to
	// identify all members.
	sniffLen = 64 << 10
	sniffAll = 64 << 20
	// unpackTimes bounds the unpacked size of an archive's demos, as a multiple of the archive's own size, in addition to
	// the size of one demo. Real demos are compressed to a sixteenth of their size at best.
	unpackTimes = 32
)

// Member describes a demo inside an archive.
type Member struct {
	Name string
	Size int64  // unpacked size in bytes according to the archive
	Sum  uint32 // CRC-32 of the unpacked bytes according to the archive
}

// Archive reads demos from a zip archive. It is not safe for concurrent use.
type Archive struct {
	name    string
	path    string
	file    io.Closer // nil for one in memory
	demos   []*zip.File
	leftOut []string
	nested  []string
	left    int64 // bytes that may yet be unpacked
}

// OpenArchive opens the zip archive at the given path. If the file is not a zip archive, OpenArchive returns a
// [*NotDemoError].
func OpenArchive(name string) (*Archive, error) {
	f, info, err := openFile(name)
	if err != nil {
		return nil, err
	}
	a, err := readArchive(filepath.Base(name), f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	a.path, a.file = name, f
	return a, nil
}

// Close closes the underlying file.
func (a *Archive) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

// Members returns a description of each demo in the archive.
func (a *Archive) Members() []Member {
	list := make([]Member, len(a.demos))
	for i, f := range a.demos {
		list[i] = Member{f.Name, int64(f.UncompressedSize64), f.CRC32}
	}
	return list
}

// LeftOut returns descriptions of the parts of the archive that were not examined. Each description is a sentence
// without a full stop.
func (a *Archive) LeftOut() []string { return a.leftOut }

// Nested returns the names of the archives inside the archive. Their contents are not examined.
func (a *Archive) Nested() []string { return a.nested }

// packedNames lists the extensions of archives that are not examined. Zip archives inside an archive are not examined
// either.
var packedNames = []string{".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".7z", ".rar"}

// Packed reports whether name has the extension of an unsupported archive format, such as .tar.gz, .7z or .rar.
func Packed(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(packedNames, func(end string) bool { return strings.HasSuffix(name, end) })
}

// Demo unpacks the demo described by Members()[i]. There is a limit to the total size of all demos unpacked from an
// archive. Once it has been reached, Demo returns an error.
func (a *Archive) Demo(i int) (*Demo, error) {
	f := a.demos[i]
	if a.left <= 0 {
		return nil,
			&NotDemoError{a.name,
				fmt.Sprintf("%s was not unpacked, because the demos before it already reached the limit for an archive; open it on its own",
					f.Name)}
	}
	d := &Demo{Name: path.Base(strings.ReplaceAll(f.Name, `\`, "/")), Path: a.path, Container: Zip, Member: f.Name}
	err := d.inflate("zip", likelySize(int64(f.UncompressedSize64), int64(f.CompressedSize64)),
		func() (io.Reader, error) {
			r, err := f.Open()
			if err != nil {
				return nil, &NotDemoError{a.name, fmt.Sprintf("%s in the archive cannot be unpacked (%v)", f.Name, err)}
			}
			return r, nil
		})
	if err == nil {
		_, err = d.finish()
	}
	if a.left -= d.unpacked; err != nil {
		return nil, err
	}
	return d, nil
}

// find returns the index of the demo called member. An empty name selects the only demo.
func (a *Archive) find(member string) (int, error) {
	switch {
	case member != "":
		for i, f := range slices.Backward(a.demos) {
			if f.Name == member {
				return i, nil
			}
		}
		return 0, &NotDemoError{a.name, fmt.Sprintf("the archive contains no demo named %q%s", member, a.butLeftOut())}
	case len(a.demos) == 0:
		return 0, &NotDemoError{a.name, "the archive holds no demo" + a.butLeftOut()}
	case len(a.demos) > 1:
		return 0, &SeveralError{File: a.name, Members: a.Members()}
	}
	return 0, nil
}

func (a *Archive) butLeftOut() string {
	if len(a.leftOut) == 0 {
		return ""
	}
	return "; " + strings.Join(a.leftOut, "; ")
}

// isZip and isGzip examine the start of a file.
func isZip(data []byte) bool  { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }
func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte("\x1f\x8b\x08")) }

// readArchive reads an archive's table of contents and finds its demos.
func readArchive(name string, file io.ReaderAt, size int64) (*Archive, error) {
	r := &regular.Metered{R: file, Left: maxTable}
	z, err := zip.NewReader(r, size)
	switch {
	case r.Left < 0:
		return nil, &NotDemoError{name, fmt.Sprintf("the table of contents of the zip archive is longer than %d MiB",
			maxTable>>20)}
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, &NotDemoError{name, fmt.Sprintf("the zip archive is damaged (%v)", err)}
	}
	r.Left = math.MaxInt64
	a := &Archive{name: name, left: MaxSize + unpackTimes*size}
	files := z.File
	if len(files) > maxMembers {
		a.leftOut = append(a.leftOut, fmt.Sprintf("only the first %[2]d of its %[1]d members were examined", len(files),
			maxMembers))
		files = files[:maxMembers]
	}
	files = slices.DeleteFunc(slices.Clone(files), func(f *zip.File) bool { return f.FileInfo().IsDir() })
	for _, f := range files {
		if Packed(f.Name) || strings.HasSuffix(strings.ToLower(f.Name), ".zip") {
			a.nested = append(a.nested, f.Name)
		}
	}
	a.demos = a.apart(a.named(files))
	if len(a.demos) == 0 {
		a.demos = a.sniffed(a.apart(files))
	}
	return a, nil
}

// named returns the members with the names of demos.
func (a *Archive) named(files []*zip.File) (demos []*zip.File) {
	for _, f := range files {
		if FormatByName(f.Name) != nil {
			demos = append(demos, f)
		}
	}
	return demos
}

// sniffed returns the members whose content is that of a demo.
func (a *Archive) sniffed(files []*zip.File) (demos []*zip.File) {
	left := int64(sniffAll)
	for i, f := range files {
		if left <= 0 {
			a.leftOut = append(a.leftOut,
				fmt.Sprintf("only the first %[2]d of the %[1]d members that are not named as demos were examined",
					len(files), i))
			break
		}
		head := headOf(f)
		left -= int64(2*len(head)) + 1<<10
		if _, err := Sniff("", head); err == nil {
			demos = append(demos, f)
		}
	}
	return demos
}

// headOf returns the start of a member, unpacked if it is gzipped itself.
func headOf(f *zip.File) []byte {
	r, err := f.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, sniffLen))
	if err != nil || !isGzip(head) {
		return head
	}
	g, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	plain, _ := io.ReadAll(io.LimitReader(g, sniffLen))
	return plain
}

// apart returns files without those that share bytes with another file, a trick used by archives that unpack endlessly.
func (a *Archive) apart(files []*zip.File) []*zip.File {
	type span struct {
		file     int
		from, to int64
	}
	spans := make([]span, 0, len(files))
	for i, f := range files {
		// A member without its own header takes no bytes; opening it reports the fault.
		if from, err := f.DataOffset(); err == nil {
			spans = append(spans, span{i, from, from + int64(min(f.CompressedSize64, math.MaxInt32<<8))})
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	overlaps := make(map[int]bool)
	var end int64
	for _, s := range spans {
		if s.from < end {
			overlaps[s.file] = true
			continue
		}
		end = s.to
	}
	if len(overlaps) == 0 {
		return files
	}
	a.leftOut = append(a.leftOut, fmt.Sprintf("%d members overlap others and were skipped",
		len(overlaps)))
	var out []*zip.File
	for i, f := range files {
		if !overlaps[i] {
			out = append(out, f)
		}
	}
	return out
}

// likelySize returns the amount of memory to reserve for packed data that states its size, which may be wrong and is
// never trusted.
func likelySize(told, packed int64) int64 {
	const usual = 16 // the ratio that smaller packed demos never exceed
	if told < 0 || told > usual*packed {
		return usual * packed / 4
	}
	return told
}
