package gamedata

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

// With a cache a folder of many demos is listed once, and not for each of them.
func TestCache(t *testing.T) {
	files := map[string][]byte{"maps/a.bsp": []byte("a"), "pak0.pak": pak("maps/b.bsp", "b")}
	for i := range 300 {
		files[fmt.Sprintf("%d.dem", i)] = nil
	}
	dir := tree(t, files)
	var cache Cache
	search := func(i int) *Path {
		return New(Options{Demo: filepath.Join(dir, fmt.Sprintf("%d.dem", i)), Mods: []string{"mod"}, NoInstalls: true,
			Cache: &cache})
	}
	first := search(0)
	if f, err := first.Map("a", Want{}); err != nil || string(f.Data) != "a" {
		t.Fatal(f, err)
	}
	var all sync.WaitGroup
	for i := range 300 {
		all.Go(func() {
			p := search(i)
			if f, err := p.Map("b", Want{}); err != nil || string(f.Data) != "b" {
				t.Error(f, err)
			}
			if len(p.folders) != len(first.folders) || p.folders[0] != first.folders[0] {
				t.Error("the folder was looked at again")
			}
		})
	}
	all.Wait()
	if n := testing.AllocsPerRun(10, func() { search(1) }); n > 50 {
		t.Errorf("%v allocations for another demo of the folder", n)
	}
	if f, err := New(Options{Dirs: []string{dir}, NoInstalls: true, Cache: &cache}).Map("a", Want{}); err != nil ||
		string(f.Data) != "a" {
		t.Error("another search:", f, err)
	}
}

// What is kept does not grow without end.
func TestCacheIsBounded(t *testing.T) {
	dir := tree(t, map[string][]byte{"big0.bsp": make([]byte, maxRecent/2), "big1.bsp": make([]byte, maxRecent/2),
		"big2.bsp": make([]byte, maxRecent)})
	var cache Cache
	for i := range 6 {
		if _, err := New(Options{Dirs: []string{dir}, NoInstalls: true, Cache: &cache}).Map(fmt.Sprintf("big%d", i%3),
			Want{}); err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, c := range cache.recent {
			total += len(c.data)
		}
		if total > maxRecent {
			t.Errorf("%d bytes kept", total)
		}
	}
	for i := range 2 * maxKept {
		cache.folder(filepath.Join(dir, fmt.Sprint(i)))
	}
	if len(cache.folders) > maxKept {
		t.Errorf("%d folders kept", len(cache.folders))
	}
}
