package viewer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/platform"
)

// narration records the texts for screen readers.
type narration struct {
	now     string
	aloud   []string
	buttons []platform.Button
	use     func(int)
}

func (d *fakePlatform) Narrate(now, aloud string) {
	d.told.now = now
	if aloud != "" {
		d.told.aloud = append(d.told.aloud, aloud)
	}
}

func (d *fakePlatform) Offer(list []platform.Button, use func(int)) {
	d.told.buttons, d.told.use = list, use
}

// use presses the plain button with a name, as soon as there is one.
func (d *driver) use(name string) {
	d.t.Helper()
	told := &d.platform.told
	at := func() int {
		return slices.IndexFunc(told.buttons, func(b platform.Button) bool { return b.Name == name })
	}
	d.until("there is the button "+name, func() bool { return at() >= 0 })
	told.use(at())
}

func TestWhatIsShownIsTold(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	told := &d.platform.told
	tells := func(want string) {
		t.Helper()
		d.until("it is told: "+want+"; last was "+told.now, func() bool { return told.now == want })
	}
	tells("Paused, L1/0:30, 0:30 of 1:00, RED 10 BLUE 7")
	was := told.now
	d.use("Play / pause")
	d.until("it is told that it plays", func() bool { return strings.HasPrefix(told.now, "Playing, L") })
	d.use("Play / pause")
	d.until("it is told that it stands", func() bool { return strings.HasPrefix(told.now, "Paused") })
	d.use("Follow Dune")
	d.until("it is told who is followed", func() bool { return strings.HasSuffix(told.now, "following Dune") })
	wantFollow(t, d, 3)

	n := len(told.aloud)
	d.key("Right")
	d.until("the time is told", func() bool { return !strings.HasPrefix(told.now, was[:len("Paused, 0:30")]) })
	if len(told.aloud) > n+1 { // the match and its score may differ there
		t.Errorf("going through time was told aloud: %q", told.aloud[n:])
	}
}

// A button that is pressed while others are offered is still the one that was read.
func TestPlainButtonOfAnEarlierOffer(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	told := &d.platform.told
	dune := -1
	d.until("there are the players' buttons", func() bool {
		dune = slices.IndexFunc(told.buttons, func(b platform.Button) bool { return b.Name == "Follow Dune" })
		return dune >= 0
	})
	use := told.use
	d.use("Bookmarks")
	d.until("a list is over the window", func() bool { return told.buttons[0].Name == "Close the list" })
	use(dune)
	d.until("Dune is followed", func() bool { return strings.HasSuffix(told.now, "following Dune") })
}

func TestEveryActionHasAPlainButton(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	told := &d.platform.told
	d.until("there are buttons", func() bool { return len(told.buttons) > 0 })
	for _, a := range Actions() {
		if a.Unlisted || a.ID == action.FollowSlot(1) {
			continue // each player has his own button
		}
		d.until("there is a button for "+string(a.ID)+" which shows what is on", func() bool {
			return slices.ContainsFunc(told.buttons, func(b platform.Button) bool {
				return b.Name == a.Name && b.Group == string(a.Category) && b.Switch == d.a.parts.Switches(a.ID) &&
					b.On == d.a.parts.On(a.ID)
			})
		})
	}
}

func TestAListThatIsOpenHasPlainButtons(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	told := &d.platform.told
	d.use("Chapters")
	d.until("the rows are told", func() bool { return len(told.buttons) > 0 && told.buttons[0].Group == "Chapters" })
	first := told.buttons[0].Name
	if first == "" {
		t.Error("the first row has no words")
	}
	told.use(0)
	d.until("the list is closed", func() bool { return !d.choosing() })
	if d.pos() == 30*time.Second {
		t.Errorf("%q leads nowhere", first)
	}
}
