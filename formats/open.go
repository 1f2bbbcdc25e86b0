package formats

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fragscope/formats/base/regular"
	"fragscope/formats/damage"
)

// MaxSize is the maximum size of a demo after decompression, in bytes. It protects against archives that decompress to
// an enormous size. Real demos are less than a quarter of this size.
const MaxSize = 256 << 20

// packedPiece is the number of bytes of a packed demo that are read at a time.
const packedPiece = 32 << 10

// SeveralError is returned for an archive that contains several demos. Use [OpenMember] to open one of them.
type SeveralError struct {
	File    string
	Members []Member
}

// Error returns a message that states how many demos the archive contains and how to select one.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("%s contains %d demos: specify one of them, as in %[1]s:%[3]s", e.File, len(e.Members), e.Members[0].Name)
}

// NotDemoError is returned for a file that is not a playable demo. Its message explains what the file is.
type NotDemoError struct {
	File string
	What string // a clause: "it is a PNG picture"
}

// Error returns a sentence that explains to the user what the file is.
func (e *NotDemoError) Error() string {
	return fmt.Sprintf("%s cannot be played: %s", e.File, e.What)
}

// Open reads the demo at the given path. For an archive with several demos, it returns a [*SeveralError]. For a file
// that is not a demo, it returns a [*NotDemoError].
func Open(name string) (*Demo, error) { return OpenMember(name, "") }

// OpenMember reads the named member of the archive at the given path. If member is empty, the file must be a single
// demo or an archive that contains only one.
func OpenMember(name, member string) (*Demo, error) {
	f, info, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := read(filepath.Base(name), member, f, info.Size())
	if err != nil {
		return nil, err
	}
	d.Path = name
	return d, nil
}

// openFile opens a regular file.
func openFile(name string) (*os.File, fs.FileInfo, error) {
	f, info, err := regular.Open(name)
	switch {
	case err == nil:
		return f, info, nil
	case errors.Is(err, regular.ErrNotRegular) && info != nil && info.IsDir():
		return nil, nil, &NotDemoError{filepath.Base(name), "it is a folder"}
	case errors.Is(err, regular.ErrNotRegular):
		return nil, nil, &NotDemoError{filepath.Base(name), "it is not a regular file"}
	}
	return nil, nil, fmt.Errorf("opening the demo: %w", err)
}

// Members returns a description of each demo in the archive at the given path. If the file is not an archive, Members
// returns nil.
func Members(name string) ([]Member, error) {
	f, info, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return MembersAt(filepath.Base(name), f, info.Size())
}

// start returns the first bytes of a file.
func start(r io.ReaderAt) []byte {
	var b [4]byte
	n, _ := r.ReadAt(b[:], 0)
	return b[:n]
}

// ReadAt is like [Read], but reads the file's contents from r as needed. size is the file's size in bytes.
func ReadAt(name, member string, r io.ReaderAt, size int64) (*Demo, error) {
	return read(name, member, r, size)
}

// MembersAt returns a description of each demo in the archive with the given name. It reads the archive, which is size
// bytes long, from r. If r does not contain an archive, MembersAt returns nil.
func MembersAt(name string, r io.ReaderAt, size int64) ([]Member, error) {
	a, err := ArchiveAt(name, r, size)
	if a == nil {
		return nil, err
	}
	return a.Members(), nil
}

// ArchiveAt opens the archive with the given name. It reads the archive, which is size bytes long, from r. If r does
// not contain an archive, ArchiveAt returns nil.
func ArchiveAt(name string, r io.ReaderAt, size int64) (*Archive, error) {
	if !isZip(start(r)) {
		return nil, nil
	}
	return readArchive(name, r, size)
}

// Read reads a demo from data, the contents of the file with the given name. If the file is an archive, Read returns
// the demo in the named member. If member is empty, the archive must contain only one demo. Read returns the same
// errors as [OpenMember].
func Read(name, member string, data []byte) (*Demo, error) {
	if isZip(data) {
		return read(name, member, bytes.NewReader(data), int64(len(data)))
	}
	if member != "" {
		return nil, notArchive(name, member)
	}
	d := &Demo{Name: name, Container: Plain, Data: data}
	return d.finish()
}

func notArchive(name, member string) error {
	return &NotDemoError{name, fmt.Sprintf("it is not an archive, so it cannot contain %q", member)}
}

