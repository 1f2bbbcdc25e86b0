package main

import (
	_ "embed"
	"regexp"
	"runtime/debug"
	"strings"
)

// next is the first version in CHANGELOG.md: the next release, for a build between releases.
const next = "0.2.0"

// release is set to version and commit by the linker in released builds.
var release = ""

// archived is the commit and its names, as git writes them into the archives that it makes. In a checkout it is the
// pattern.
//
//go:embed commit.txt
var archived string

// version returns the program's name, its version and the commit it was built from.
func version() string {
	if release != "" {
		return "fragscope " + release
	}
	info, _ := debug.ReadBuildInfo()
	return "fragscope " + versionOf(info, archived)
}

var (
	pseudoVersion  = regexp.MustCompile(`-(?:0\.)?[0-9]{14}-([0-9a-f]{12})(\+dirty)?$`)
	releaseVersion = regexp.MustCompile(`^v([0-9]+\.[0-9]+\.[0-9]+(?:-[0-9a-z.]+)?)(\+dirty)?$`)
)

// versionOf returns version and commit as far as they are known, from what Go reports about the build (info, which
// may be nil) or from the archive that the sources came in.
func versionOf(info *debug.BuildInfo, archived string) string {
	number, commit := next+"-dev", ""
	if info != nil {
		modified := ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && len(s.Value) >= 12:
				commit = s.Value[:12]
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = "-modified"
			}
		}
		if m := pseudoVersion.FindStringSubmatch(info.Main.Version); m != nil {
			commit = m[1]
		} else if m := releaseVersion.FindStringSubmatch(info.Main.Version); m != nil && m[2] == "" {
			number = m[1]
		}
		if commit != "" {
			commit += modified
		}
	}
	if hash, names, _ := strings.Cut(strings.TrimSpace(archived), " "); commit == "" && len(hash) >= 12 &&
		!strings.HasPrefix(hash, "$") {
		commit = hash[:12]
		if strings.Contains(names+",", "tag: v"+next+",") {
			number = next
		}
	}
	if commit == "" {
		return number
	}
	return number + ", commit " + commit
}
