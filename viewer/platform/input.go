package platform

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"fragscope/viewer/action"
)

// Input describes the state of the keyboard, mouse and touch screen during one update.
type Input struct {
	Now     time.Time
	Keys    []action.Key // held, without modifiers
	Mods    action.Mod
	Typed   []rune
	X, Y    float64 // mouse, in device pixels
	Left    bool
	Right   bool
	WheelX  float64 // notches of a wheel, to the right
	WheelY  float64 // notches, away from the user
	Touches []Touch
	// Coarse is set if the user points with fingers instead of a mouse.
	Coarse  bool
	Dropped []string
	Closing bool
}

// Touch describes a finger touching the screen.
type Touch struct {
	ID   int
	X, Y float64 // in device pixels
	// Began is the time at which the finger touched the screen, according to the system's clock. Held is the time
	// elapsed since then. Both are zero if the system does not report them.
	Began time.Time
	Held  time.Duration
}

// keyNames maps keys to names, letters and signs by their positions on a US keyboard; the system's own layout overrides
// these.
var keyNames = map[ebiten.Key]action.Key{
	ebiten.KeySpace: "Space", ebiten.KeyArrowLeft: "Left", ebiten.KeyArrowRight: "Right", ebiten.KeyArrowUp: "Up",
	ebiten.KeyArrowDown: "Down", ebiten.KeyHome: "Home", ebiten.KeyEnd: "End", ebiten.KeyPageUp: "PgUp",
	ebiten.KeyPageDown: "PgDn", ebiten.KeyBackspace: "Backspace", ebiten.KeyTab: "Tab", ebiten.KeyEscape: "Esc",
	ebiten.KeyEnter: "Enter", ebiten.KeyInsert: "Insert", ebiten.KeyDelete: "Delete", ebiten.KeyPause: "Pause",
	ebiten.KeyPrintScreen: "PrintScreen", ebiten.KeyContextMenu: "Menu", ebiten.KeyNumpadEnter: "NumpadEnter",
	ebiten.KeyF1: "F1", ebiten.KeyF2: "F2", ebiten.KeyF3: "F3", ebiten.KeyF4: "F4", ebiten.KeyF5: "F5",
	ebiten.KeyF6: "F6", ebiten.KeyF7: "F7", ebiten.KeyF8: "F8", ebiten.KeyF9: "F9", ebiten.KeyF10: "F10",
	ebiten.KeyF11: "F11", ebiten.KeyF12: "F12", ebiten.KeyComma: ",", ebiten.KeyPeriod: ".", ebiten.KeyMinus: "-",
	ebiten.KeyEqual: "=", ebiten.KeySlash: "/", ebiten.KeyBracketLeft: "[", ebiten.KeyBracketRight: "]",
	ebiten.KeySemicolon: ";", ebiten.KeyQuote: "'", ebiten.KeyBackquote: "`", ebiten.KeyBackslash: "\\",
	ebiten.KeyNumpadAdd: "+", ebiten.KeyNumpadSubtract: "-", ebiten.KeyNumpadDecimal: ".", ebiten.KeyNumpadDivide: "/",
	ebiten.KeyNumpadMultiply: "*", ebiten.KeyDigit0: "0", ebiten.KeyDigit1: "1", ebiten.KeyDigit2: "2",
	ebiten.KeyDigit3: "3", ebiten.KeyDigit4: "4", ebiten.KeyDigit5: "5", ebiten.KeyDigit6: "6", ebiten.KeyDigit7: "7",
	ebiten.KeyDigit8: "8", ebiten.KeyDigit9: "9", ebiten.KeyNumpad0: "0", ebiten.KeyNumpad1: "1",
	ebiten.KeyNumpad2: "2", ebiten.KeyNumpad3: "3", ebiten.KeyNumpad4: "4", ebiten.KeyNumpad5: "5",
	ebiten.KeyNumpad6: "6", ebiten.KeyNumpad7: "7", ebiten.KeyNumpad8: "8", ebiten.KeyNumpad9: "9",
}

// keyOf returns the name of a key. Letters and signs are named as on the user's keyboard; digits stay where they are,
// as on some layouts they need Shift.
func keyOf(k ebiten.Key) action.Key {
	if name, ok := keyNames[k]; ok {
		if len(name) == 1 && (name[0] < '0' || name[0] > '9') {
			if own := ebiten.KeyName(k); len([]rune(own)) == 1 && own > " " && (own < "0" || own > "9") {
				return action.Key(strings.ToUpper(own))
			}
		}
		return name
	}
	if k >= ebiten.KeyA && k <= ebiten.KeyZ {
		if own := ebiten.KeyName(k); len([]rune(own)) == 1 && own > " " {
			return action.Key(strings.ToUpper(own))
		}
		return action.Key(rune('A') + rune(k-ebiten.KeyA))
	}
	return ""
}

// Reader reads the window's input. It reuses its buffers, so each read invalidates the previous Input.
type Reader struct {
	pressed []ebiten.Key
	keys    []action.Key
	typed   []rune
	ids     []ebiten.TouchID
	touches []Touch
	wheel   wheel
}

// Read returns the input for the current update. A key or button pressed and released since the last update counts as
// held.
func (r *Reader) Read() Input {
	in := Input{Now: time.Now()}
	r.pressed = inpututil.AppendJustPressedKeys(inpututil.AppendPressedKeys(r.pressed[:0]))
	r.keys = r.keys[:0]
	for _, k := range r.pressed {
		switch k {
		case ebiten.KeyShiftLeft, ebiten.KeyShiftRight:
			in.Mods |= action.Shift
		case ebiten.KeyAltLeft, ebiten.KeyAltRight:
			in.Mods |= action.Alt
		case ebiten.KeyControlLeft, ebiten.KeyControlRight, ebiten.KeyMetaLeft, ebiten.KeyMetaRight:
			in.Mods |= action.Ctrl
		default:
			if name := keyOf(k); name != "" && !slices.Contains(r.keys, name) {
				r.keys = append(r.keys, name)
			}
		}
	}
	r.typed = ebiten.AppendInputChars(r.typed[:0])
	in.Keys, in.Typed = r.keys, r.typed
	in.X, in.Y = ebiten.CursorPositionF()
	in.Left = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft) ||
		inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft)
	in.Right = ebiten.IsMouseButtonPressed(ebiten.MouseButtonRight) ||
		inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonRight)
	x, y := ebiten.Wheel()
	in.WheelX, in.WheelY = r.wheel.notches(x, y, in.Now)
	r.ids, r.touches = ebiten.AppendTouchIDs(r.ids[:0]), r.touches[:0]
	for _, id := range r.ids {
		x, y := ebiten.TouchPositionF(id)
		began, held := fingerTimes(id)
		r.touches = append(r.touches, Touch{int(id), x, y, began, held})
	}
	in.Touches, in.Coarse = r.touches, coarse()
	if files := ebiten.DroppedFiles(); files != nil {
		in.Dropped = dropped(files, ".")
	}
	in.Closing = ebiten.IsWindowBeingClosed()
	return in
}

// dropped returns the paths of the files and folders in a folder of what was dropped onto the window; "." contains
// everything. Files dropped from several places are in folders that lead there: only the entries on the way have
// paths of their own, not the contents of a dropped folder.
func dropped(files fs.FS, folder string) []string {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		at, ok := e.(ebiten.AbsPather)
		if !ok {
			return nil
		}
		var inside []string
		if e.IsDir() {
			inside = dropped(files, path.Join(folder, e.Name()))
		}
		if len(inside) > 0 {
			out = append(out, inside...)
		} else {
			out = append(out, at.AbsPath())
		}
	}
	return out
}
