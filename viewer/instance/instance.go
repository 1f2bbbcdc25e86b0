// Package instance lets a second instance of the program pass its files to the window that is already open.
//
// The first window holds a lock and listens on a Unix socket, which Windows also supports, in a folder that only the
// user can access. Nothing is sent over the network. A later instance connects and writes one request, a line of JSON,
// to which the window replies with the line "ok". The system releases the lock when the window's process ends for any
// reason. A later instance can therefore detect that a socket file was left behind by a process that has ended.
package instance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"fragscope/formats/base/outlet"
	"fragscope/sim/moment"
)

// Request is a request to open files in a window.
type Request struct {
	Files  []string       `json:"files"` // absolute paths
	At     *moment.Moment `json:"at,omitempty"`
	Follow string         `json:"follow,omitempty"`
	Speed  float64        `json:"speed,omitempty"`
	Paused bool           `json:"paused,omitempty"`
	// GameDirs are game folders to search for maps, as absolute paths.
	GameDirs []string `json:"game_dirs,omitempty"`
	// Token is the activation token that the desktop issued to the requesting program. It allows the window to come to
	// the front.
	Token string `json:"token,omitempty"`
}

const (
	// maxRequest is the maximum size of a request in bytes: some thousand long paths.
	maxRequest = 1 << 20
	// patience is how long to wait for a window that holds the lock but does not answer.
	patience = 2 * time.Second
	// talk is how long a conversation may take.
	talk = 5 * time.Second
	// retry is the pause between attempts to reach a window that is just starting.
	retry = 20 * time.Millisecond
)

const answer = "ok\n"

// ErrNone is returned if no window is receiving requests.
var ErrNone = errors.New(msgNone)

// Place identifies the lock and the socket shared by all instances of the program that the same user runs on the same
// display. It consists of a folder and a name.
type Place struct {
	dir, name string
}

// At returns the Place with the given name in the folder dir, which must be private to the user. It creates dir if
// necessary.
func At(dir, name string) (Place, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Place{}, fmt.Errorf(msgFolder, err)
	}
	if err := private(dir); err != nil {
		return Place{}, fmt.Errorf("%s: %w", dir, err)
	}
	return Place{dir, name}, nil
}

func (p Place) socket() string { return filepath.Join(p.dir, p.name+".sock") }

func (p Place) lock() *flock.Flock {
	return flock.New(filepath.Join(p.dir, p.name+".lock"), flock.SetFlag(os.O_RDWR|os.O_CREATE),
		flock.SetPermissions(0o600))
}

// Send sends r to the window receiving requests at p. It returns [ErrNone] if there is no such window.
func (p Place) Send(r Request) error {
	held, err := p.held()
	if err != nil {
		return err
	}
	if !held {
		return ErrNone
	}
	// A window that holds the lock will listen soon; do not wait for one that hangs.
	var conn net.Conn
	for end := time.Now().Add(patience); ; time.Sleep(retry) {
		if conn, err = net.DialTimeout("unix", p.socket(), patience); err == nil {
			break
		}
		if time.Now().After(end) {
			return fmt.Errorf("%w: %w", ErrNone, err)
		}
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(talk)); err != nil {
		return err
	}
	sent := r
	sent.Files = nil
	for _, file := range r.Files {
		sent.Files = append(sent.Files, outlet.Exact(file)) // JSON cannot hold bytes that are not text
	}
	line, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	if _, err := conn.Write(append(line, '\n')); err != nil {
		return fmt.Errorf(msgHandingOver, err)
	}
	reply := make([]byte, len(answer))
	if _, err := io.ReadFull(conn, reply); err != nil || string(reply) != answer {
		return fmt.Errorf(msgNoAnswer, err)
	}
	return nil
}

// held reports whether a window holds the lock.
func (p Place) held() (bool, error) {
	lock := p.lock()
	defer lock.Close()
	ok, err := lock.TryLock()
	if err != nil {
		return false, fmt.Errorf(msgLock, err)
	}
	return !ok, nil
}

// Window receives the requests sent to the open window.
type Window struct {
	lock     *flock.Flock
	listener net.Listener
	requests chan Request
	done     chan struct{}
	closing  sync.Once
	served   sync.WaitGroup
}

// Own makes this instance the receiver of requests at p. It returns [ErrTaken] if another instance is already receiving
// them.
func (p Place) Own() (*Window, error) {
	lock := p.lock()
	if ok, err := lock.TryLock(); err != nil || !ok {
		lock.Close()
		return nil, errors.Join(ErrTaken, err)
	}
	// The holder of the lock may remove what a dead window left.
	os.Remove(p.socket())
	l, err := net.Listen("unix", p.socket())
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf(msgListening, err)
	}
	w := &Window{lock: lock, listener: l, requests: make(chan Request), done: make(chan struct{})}
	w.served.Add(1)
	go w.listen()
	return w, nil
}

// ErrTaken is returned if another instance is already receiving requests.
var ErrTaken = errors.New(msgTaken)

// Requests returns the channel on which requests are delivered. It is never closed.
func (w *Window) Requests() <-chan Request { return w.requests }

// Close stops receiving requests. Another instance can then receive them.
func (w *Window) Close() {
	w.closing.Do(func() {
		close(w.done)
		w.listener.Close() // removes the socket
		w.served.Wait()
		w.lock.Close()
	})
}

func (w *Window) listen() {
	defer w.served.Done()
	for {
		conn, err := w.listener.Accept()
		switch {
		case err == nil:
			w.served.Add(1)
			go w.serve(conn)
		case errors.Is(err, net.ErrClosed):
			return
		default:
			time.Sleep(retry)
		}
	}
}

// serve reads one request and passes it to the window.
func (w *Window) serve(conn net.Conn) {
	defer w.served.Done()
	defer conn.Close()
	if conn.SetDeadline(time.Now().Add(talk)) != nil {
		return
	}
	line, err := bufio.NewReader(io.LimitReader(conn, maxRequest)).ReadBytes('\n')
	if err != nil {
		return
	}
	var r Request
	if json.Unmarshal(line, &r) != nil {
		return
	}
	for i, file := range r.Files {
		if r.Files[i], err = outlet.FromExact(file); err != nil {
			return
		}
	}
	select {
	case w.requests <- r:
		_, _ = io.WriteString(conn, answer) // without it, the other side opens its own window
	case <-w.done:
	case <-time.After(talk):
	}
}
