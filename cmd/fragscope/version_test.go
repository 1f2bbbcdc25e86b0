package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersions(t *testing.T) {
	const hash, pattern = "0123456789abcdef0123456789abcdef01234567", "$Format:%H %D$\n"
	clone := func(main, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: main},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: hash}, {Key: "vcs.modified", Value: modified}}}
	}
	for _, test := range []struct {
		what     string
		info     *debug.BuildInfo
		archived string
		want     string
	}{
		{"a clone", clone("v0.0.0-20260102120000-0123456789ab", "false"), pattern, next + "-dev, commit 0123456789ab"},
		{"a clone with changes", clone("v0.0.0-20260102120000-0123456789ab+dirty", "true"), pattern,
			next + "-dev, commit 0123456789ab-modified"},
		{"a clone of a tag", clone("v1.2.3", "false"), pattern, "1.2.3, commit 0123456789ab"},
		{"a clone of a tag with changes", clone("v1.2.3+dirty", "true"), pattern,
			next + "-dev, commit 0123456789ab-modified"},
		{"go install of a commit",
			&debug.BuildInfo{Main: debug.Module{Version: "v0.2.1-0.20260102120000-0123456789ab"}}, pattern,
			next + "-dev, commit 0123456789ab"},
		{"go install of a release", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, pattern, "1.2.3"},
		{"an archive", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, hash + " HEAD -> main\n",
			next + "-dev, commit 0123456789ab"},
		{"an archive of the release", nil, hash + " HEAD, tag: v" + next + "\n", next + ", commit 0123456789ab"},
		{"nothing known", nil, pattern, next + "-dev"},
	} {
		if got := versionOf(test.info, test.archived); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

// TestNextVersion holds that the program's version is the first one in CHANGELOG.md.
func TestNextVersion(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## ")
	if first := strings.Fields(rest); len(first) == 0 || first[0] != next {
		t.Errorf("CHANGELOG.md begins with %q, version.go has %s", first[0], next)
	}
}
