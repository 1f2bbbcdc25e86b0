//go:build js

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall/js"

	"fragscope/assets/gamedata"
	"fragscope/formats"
	"fragscope/sim"
	"fragscope/viewer/instance"
)

// readMap reads a map that the page was given. It is called when a demo needs the map.
type readMap func() ([]byte, error)

// maxMap bounds a map that is a separate file, in bytes.
const maxMap = 512 << 20

// take takes files from the page: it keeps maps and opens demos. From a folder it skips files that are neither.
func (p *browser) take(files []pageFile) {
	var demos []string
	maps := 0
	slices.SortStableFunc(files, func(a, b pageFile) int {
		return strings.Compare(strings.ToLower(a.name),
			strings.ToLower(b.name))
	})
	for _, f := range files {
		if n := p.addMaps(f); n > 0 {
			maps += n
			continue
		}
		if f.inFolder && !isDemo(f.name) {
			continue
		}
		p.mu.Lock()
		p.files[f.name] = f
		p.mu.Unlock()
		demos = append(demos, f.name)
	}
	p.mu.Lock()
	if len(demos) > 0 {
		p.last = demos
	}
	open := p.last
	p.mu.Unlock()
	if len(demos) == 0 && maps == 0 {
		return
	}
	p.ask(open)
}

// ask requests that files be opened.
func (p *browser) ask(files []string) {
	select {
	case p.requests <- instance.Request{Files: files}:
	default: // more than anyone can watch
	}
}

// askOther requests that files be opened, unless they are the ones requested last.
func (p *browser) askOther(files []string) {
	p.mu.Lock()
	same := slices.Equal(files, p.last)
	p.last = files
	p.mu.Unlock()
	if !same {
		p.ask(files)
	}
}

// isDemo reports whether a file has the name of a demo, packed or not.
func isDemo(name string) bool {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zip"} {
		name = strings.TrimSuffix(name, packed)
	}
	return slices.Contains(formats.Extensions(), strings.TrimPrefix(path.Ext(name), "."))
}

// addMaps keeps the maps in a file and returns their number.
func (p *browser) addMaps(f pageFile) int {
	switch strings.ToLower(path.Ext(f.name)) {
	case ".bsp":
		p.addMap(strings.TrimSuffix(strings.ToLower(f.name), ".bsp"), func() ([]byte, error) {
			return io.ReadAll(io.NewSectionReader(&f, 0, min(f.size, maxMap)))
		})
		return 1
	case ".pak", ".pk3", ".zip":
		list, err := gamedata.MapsIn(&f, f.size)
		if err != nil {
			return 0
		}
		var one sync.Mutex
		for _, m := range list {
			p.addMap(m.Name, func() ([]byte, error) {
				one.Lock()
				defer one.Unlock()
				return m.Read()
			})
		}
		return len(list)
	}
	return 0
}

func (p *browser) addMap(name string, read readMap) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.maps[name] = read
}

// Holds reports whether the page has a map file or a saved plan for the level l.
func (p *browser) Holds(_ sim.Header, l sim.Level, _ []string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.maps[strings.ToLower(path.Base(l.Map))] != nil || p.show != nil && p.show.Plans[l.Map] != nil
}

// file returns a file that the page was given, or one on its site, which is fetched when it is first needed.
func (p *browser) file(name string) (*pageFile, error) {
	key := strings.TrimPrefix(name, "/")
	p.mu.Lock()
	f, ok := p.files[key]
	address := p.remote[key]
	p.mu.Unlock()
	switch {
	case ok:
		return &f, nil
	case address == "":
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	blob, err := fetchBlob(address)
	if err != nil {
		return nil, err
	}
	f = pageFile{name: key, size: int64(blob.Get("size").Float()), file: blob}
	p.mu.Lock()
	p.files[key] = f
	p.mu.Unlock()
	return &f, nil
}

// offer makes demos available by their addresses, relative to the page's, and returns the names to open them by. It
// skips those on other sites, which the page's policy would refuse. A member of an archive follows the archive's name,
// after a colon.
func (p *browser) offer(addresses ...string) (names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range addresses {
		file, member := a, ""
		for _, packed := range []string{".zip:", ".pk3:"} {
			if at := strings.Index(strings.ToLower(a), packed); at >= 0 {
				file, member = a[:at+len(packed)-1], a[at+len(packed)-1:]
			}
		}
		here, err := url.Parse(address())
		if err != nil {
			continue
		}
		to, err := here.Parse(file)
		if err != nil || to.Scheme != here.Scheme || to.Host != here.Host {
			continue
		}
		key := strings.TrimPrefix(to.Path, "/")
		if p.remote == nil {
			p.remote = map[string]string{}
		}
		p.remote[key] = file
		names = append(names, "/"+key+member)
	}
	return names
}

// address returns the address of the demo that is opened by the given name, or "" if it has none.
func (p *browser) address(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, address := range p.remote {
		if rest, ok := strings.CutPrefix(name, "/"+key); ok && (rest == "" || rest[0] == ':') {
			return address + rest
		}
	}
	return ""
}

var errNotFetched = errors.New(msgNotFetched)

// fetchBlob fetches a file from the page's site.
func fetchBlob(address string) (js.Value, error) {
	response, err := await(js.Global().Call("fetch", address))
	if err != nil {
		return js.Value{}, err
	}
	if !response.Get("ok").Bool() {
		return js.Value{}, fmt.Errorf("%w: %s", errNotFetched, address)
	}
	return await(response.Call("blob"))
}
