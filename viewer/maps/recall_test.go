package maps

import (
	"context"
	"testing"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
)

// atlasFinder has an atlas of one map and no map files.
type atlasFinder struct {
	Finder
	atlas learned.Atlas
}

func (f atlasFinder) Atlas(context.Context) learned.Atlas { return f.atlas }

// TestAtlasOfTheFinder checks that a finder's atlas replaces the built-in one.
func TestAtlasOfTheFinder(t *testing.T) {
	builtIn := learned.BuiltIn()
	key := builtIn.Keys()[0]
	l := levelMap{maps: &Maps{finder: atlasFinder{}}, known: knownMap{key: key}}
	if l.known.read(l.atlas()); l.known.all.Some() {
		t.Errorf("without an atlas %d demos are known", l.known.all.Demos())
	}
	l.maps.finder = atlasFinder{atlas: builtIn}
	if l.known.read(l.atlas()); l.known.all.Demos() == 0 || l.known.own().Some() {
		t.Errorf("with one %d demos are known, %d of them from the user's own", l.known.all.Demos(),
			l.known.own().Demos())
	}
	l.known.kept = new(plan.Learned).Encode()
	l.maps.finder = nil
	if l.known.read(l.atlas()); l.known.all.Demos() == 0 {
		t.Error("the built-in atlas is not used")
	}
}
