package viewer

import (
	"fmt"
	"testing"

	"fragscope/viewer/clips"
	"fragscope/viewer/page"
	"fragscope/viewer/panel"
)

// TestWhatPagesNeedIsBuiltWhenAskedFor checks that, if the page runtime is missing and can be built, the window offers
// to build it, does so and saves the page.
func TestWhatPagesNeedIsBuiltWhenAskedFor(t *testing.T) {
	built := make(chan bool, 1)
	there := false // belongs to whoever makes the page
	d := drive(t, -800, -600, Options{
		Files: []string{"/demos/a.dm_68"}, Paused: true,
		PageProgram: func() ([]byte, error) {
			if !there {
				return nil, fmt.Errorf("%w here", page.ErrMissing)
			}
			return []byte(page.Sign + page.Title + page.Content), nil
		},
		BuildPage: func() error { there = true; built <- true; return nil },
	})
	d.until("the demo is open", d.a.open)
	d.key("Alt+S")
	d.until("it is offered", func() bool { return d.says("must be built first") })
	if len(built) > 0 {
		t.Fatal("it is built before anybody asked for it")
	}
	d.press("the button", func(c panel.Command) bool { return c.Verb == panel.VerbAction && c.ID == clips.IDPage })
	d.until("the page is saved", func() bool { return d.says("Page saved") })
	if len(built) != 1 || d.says("not built") || d.says("Building") {
		t.Errorf("built %d times, and it says %v", len(built), d.a.notices.Views())
	}
}
