package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"strings"
	"time"

	"fragscope/cmd/fragscope/desktop"
)

// The libraries that the program loads at run time. Only the first of them is linked, so no tool can find the others.
const (
	debDepends = "libc6, libx11-6, libgl1, libegl1, libxrandr2, libxi6, libxcursor1, libxinerama1, libxrender1, libxext6"
	// Drivers, the tools that register types on desktops, and file dialogs.
	debRecommends = "libgl1-mesa-dri, shared-mime-info, desktop-file-utils, xdg-utils, hicolor-icon-theme, libgtk-3-0t64 | libgtk-3-0"
	// fonts for names that the typeface lacks
	debSuggests = "ffmpeg, xclip | wl-clipboard, fonts-noto-core, fonts-noto-cjk"

	debMaintainer = "The Fragscope authors <fragscope@users.noreply.github.com>"
)

// debTree returns the files that the Debian package installs.
func (r *release) debTree(program []byte) (tree, error) {
	papers, err := r.copyright()
	if err != nil {
		return nil, err
	}
	t := tree{"usr/bin/fragscope": {program, true}, "usr/share/doc/fragscope/copyright": {papers, false}}
	t.add("usr", r.share())
	move := func(from, to string) {
		t[to] = t[from]
		delete(t, from)
	}
	move("usr/share/zsh/site-functions/_fragscope", "usr/share/zsh/vendor-completions/_fragscope")
	t["usr/share/doc/fragscope/changelog"] = file{r.debChangelog(), false}
	for _, name := range []string{"usr/share/man/man1/fragscope.1", "usr/share/doc/fragscope/changelog"} {
		z, err := gzipped(t[name].data)
		if err != nil {
			return nil, err
		}
		delete(t, name)
		t[name+".gz"] = file{z, false}
	}
	return t, nil
}

func gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// deb returns the Debian package for an architecture. Its name is the same in Go and Debian. The triggers of
// shared-mime-info and desktop-file-utils handle its types and desktop entry, so it needs no scripts.
func (r *release) deb(arch string, program []byte) ([]byte, error) {
	t, err := r.debTree(program)
	if err != nil {
		return nil, err
	}
	var sums strings.Builder
	size := 0
	for _, name := range t.paths() {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(t[name].data), name)
		size += len(t[name].data) + 1023
	}
	control := fmt.Sprintf(`Package: fragscope
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Depends: %s
Recommends: %s
Suggests: %s
Section: video
Priority: optional
Description: %s
 Fragscope opens recorded matches of Quake, QuakeWorld, Quake II, Quake III
 and Quake Live and shows them on the map, with all players and everything
 that happens, at any speed and in both directions. The games themselves
 are not needed; where they are installed, their maps are used.
 .
%s`, debVersion(r.version), arch, debMaintainer, size/1024, debDepends, debRecommends, debSuggests, lowerFirst(desktop.Summary), folded(desktop.Network))
	meta := tree{"control": {[]byte(control), false}, "md5sums": {[]byte(sums.String()), false}}
	controlBall, err := meta.tarball("./", r.when)
	if err != nil {
		return nil, err
	}
	dataBall, err := t.tarball("./", r.when)
	if err != nil {
		return nil, err
	}
	return ar(r.when, []member{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", controlBall},
		{"data.tar.gz", dataBall}}), nil
}

// debVersion converts a version to Debian's form, where pre-releases have a tilde.
func debVersion(v string) string { return strings.Replace(v, "-", "~", 1) }

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// debChangelog returns this version's part of the changelog in Debian's format.
func (r *release) debChangelog() []byte {
	const width = 80
	var b strings.Builder
	fmt.Fprintf(&b, "fragscope (%s) unstable; urgency=medium\n\n", debVersion(r.version))
	for _, change := range changes(string(r.changelog), r.version) {
		line := "  *"
		for word := range strings.FieldsSeq(change) {
			if len(line)+1+len(word) > width {
				b.WriteString(line + "\n")
				line = "   "
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	fmt.Fprintf(&b, "\n -- %s  %s\n", debMaintainer, r.when.Format(time.RFC1123Z))
	return []byte(b.String())
}

// releases returns the versions in the changelog with their dates, latest first. A version without a date gets the date
// of the commit.
func (r *release) releases() []desktop.Release {
	var out []desktop.Release
	for line := range strings.Lines(string(r.changelog)) {
		heading, ok := strings.CutPrefix(line, "## ")
		if !ok {
			continue
		}
		version, day, _ := strings.Cut(strings.TrimSpace(heading), " ")
		when, err := time.Parse("(2006-01-02)", strings.TrimSpace(day))
		if err != nil {
			when = r.when
		}
		var sentences []string
		for _, c := range changes(string(r.changelog), version) {
			sentences = append(sentences, strings.ReplaceAll(strings.Join(strings.Fields(c), " "), "`", ""))
		}
		out = append(out, desktop.Release{Version: version, Date: when, Changes: sentences})
	}
	return out
}

// changes returns the list items below a version's heading in the changelog.
func changes(changelog, version string) []string {
	_, text, _ := strings.Cut(changelog, "\n## "+version)
	text, _, _ = strings.Cut(text, "\n## ")
	var out []string
	for line := range strings.Lines(text) {
		if item, ok := strings.CutPrefix(line, "- "); ok {
			out = append(out, item)
		} else if len(out) > 0 && strings.HasPrefix(line, "  ") {
			out[len(out)-1] += line
		}
	}
	return out
}

// roundTime returns a time that zip can represent: even seconds, not before 1980.
func roundTime(seconds int64) time.Time {
	const year1980 = 315532800
	return time.Unix(max(seconds, year1980)&^1, 0).UTC()
}

// folded wraps a text into the lines of a description, each starting with a space.
func folded(text string) string {
	var b strings.Builder
	line := ""
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 76 {
			b.WriteString(line + "\n")
			line = ""
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
	return b.String()
}
