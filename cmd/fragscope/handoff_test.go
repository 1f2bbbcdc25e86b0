//go:build !js

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/viewer/instance"
)

// What a second program sends and what the desktop hands over come on one channel.
func TestDocumentsAreRequests(t *testing.T) {
	requests, documents := make(chan instance.Request, 1), make(chan []string, 1)
	both := withDocuments(requests, documents)
	documents <- []string{"/a.dem", "/b.mvd"}
	if r := <-both; !slices.Equal(r.Files, []string{"/a.dem", "/b.mvd"}) || r.Paused || r.At != nil {
		t.Errorf("the documents became %+v", r)
	}
	requests <- instance.Request{Files: []string{"/c.dm2"}, Paused: true}
	if r := <-both; !slices.Equal(r.Files, []string{"/c.dm2"}) || !r.Paused {
		t.Errorf("the request became %+v", r)
	}
	if withDocuments(requests, nil) != (<-chan instance.Request)(requests) {
		t.Error("without documents the requests are not themselves")
	}
}

// Folders of games are handed over like files, by their whole paths, with a demo and without.
func TestFoldersAreHandedOver(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir("baseq3", 0o755); err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "baseq3")}
	if r := (&openCmd{GameDir: []string{"baseq3"}}).request(""); !slices.Equal(r.GameDirs, want) || len(r.Files) > 0 {
		t.Errorf("without a demo: %+v", r)
	}
	if r := (&openCmd{GameDir: []string{"baseq3"}, Files: []string{"sample:"}}).request(""); !slices.Equal(r.GameDirs,
		want) || !slices.Equal(r.Files, []string{"sample:"}) {
		t.Errorf("with a demo: %+v", r)
	}
	for _, test := range []struct {
		c    openCmd
		want bool
	}{
		{openCmd{}, true}, {openCmd{NewWindow: true, Files: []string{"a"}}, true},
		{openCmd{NewWindow: true, GameDir: want}, true},
		{openCmd{GameDir: want}, false}, {openCmd{Files: []string{"a"}, GameDir: want}, false},
		{openCmd{Files: []string{"a"}}, false},
	} {
		if got := test.c.ownWindow(); got != test.want {
			t.Errorf("%+v: a window of its own %v", test.c, got)
		}
	}
}
