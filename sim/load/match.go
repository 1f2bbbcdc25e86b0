package load

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fragscope/formats/base/regular"
)

const (
	// matchMagic is the first line of a match file, a text that lists the demos of a match, one per line. Relative
	// paths start from the file's folder.
	matchMagic = "fragscope match 1"
	// MatchExtension is the extension of match files.
	MatchExtension = ".match"
	// maxMatch limits a match file, in bytes, and maxDemos the demos of one match.
	maxMatch = 64 << 10
	maxDemos = 64
	// separator separates the paths of demos in a path returned by MatchPath. It occurs in no other path.
	separator = "\x00"
)

// MatchPath returns a single path that stands for all of the given demos. They should be demos of the same match.
func MatchPath(paths []string) string { return strings.Join(paths, separator) }

// IsMatch reports whether path stands for several demos of the same match.
func IsMatch(path string) bool { return strings.Contains(path, separator) || IsMatchFile(path) }

// IsMatchFile reports whether path has the extension of match files.
func IsMatchFile(path string) bool {
	return !strings.Contains(path, separator) && strings.EqualFold(filepath.Ext(path), MatchExtension)
}

// MatchDemos returns the paths of the demos that path stands for. ok is false if path does not stand for a match.
func MatchDemos(path string) (demos []string, ok bool, err error) {
	if strings.Contains(path, separator) {
		return strings.Split(path, separator), true, nil
	}
	if !IsMatchFile(path) {
		return nil, false, nil
	}
	f, _, err := regular.Open(path)
	if err != nil {
		return nil, true, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxMatch+1))
	if err != nil {
		return nil, true, err
	}
	if len(text) > maxMatch {
		return nil, true, fmt.Errorf(msgMatchSize, maxMatch>>10)
	}
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	if lines[0] != matchMagic {
		return nil, true, fmt.Errorf(msgNoMatch, matchMagic)
	}
	for _, line := range lines[1:] {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		demo, err := inMatch(filepath.Dir(path), line)
		if err != nil {
			return nil, true, err
		}
		demos = append(demos, demo)
	}
	if len(demos) > maxDemos {
		return nil, true, fmt.Errorf(msgMatchDemos, len(demos), maxDemos)
	}
	return demos, true, nil
}

// inMatch returns the path of a demo listed in a match file in dir. The name must be a relative path or a path below
// dir, as a match file may come from anywhere and must not refer to other volumes, machines or devices.
func inMatch(dir, name string) (string, error) {
	path := filepath.FromSlash(name)
	if strings.HasPrefix(name, `\\`) || strings.HasPrefix(name, "//") || strings.ContainsRune(name, 0) {
		return "", fmt.Errorf(msgMatchPath, name)
	}
	if filepath.IsAbs(path) || filepath.VolumeName(path) != "" {
		base, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(base, path)
		if err != nil || !filepath.IsLocal(rel) {
			return "", fmt.Errorf(msgMatchPath, name)
		}
		return path, nil
	}
	path, _ = SplitMember(path)
	for path != "" && !filepath.IsLocal(path) { // strip the folders above
		rest, above := strings.CutPrefix(path, ".."+string(filepath.Separator))
		if !above {
			return "", fmt.Errorf(msgMatchPath, name)
		}
		path = rest
	}
	return filepath.Join(dir, filepath.FromSlash(name)), nil
}

// MatchFile returns the contents of a match file that lists the given demos. dir is the folder in which the file will
// be saved.
func MatchFile(dir string, demos []string) []byte {
	var b bytes.Buffer
	b.WriteString(matchMagic + "\n")
	for _, d := range demos {
		if rel, err := filepath.Rel(dir, d); err == nil {
			d = filepath.ToSlash(rel)
		}
		b.WriteString(d + "\n")
	}
	return b.Bytes()
}
