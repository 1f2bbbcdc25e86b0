package quake3

import (
	"bytes"
	"math"
	"strconv"
)

// Commands applies server commands to configstrings. After each message, the methods Command and Changed report the
// effect of that message.
type Commands struct {
	// Joined is set if everything after a configstring's number, unless quoted, is its text.
	Joined bool

	last  int32 // number of the last one
	words [][]byte
	big   struct { // parts of a configstring that is too long for a command
		index int
		text  []byte
		open  bool
	}
	command []byte
	changed int // index plus 1
	old     string
}

// Command returns the text of the server command in the last message. It returns nil if the last message was not a
// server command, was a repetition of an earlier command, or changed a configstring.
func (c *Commands) Command() []byte { return c.command }

// Changed returns the index and the old text of the configstring that the last message changed. If the message changed
// no configstring, index is -1.
func (c *Commands) Changed() (index int, old string) { return c.changed - 1, c.old }

// Applied returns c. It allows a type that embeds Commands to implement [ClipHistory].
func (c *Commands) Applied() *Commands { return c }

// Next prepares c for the next message. It must be called before each message.
func (c *Commands) Next() {
	if c.command != nil || c.changed != 0 {
		c.command, c.changed, c.old = nil, 0, ""
	}
}

// Begin starts a level. Commands numbered up to and including sequence are regarded as old.
func (c *Commands) Begin(sequence int32) { c.last, c.big.open = sequence, false }

// Renumber causes the next command to be regarded as new, whatever its number; see [Skipped.Renumbered].
func (c *Commands) Renumber() { c.last = math.MinInt32 }

// Apply applies the command m to the configstrings in texts. Old commands have no effect.
func (c *Commands) Apply(m *ServerCommand, texts []string) {
	if m.Sequence <= c.last {
		return
	}
	c.last = m.Sequence
	if !c.configstring(m.Text, texts) {
		c.command = m.Text
	}
}

// maxBig bounds a configstring sent in parts; the games' bound is 8192.
const maxBig = 64 << 10

// configstring handles `cs N "text"` and the parts `bcs0`, `bcs1` and `bcs2` of one that is too long for a command, and
// reports whether the command is one of them.
func (c *Commands) configstring(text []byte, texts []string) bool {
	if !bytes.HasPrefix(text, []byte("cs")) && !bytes.HasPrefix(text, []byte("bcs")) {
		return false
	}
	c.words = Tokenize(c.words[:0], text)
	if len(c.words) < 2 {
		return false
	}
	index, err := strconv.Atoi(string(c.words[1]))
	value := c.value()
	ok := err == nil && index >= 0 && index < len(texts)
	big := &c.big
	goesOn := ok && big.open && index == big.index && len(big.text)+len(value) <= maxBig
	switch string(c.words[0]) {
	default:
		return false
	case "cs":
		if ok {
			c.set(texts, index, value)
		}
	case "bcs0":
		big.index, big.text, big.open = index, append(big.text[:0], value...), ok
	case "bcs1", "bcs2":
		if !goesOn {
			break
		}
		big.text = append(big.text, value...)
		if c.words[0][3] == '2' {
			c.set(texts, index, big.text)
			big.open = false
		}
	}
	return true
}

// value returns the text that a command has for a configstring.
func (c *Commands) value() []byte {
	switch {
	case len(c.words) < 3:
		return nil
	case c.Joined:
		return bytes.Join(c.words[2:], []byte(" "))
	}
	return c.words[2]
}

func (c *Commands) set(texts []string, index int, text []byte) {
	if old := texts[index]; old != string(text) {
		texts[index] = string(text)
		c.changed, c.old = index+1, old
	}
}
