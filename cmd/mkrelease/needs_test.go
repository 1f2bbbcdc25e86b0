package main

import (
	"os"
	"regexp"
	"testing"
)

// TestToolchains holds that make, where there is no Go, can load the release that go.mod names.
func TestToolchains(t *testing.T) {
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	needs, err := os.ReadFile("../../.ci/needs")
	if err != nil {
		t.Fatal(err)
	}
	release := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(module)
	if release == nil {
		t.Fatal("go.mod names no release")
	}
	for _, system := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"} {
		name := "go" + string(release[1]) + "." + system
		if !regexp.MustCompile(regexp.QuoteMeta(name) + `\) echo [0-9a-f]{64} ;;`).Match(needs) {
			t.Errorf(".ci/needs has no checksum of %s", name)
		}
	}
}
