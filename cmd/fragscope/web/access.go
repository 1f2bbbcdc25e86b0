//go:build js

package main

import (
	"syscall/js"

	"fragscope/viewer/platform"
)

// Narrate passes two texts for screen readers to the page. The first text describes what the window shows. The second
// text is read out, unless it is empty.
func (*browser) Narrate(now, aloud string) { js.Global().Call("fragscopeSay", now, aloud) }

// Offer makes the page show a plain button for each element of list. When a button is pressed, the page calls use with
// the index of the element.
func (p *browser) Offer(list []platform.Button, use func(int)) {
	buttons := make([]any, len(list))
	for i, b := range list {
		m := map[string]any{"group": b.Group, "name": b.Name, "hint": b.Hint}
		if b.Switch {
			m["pressed"] = b.On
		}
		buttons[i] = m
	}
	p.use.Release()
	p.use = js.FuncOf(func(_ js.Value, args []js.Value) any {
		use(args[0].Int())
		return nil
	})
	js.Global().Set("fragscopeUse", p.use)
	js.Global().Call("fragscopeControls", buttons)
}
