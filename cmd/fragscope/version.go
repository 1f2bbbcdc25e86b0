package main

import "runtime/debug"

// release is set by the linker for released builds.
var release = ""

// version is the release, or the commit that the program was built from.
func version() string {
	if release != "" {
		return "fragscope " + release
	}
	commit := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				commit = s.Value[:12]
			}
		}
	}
	return "fragscope, built from commit " + commit
}
