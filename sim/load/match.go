package load

import (
	"bytes"
	"fmt"
	"fragscope/formats/base/regular"
	"io"
	"path/filepath"
	"strings"
)

const (
	// matchMagic begins a match file: a text that names, a line each, the demos of one match. A path in it counts from the
	// folder of the file.
	matchMagic = "fragscope match 1"
	// MatchExtension is that of match files.
	MatchExtension = ".match"
	// maxMatch bounds a match file in bytes, maxDemos the demos of one match.
	maxMatch = 64 << 10
	maxDemos = 64
	// separator is between the demos of a match that no file lists; no path has it.
	separator = "\x00"
)

// MatchPath stands for several demos of one match wherever a path is taken.
func MatchPath(paths []string) string { return strings.Join(paths, separator) }

// IsMatch reports whether a path stands for several demos.
func IsMatch(path string) bool { return strings.Contains(path, separator) || IsMatchFile(path) }

// IsMatchFile reports whether a path is named as match files are.
func IsMatchFile(path string) bool {
	return !strings.Contains(path, separator) && strings.EqualFold(filepath.Ext(path), MatchExtension)
}

// MatchDemos are the demos that a path stands for, if it stands for a match; ok is false for the path of a demo.
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
		if !filepath.IsAbs(line) {
			line = filepath.Join(filepath.Dir(path), filepath.FromSlash(line))
		}
		demos = append(demos, line)
	}
	if len(demos) > maxDemos {
		return nil, true, fmt.Errorf(msgMatchDemos, len(demos), maxDemos)
	}
	return demos, true, nil
}

// MatchFile is the text of a match file in a folder.
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
