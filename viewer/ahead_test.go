package viewer

import (
	"testing"

	"fragscope/formats/base/pace"
	"fragscope/viewer/platform"
)

// TestMapBeforeTheFirstFrame checks that the content of the first frame is ready when the window is, and that the demo
// has not begun to play.
func TestMapBeforeTheFirstFrame(t *testing.T) {
	if pace.Threads() < 2 {
		t.Skip("one thread does it all")
	}
	a := newApp(Options{
		Files: []string{"/d"}, Demos: &madeUpDemos{demos: map[string]match{"/d": crowd}}, Maps: paved{},
		Store: memoryStore(), Platform: platform.None(),
	})
	defer a.close()
	g := a.goAhead()
	if g == nil {
		t.Fatal("nothing is done before the first frame")
	}
	<-g.mapped
	if err := g.end(a); err != nil {
		t.Fatal(err)
	}
	if a.session.World() == nil || a.stage.Plan() == nil {
		t.Errorf("the world is %v, the plan %v", a.session.World(), a.stage.Plan())
	}
	if at := a.timeline.Position(); at != 0 || !a.timeline.Play.Playing() {
		t.Errorf("the demo is at %v", at)
	}
	empty := newApp(Options{Store: memoryStore(), Platform: platform.None()})
	defer empty.close()
	if empty.goAhead() != nil {
		t.Error("something is done where no demo is opened")
	}
}
