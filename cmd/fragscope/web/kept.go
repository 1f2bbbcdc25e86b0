//go:build js

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"syscall/js"

	"fragscope/viewer/settings"
)

// database holds the texts that the browser keeps for pages, by name. All of them are read at the start, as the program
// cannot wait for the browser while it draws.
type database struct {
	mu     sync.Mutex
	texts  map[string]string
	stores bool  // the browser can store texts
	failed error // why something was not stored; returned by the next write
	change js.Func
}

// openDatabase reads the texts that the browser has kept. If it cannot keep any, later writes report that.
func openDatabase() *database {
	d := &database{texts: map[string]string{}}
	d.change = js.FuncOf(func(_ js.Value, args []js.Value) any { // another window has written
		d.mu.Lock()
		defer d.mu.Unlock()
		d.texts[args[0].String()] = args[1].String()
		return nil
	})
	list, err := await(js.Global().Call("fragscopeKept", d.change))
	if err != nil {
		return d
	}
	d.stores = true
	for i := 0; i+1 < list.Length(); i += 2 {
		d.texts[list.Index(i).String()] = list.Index(i + 1).String()
	}
	return d
}

// kept are the files in a part of the database. Files that need not last are kept in memory.
type kept struct {
	*database
	part   string
	passed settings.Memory
}

// Read implements settings.Files.
func (k kept) Read(name string) ([]byte, error) {
	if !settings.Lasting(name) {
		return k.passed.Read(name)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if text, ok := k.texts[k.part+name]; ok {
		return []byte(text), nil
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Write implements settings.Files. The browser stores the file asynchronously. If that fails, the next call to Write
// returns the error.
func (k kept) Write(name string, data []byte) error {
	if !settings.Lasting(name) {
		return k.passed.Write(name, slices.Clone(data))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.stores {
		return errors.New(msgNoStorage)
	}
	if err := k.failed; err != nil {
		k.failed = nil
		return err
	}
	k.texts[k.part+name] = string(data)
	stored := js.Global().Call("fragscopeKeep", k.part+name, string(data))
	go func() {
		if _, err := await(stored); err != nil {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.failed = fmt.Errorf(msgNoRoom, err)
		}
	}()
	return nil
}

// Where returns a phrase that describes where the named file is stored.
func (k kept) Where(name string) string { return "this browser's storage, " + name }

// store returns the store for the program's files. Settings are shared by all pages of the site. Data about demos
// belongs to this page alone if it has its own demo.
func store(saved bool) settings.Store {
	d := openDatabase()
	data := "data/"
	if saved {
		data = "page" + js.Global().Get("location").Get("pathname").String() + "/"
	}
	return settings.Store{Config: kept{d, "config/", settings.Memory{}}, Data: kept{d, data, settings.Memory{}}}
}
