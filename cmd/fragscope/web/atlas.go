//go:build js && !page

package main

import (
	"context"
	"syscall/js"
	"time"

	"fragscope/assets/learned"
)

const (
	// atlasFile is the atlas of learned maps, next to the program on the server: it is a fifth of the program's size,
	// and few demos need it.
	atlasFile = "atlas.bin"
	// atlasPatience is the time for which a map waits for the atlas. Without it the map grows from its demo alone.
	atlasPatience = 2 * time.Second
)

// atlas is an atlas being fetched in the background.
type atlas struct {
	learned.Atlas
	ready chan struct{} // closed when it has arrived or failed to
}

// fetchAtlas starts fetching the atlas.
func fetchAtlas() *atlas {
	a := &atlas{ready: make(chan struct{})}
	go func() {
		defer close(a.ready)
		if data, err := fetch(atlasFile); err == nil {
			a.Atlas, _ = learned.Decode(data)
		}
	}()
	return a
}

// fetch fetches a file next to the page.
func fetch(name string) ([]byte, error) {
	blob, err := fetchBlob(name)
	if err != nil {
		return nil, err
	}
	buffer, err := await(blob.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	data := make([]byte, buffer.Get("byteLength").Int())
	js.CopyBytesToGo(data, js.Global().Get("Uint8Array").New(buffer))
	return data, nil
}

// Atlas returns the atlas of learned maps, or nil if the page does not receive it in time.
func (p *browser) Atlas(ctx context.Context) learned.Atlas {
	p.atlasOnce.Do(func() { p.atlas = fetchAtlas() })
	select {
	case <-p.atlas.ready:
		return p.atlas.Atlas
	case <-time.After(atlasPatience):
	case <-ctx.Done():
	}
	return nil
}