// read reads the demo in a file called name, which may be an archive.
func read(name, member string, r io.ReaderAt, size int64) (*Demo, error) {
	if isZip(start(r)) {
		a, err := readArchive(name, r, size)
		if err != nil {
			return nil, err
		}
		i, err := a.find(member)
		if err != nil {
			return nil, err
		}
		return a.Demo(i)
	}
	switch {
	case member != "":
		return nil, notArchive(name, member)
	case size > MaxSize:
		return nil, &NotDemoError{name, fmt.Sprintf("at %d MiB, it is larger than any demo", size>>20)}
	}
	d := &Demo{Name: name, Container: Plain}
	if isGzip(start(r)) {
		// Unpack the file while reading it, so that the packed bytes are never in memory and a reader that yields between
		// two pieces, such as that of a web page, does not block until the whole file has been read.
		if err := d.gunzip(r, size); err != nil {
			return nil, err
		}
		return d.identify()
	}
	var err error
	if d.Data, err = regular.ReadAll(io.NewSectionReader(r, 0, size), size, size); err != nil {
		return nil, fmt.Errorf("reading the demo: %w", err)
	}
	return d.finish()
}

// finish unpacks the demo if it is gzipped, then identifies it.
func (d *Demo) finish() (*Demo, error) {
	if isGzip(d.Data) {
		if err := d.gunzip(bytes.NewReader(d.Data), int64(len(d.Data))); err != nil {
			return nil, err
		}
	}
	return d.identify()
}

// identify determines the format of an unpacked demo.
func (d *Demo) identify() (*Demo, error) {
	for _, c := range codecs {
		if c.Unwrap == nil {
			continue
		}
		if plain, ok := c.Unwrap(d.Data); ok {
			d.Data = plain
			break
		}
	}
	format, err := Sniff(d.Name, d.Data)
	if err != nil {
		return nil, err
	}
	d.Format = format
	return d, nil
}

// gunzip replaces the data with the content of a gzip file of the given size.
func (d *Demo) gunzip(packed io.ReaderAt, size int64) error {
	if d.Container != Zip {
		d.Container = Gzip
	}
	if strings.EqualFold(path.Ext(d.Name), ".gz") {
		d.Name = d.Name[:len(d.Name)-len(".gz")]
	}
	// The last four bytes are the unpacked size.
	told := make([]byte, 4)
	if _, err := packed.ReadAt(told, max(size-4, 0)); err != nil && err != io.EOF {
		return fmt.Errorf("reading the demo: %w", err)
	}
	return d.inflate("gzip", likelySize(int64(binary.LittleEndian.Uint32(told)), size), func() (io.Reader, error) {
		r, err := gzip.NewReader(bufio.NewReaderSize(io.NewSectionReader(packed, 0, size), packedPiece))
		if err != nil {
			return nil, &NotDemoError{d.Name, fmt.Sprintf("the gzip file is damaged (%v)", err)}
		}
		return r, nil
	})
}

// inflate replaces the data with the content of the reader that open returns. If the stream is damaged, it keeps what
// could be unpacked. If the content exceeds the likely size, the rest is counted first, so that no more memory is used
// than the demo needs, and hardly any for a stream that unpacks without end.
func (d *Demo) inflate(kind string, likely int64, open func() (io.Reader, error)) error {
	r, err := open()
	if err != nil {
		return err
	}
	likely = min(likely, MaxSize)
	data, err := regular.ReadAll(r, likely, likely+1)
	d.unpacked += int64(len(data))
	if int64(len(data)) > likely {
		data = nil
		rest, _ := io.CopyN(io.Discard, r, MaxSize-likely)
		d.unpacked += rest
		if likely+1+rest > MaxSize {
			return &NotDemoError{d.Name, fmt.Sprintf("it is larger than %d MiB when unpacked", MaxSize>>20)}
		}
		if r, err = open(); err != nil {
			return err
		}
		data, err = regular.ReadAll(r, likely+1+rest, likely+2+rest)
	}
	d.Data = data
	if err == nil {
		return nil
	}
	if len(data) == 0 {
		return &NotDemoError{d.Name, fmt.Sprintf("the %s stream cannot be unpacked (%v)", kind, err)}
	}
	what := fmt.Sprintf("the %s stream is damaged (%v)", kind, err)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = fmt.Sprintf("the %s stream is cut off", kind)
	}
	d.Damage = append(d.Damage, damage.Damage{Offset: int64(len(data)), Time: -1, What: what})
	return nil
}
