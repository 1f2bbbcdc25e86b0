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

// database is what the browser keeps for pages, as texts by their names. All of it is read at the start, as the program
// cannot wait for the browser while it draws.
type database struct {
	mu     sync.Mutex
	texts  map[string]string
	stores bool  // the browser stores what is written
	failed error // why something was not stored; the next to write is told
	change js.Func
}

// openDatabase reads what the browser has kept; what it keeps nothing for is said when something is to be kept.
func openDatabase() *database {
	d := &database{texts: map[string]string{}}
	d.change = js.FuncOf(func(_ js.Value, args []js.Value) any { // another window wrote
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

// kept are the files of a part of the database. What need not last is kept in memory.
type kept struct {
	*database
	part   string
	passed settings.Memory
}

// Read reads a file.
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

// Write writes a file. The browser stores it a little later; if it could not, the next to write is told.
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

// Where says where a file is.
func (k kept) Where(name string) string { return "this browser's storage, " + name }

// store is where the program's files are. Settings are those of all pages of the site; what is kept of demos is of this
// page where it has its own demo.
func store(saved bool) settings.Store {
	d := openDatabase()
	data := "data/"
	if saved {
		data = "page" + js.Global().Get("location").Get("pathname").String() + "/"
	}
	return settings.Store{Config: kept{d, "config/", settings.Memory{}}, Data: kept{d, data, settings.Memory{}}}
}
