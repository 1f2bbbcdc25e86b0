//go:build js

// Command web is the version of Fragscope that runs in a web page. It has the viewer's window but no command line. With
// the build tag page, it is the runtime of saved pages, each of which contains its own demo instead of the sample.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/sim/moment"
	"fragscope/viewer"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
	"fragscope/viewer/page"
)

// garbage is the amount of garbage that triggers a collection, as a percentage of the memory in use. It is low because
// a page never returns memory: it keeps its peak.
const garbage = 40

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, outlet.Terminal(err.Error()))
		os.Exit(1)
	}
}

// run shows the window until it is closed.
func run() error {
	debug.SetGCPercent(garbage)
	show, err := content()
	if err != nil {
		return err
	}
	p := &browser{maps: builtMaps(), show: show, files: map[string]pageFile{}, requests: make(chan instance.Request, 4),
		encoders: findEncoders()}
	moments := make(chan link.Moment, 4)
	o := viewer.Options{
		Demos: p, Maps: p, Platform: p, Requests: p.requests, Moments: moments, PageProgram: pageProgram,
		Store: store(show != nil),
	}
	p.start(&o, link.Parse(address()))
	// The page calls this with the list of files that were dropped or chosen.
	open := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			files := pageFiles(args[0])
			go fault.Guard(func() error {
				p.take(files)
				return nil
			})
		}
		return nil
	})
	defer open.Release()
	js.Global().Set("fragscopeOpen", open)
	turned := js.FuncOf(func(js.Value, []js.Value) any {
		m := link.Parse(address())
		if m.Demo != "" && show == nil {
			p.askOther(p.offer(m.Demo))
		}
		select {
		case moments <- m:
		default:
		}
		return nil
	})
	defer turned.Release()
	js.Global().Call("addEventListener", "hashchange", turned)
	rescale := followPixels()
	defer rescale.Release()
	return viewer.Run(o)
}

// start sets the options for the page's content and the moment in its address.
func (p *browser) start(o *viewer.Options, m link.Moment) {
	switch show := p.show; {
	case show != nil:
		o.Files = []string{"/" + showName(show)}
		if _, err := o.Store.Notes(o.Files[0]); err != nil { // otherwise the user's own, which already include these
			o.Notes = show.Notes
		}
		if !o.Store.Turned() {
			for level, quarters := range show.Turns {
				_ = o.Store.SetTurn(level, quarters) // an unsaved turn does no harm
			}
		}
		if m.At == nil && show.At > 0 {
			at := moment.At(show.At)
			m.At = &at
		}
	case m.Sample:
		o.Files = []string{sampleName}
	case m.Demo != "":
		o.Files = p.offer(m.Demo)
	default:
		o.Files = p.offer(link.Demos(address())...)
	}
	p.last = o.Files
	o.At, o.Follow, o.Speed, o.Paused, o.Loop, o.LoopFrom, o.LoopTo = m.At, m.Follow, m.Speed, m.Paused, m.Loop,
		m.From, m.To
}

// showName returns the name that the page's own demo is opened by.
func showName(s *page.Show) string { return outlet.FileName(s.Name) }

// address returns the page's address.
func address() string { return js.Global().Get("location").Get("href").String() }

// content returns the content of a saved page, or nil in any other page.
func content() (*page.Show, error) {
	e := js.Global().Get("document").Call("getElementById", "content")
	if !e.Truthy() {
		return nil, nil
	}
	defer e.Set("textContent", "")
	return page.Read(e.Get("textContent").String())
}

// pageProgram returns the program part of a saved page: that of this page, or a file next to it.
func pageProgram() ([]byte, error) {
	text, err := await(js.Global().Call("fragscopeProgram"))
	if err != nil {
		return nil, err
	}
	return []byte(text.String()), nil
}
