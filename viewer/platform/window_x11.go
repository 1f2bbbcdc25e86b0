//go:build !darwin && !js && !windows

package platform

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// screen is a separate connection to the X server, as the engine does not reveal its window.
type screen struct {
	*xgb.Conn
	root xproto.Window
}

func init() { xgb.Logger.SetOutput(io.Discard) } // it logs attempts that need not succeed

func openScreen() (*screen, error) {
	c, err := xgb.NewConn()
	if err != nil {
		return nil, err
	}
	return &screen{c, xproto.Setup(c).DefaultScreen(c).Root}, nil
}

// atom returns the atom with the given name.
func (s *screen) atom(name string) xproto.Atom {
	reply, err := xproto.InternAtom(s.Conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return reply.Atom
}

// numbers returns the numbers in a window's property.
func (s *screen) numbers(w xproto.Window, property string) (out []uint32) {
	const most = 4096
	reply, err := xproto.GetProperty(s.Conn, false, w, s.atom(property), xproto.GetPropertyTypeAny, 0, most).Reply()
	if err != nil || reply.Format != 32 {
		return nil
	}
	for i := range int(reply.ValueLen) {
		out = append(out, xgb.Get32(reply.Value[4*i:]))
	}
	return out
}

// own returns this program's window from the window manager's list, or 0 if there is none.
func (s *screen) own() xproto.Window {
	for _, w := range s.numbers(s.root, "_NET_CLIENT_LIST") {
		pid := s.numbers(xproto.Window(w), "_NET_WM_PID")
		if len(pid) == 1 && int(pid[0]) == os.Getpid() && s.is(xproto.Window(w), "fragscope\x00fragscope\x00") {
			return xproto.Window(w)
		}
	}
	return 0
}

// is reports whether a window has the given instance and class, which GTK's dialogs do not have.
func (s *screen) is(w xproto.Window, class string) bool {
	reply, err := xproto.GetProperty(s.Conn, false, w, xproto.AtomWmClass, xproto.AtomString, 0, 64).Reply()
	return err == nil && string(reply.Value) == class
}

// ownWindow returns the number of this program's window, or 0 if it is not found.
func ownWindow() uint32 {
	s, err := openScreen()
	if err != nil {
		return 0
	}
	defer s.Close()
	return uint32(s.own())
}

// activate asks the window manager for the front and the keyboard focus, on behalf of the user's click from which
// the token comes (it may be empty), and ends the indication that something is being started.
func activate(token string) {
	s, err := openScreen()
	if err != nil {
		return
	}
	defer s.Close()
	if w := s.own(); w != 0 {
		// Ask as a pager does for the user (EWMH, _NET_ACTIVE_WINDOW, source indication 2), who has just opened a
		// file.
		const byTheUser = 2
		s.tell(w, "_NET_ACTIVE_WINDOW", []uint32{byTheUser, clickTime(token), 0, 0, 0})
	}
	if token != "" {
		s.started(token)
	}
	s.Sync()
}

// clickTime returns the time of the user's click from a token of the startup notification protocol, "…_TIME123", or 0
// if it has none.
func clickTime(token string) uint32 {
	i := strings.LastIndex(token, "_TIME")
	if i < 0 {
		return 0
	}
	n, _ := strconv.ParseUint(token[i+len("_TIME"):], 10, 32)
	return uint32(n)
}

// tell sends a message about a window to the window manager.
func (s *screen) tell(w xproto.Window, name string, data []uint32) {
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: s.atom(name),
		Data: xproto.ClientMessageDataUnionData32New(data)}
	const toManagers = xproto.EventMaskSubstructureRedirect | xproto.EventMaskSubstructureNotify
	xproto.SendEvent(s.Conn, false, s.root, toManagers, string(e.Bytes()))
}

// started announces that the program identified by token has started (freedesktop.org, startup notification, "remove").
// The announcement is a zero-terminated text in messages of 20 bytes each.
func (s *screen) started(token string) {
	text := fmt.Sprintf("remove: ID=\"%s\"\x00", strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(token))
	from, err := xproto.NewWindowId(s.Conn)
	if err != nil {
		return
	}
	xproto.CreateWindow(s.Conn, 0, from, s.root, -1, -1, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwOverrideRedirect, []uint32{1})
	defer xproto.DestroyWindow(s.Conn, from)
	kind := s.atom("_NET_STARTUP_INFO_BEGIN")
	for ; text != ""; kind = s.atom("_NET_STARTUP_INFO") {
		var data [20]byte
		text = text[copy(data[:], text):]
		e := xproto.ClientMessageEvent{Format: 8, Window: from, Type: kind,
			Data: xproto.ClientMessageDataUnionData8New(data[:])}
		xproto.SendEvent(s.Conn, false, s.root, xproto.EventMaskPropertyChange, string(e.Bytes()))
	}
}
