package viewer

import (
	"slices"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/platform"
)

// shifted maps characters to those on the same key of a US keyboard with Shift, for actions bound to the latter.
var shifted = map[action.Key]action.Key{"/": "?", "=": "+"}

// Repetition of held keys.
const (
	repeatAfter = 320 * time.Millisecond
	repeatEvery = 45 * time.Millisecond
)

// keyboard handles the keys.
type keyboard struct {
	*rooms
	held    []heldKey
	holding action.ID // the action that lasts while its key is held
}

type heldKey struct {
	key   action.Key
	since time.Time
	next  time.Time
}

// stroke is a key press or its repetition.
type stroke struct {
	chord  action.Chord
	repeat bool
}

// step handles the keys of an update.
func (k *keyboard) step(in platform.Input) {
	down, up := k.strokes(in)
	if in.Mods&(action.Ctrl|action.Alt) == 0 && len(in.Typed) > 0 {
		k.parts.typed(in.Typed)
	}
	for _, s := range down {
		act, ok := k.prefs.binds.Lookup(s.chord)
		letter, own := k.parts.surface.letter(s.chord)
		switch {
		case k.parts.stroke(s.chord):
		case !ok && own && !s.repeat && !k.overlay.Active():
			k.parts.Do(letter)
		case !ok || s.repeat && !act.Repeat:
		case act.Hold:
			k.hold(act.ID, true)
		default:
			k.parts.Do(act.ID)
		}
	}
	if b, ok := k.prefs.binds.Action(k.holding); ok {
		for _, c := range b.Keys {
			if slices.Contains(up, c.Key) {
				k.hold(b.ID, false)
			}
		}
	}
}

func (k *keyboard) hold(id action.ID, down bool) {
	k.holding = ""
	if down {
		k.holding = id
	}
	k.parts.actions[id].Held(down)
}

// strokes returns the key presses of an update, and the keys released.
func (k *keyboard) strokes(in platform.Input) (down []stroke, up []action.Key) {
	kept := k.held[:0]
	for _, h := range k.held {
		if slices.Contains(in.Keys, h.key) {
			kept = append(kept, h)
		} else {
			up = append(up, h.key)
		}
	}
	k.held = kept
	for i := range k.held {
		if h := &k.held[i]; !in.Now.Before(h.next) {
			down = append(down, stroke{chordOf(h.key, in), true})
			h.next = in.Now.Add(repeatEvery)
		}
	}
	for _, key := range in.Keys {
		if !slices.ContainsFunc(k.held, func(h heldKey) bool { return h.key == key }) {
			k.held = append(k.held, heldKey{key, in.Now, in.Now.Add(repeatAfter)})
			down = append(down, stroke{chordOf(key, in), false})
		}
	}
	return down, up
}

// chordOf returns the key with the held modifiers. A character typed with Shift stands for itself, without Shift.
func chordOf(key action.Key, in platform.Input) action.Chord {
	c := action.Chord{Mods: in.Mods, Key: key}
	if in.Mods&action.Shift != 0 {
		if s, ok := shifted[key]; ok {
			c.Key = s
		}
	}
	if len(in.Typed) == 1 && in.Mods&(action.Ctrl|action.Alt) == 0 {
		if t := in.Typed[0]; t == '?' || t == '+' {
			c.Key = action.Key(t)
		}
	}
	return c
}
