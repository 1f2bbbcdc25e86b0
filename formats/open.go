package formats

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fragscope/formats/damage"
)

// MaxSize bounds a demo after decompression, against archives that grow
// without end. Real demos stay below a tenth of it.
const MaxSize = 1 << 30

// maxMembers bounds how many files of an archive are looked at.
const maxMembers = 100_000

// sniffLen is how much of an archive's member is read to find out what it is.
const sniffLen = 64 << 10

// Member is a demo inside an archive.
type Member struct {
	Name string
	Size int64 // bytes when unpacked, as the archive says
}

// SeveralError is the error for an archive with more than one demo; [OpenMember]
// opens one of them.
type SeveralError struct {
	File    string
	Members []Member
}

// Error says how many demos the archive holds.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("%s holds %d demos: choose one of them", e.File, len(e.Members))
}

// NotDemoError is the error for a file that is no demo that can be read. It says
// what the file is instead.
type NotDemoError struct {
	File string
	What string // a clause: "it is a PNG picture"
}

// Error says what the file is, as a sentence for its user.
func (e *NotDemoError) Error() string {
	return fmt.Sprintf("%s cannot be played: %s", e.File, e.What)
}

// Open reads the demo at the path. It gives a [*SeveralError] for an archive
// with several demos and a [*NotDemoError] for a file that is no demo.
func Open(name string) (*Demo, error) { return OpenMember(name, "") }

// OpenMember reads the demo called member of the archive at the path; the
// empty member stands for the only one.
func OpenMember(name, member string) (*Demo, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, err
	}
	d, err := Read(filepath.Base(name), member, data)
	if err != nil {
		return nil, err
	}
	d.Path = name
	return d, nil
}

func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("opening the demo: %w", err)
	}
	switch {
	case info.IsDir():
		return nil, &NotDemoError{filepath.Base(name), "it is a folder"}
	case !info.Mode().IsRegular():
		return nil, &NotDemoError{filepath.Base(name), "it is not a regular file"}
	case info.Size() > MaxSize:
		return nil, &NotDemoError{filepath.Base(name), fmt.Sprintf("with %d MiB it is larger than any demo", info.Size()>>20)}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the demo: %w", err)
	}
	return data, nil
}

// Members lists the demos in the archive at the path; it is empty for a file
// that is no archive.
func Members(name string) ([]Member, error) {
	data, err := readFile(name)
	if err != nil || !isZip(data) {
		return nil, err
	}
	r, err := openZip(filepath.Base(name), data)
	if err != nil {
		return nil, err
	}
	var list []Member
	for _, f := range demosIn(r) {
		list = append(list, Member{f.Name, int64(f.UncompressedSize64)})
	}
	return list, nil
}

// Read takes the demo out of the bytes of a file called name.
func Read(name, member string, data []byte) (*Demo, error) {
	d := &Demo{Name: name, Container: Plain, Data: data}
	if isZip(data) {
		if err := d.unzip(member); err != nil {
			return nil, err
		}
	} else if member != "" {
		return nil, &NotDemoError{name, fmt.Sprintf("it is no archive that could hold %q", member)}
	}
	if isGzip(d.Data) {
		if err := d.gunzip(); err != nil {
			return nil, err
		}
	}
	if plain, ok := unwrapUrbanTerror(d.Data); ok {
		d.Data = plain
	}
	format, err := Sniff(d.Name, d.Data)
	if err != nil {
		return nil, err
	}
	d.Format = format
	return d, nil
}

func isZip(data []byte) bool  { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }
func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte("\x1f\x8b\x08")) }

func openZip(name string, data []byte) (*zip.Reader, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &NotDemoError{name, fmt.Sprintf("the zip archive is damaged (%v)", err)}
	}
	return r, nil
}

// demosIn finds the members that are demos, by their bytes where their name
// does not promise it.
func demosIn(r *zip.Reader) []*zip.File {
	var demos []*zip.File
	for i, f := range r.File {
		if i == maxMembers {
			break
		}
		if f.FileInfo().IsDir() || f.UncompressedSize64 > MaxSize || FormatByName(f.Name) == Unknown {
			continue
		}
		demos = append(demos, f)
	}
	if len(demos) > 0 {
		return demos
	}
	for i, f := range r.File {
		if i == maxMembers {
			break
		}
		if f.FileInfo().IsDir() || f.UncompressedSize64 > MaxSize || !sniffMember(f) {
			continue
		}
		demos = append(demos, f)
	}
	return demos
}

func sniffMember(f *zip.File) bool {
	rc, err := f.Open()
	if err != nil {
		return false
	}
	defer rc.Close()
	head, err := io.ReadAll(io.LimitReader(rc, sniffLen))
	if err != nil {
		return false
	}
	if isGzip(head) {
		d := Demo{Data: head}
		if d.gunzip() != nil {
			return false
		}
		head = d.Data
	}
	_, err = Sniff("", head)
	return err == nil
}

func (d *Demo) unzip(member string) error {
	r, err := openZip(d.Name, d.Data)
	if err != nil {
		return err
	}
	demos := demosIn(r)
	var file *zip.File
	switch {
	case member != "":
		for _, f := range demos {
			if f.Name == member {
				file = f
			}
		}
		if file == nil {
			return &NotDemoError{d.Name, fmt.Sprintf("the archive has no demo called %q", member)}
		}
	case len(demos) == 0:
		return &NotDemoError{d.Name, "the archive holds no demo"}
	case len(demos) > 1:
		several := &SeveralError{File: d.Name}
		for _, f := range demos {
			several.Members = append(several.Members, Member{f.Name, int64(f.UncompressedSize64)})
		}
		return several
	default:
		file = demos[0]
	}
	rc, err := file.Open()
	if err != nil {
		return &NotDemoError{d.Name, fmt.Sprintf("%s in the archive cannot be unpacked (%v)", file.Name, err)}
	}
	defer rc.Close()
	d.Container, d.Member, d.Name = Zip, file.Name, path.Base(strings.ReplaceAll(file.Name, `\`, "/"))
	return d.inflate(rc, "zip")
}

func (d *Demo) gunzip() error {
	r, err := gzip.NewReader(bytes.NewReader(d.Data))
	if err != nil {
		return &NotDemoError{d.Name, fmt.Sprintf("the gzip file is damaged (%v)", err)}
	}
	if d.Container != Zip {
		d.Container = Gzip
	}
	if strings.EqualFold(path.Ext(d.Name), ".gz") {
		d.Name = d.Name[:len(d.Name)-len(".gz")]
	}
	return d.inflate(r, "gzip")
}

// inflate replaces the data by what r gives. What could be unpacked of a
// damaged stream is kept.
func (d *Demo) inflate(r io.Reader, kind string) error {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if len(data) > MaxSize {
		return &NotDemoError{d.Name, fmt.Sprintf("unpacked it is larger than %d MiB", MaxSize>>20)}
	}
	d.Data = data
	if err == nil {
		return nil
	}
	if len(data) == 0 {
		return &NotDemoError{d.Name, fmt.Sprintf("nothing of the %s stream can be unpacked (%v)", kind, err)}
	}
	what := fmt.Sprintf("the %s stream is damaged (%v)", kind, err)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = fmt.Sprintf("the %s stream is cut off", kind)
	}
	d.Damage = append(d.Damage, damage.Damage{Offset: int64(len(data)), Time: -1, What: what})
	return nil
}
