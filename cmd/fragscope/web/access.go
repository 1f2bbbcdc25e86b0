//go:build js

package main

import (
	"syscall/js"

	"fragscope/viewer/platform"
)

// Narrate passes descriptions of what is shown to the page, for use by screen readers.
func (*browser) Narrate(now, aloud string) { js.Global().Call("fragscopeSay", now, aloud) }

// Offer makes the page provide a plain button for each available action.
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
