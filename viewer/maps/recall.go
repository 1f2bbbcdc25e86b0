package maps

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/notice"
)

// knownMap holds what earlier demos revealed about a level's map.
type knownMap struct {
	key  learned.Key
	kept []byte        // in the user's folder
	all  *plan.Learned // the same, merged with the atlas
}

// keyOf returns the key of a level's map.
func keyOf(rec *recording.Recording, l sim.Level) learned.Key {
	return learned.KeyOf(rec.Header().GameKey, l.Map, l.Checksum)
}

// read decodes the stored data and merges it with an atlas.
func (k *knownMap) read(atlas learned.Atlas) {
	k.all = k.own()
	switch known := atlas.Map(k.key); {
	case known == nil:
	case !k.all.Some():
		k.all = known
	default:
		k.all.Merge(known)
	}
}

// own returns the decoded data from the user's folder.
func (k *knownMap) own() *plan.Learned {
	own, err := plan.DecodeLearned(k.kept)
	if err != nil {
		return new(plan.Learned)
	}
	return own
}

// number returns a number that identifies the level of the demo.
func (g *growth) number() uint64 {
	h := fnv.New64a()
	levels := g.rec.Levels()
	if g.level < len(levels) {
		l := &levels[g.level]
		fmt.Fprint(h, l.Map, l.Start, l.ServerRun)
	}
	fmt.Fprint(h, g.rec.Duration(), g.rec.Frames(), g.rec.PathSlots())
	for slot := range g.rec.PathSlots() {
		for _, p := range g.rec.Path(slot, g.rec.Duration()/2, g.rec.Duration()/2, nil) {
			binary.Write(h, binary.LittleEndian, p.Origin)
		}
	}
	return h.Sum64()
}

// recall makes the plan also grow from what is known about the map, if that agrees with the demo.
func (g *growth) recall(known *plan.Learned) {
	if known == nil || !known.Some() || g.known != nil || !g.grower.Agrees(known) {
		return
	}
	g.known = known
	g.grower.Recall(known)
}

// learn returns what the demo revealed about the map, or nil if there is nothing. If what was known turns out to be
// about another map of the same name, the plan grows again without it.
func (g *growth) learn() *plan.Learned {
	own := g.grower.Learn(g.number())
	if g.known != nil && !g.known.Agrees(own) {
		*g = *newGrowth(g.rec, g.level, g.part)
		g.grow()
		return nil
	}
	if !own.Some() {
		return nil
	}
	return own
}

// LearnFrom returns the key of a level's map, and the data that can be learned about the map from rec. The data is nil
// if there is nothing to learn.
func LearnFrom(rec *recording.Recording, level int) (learned.Key, *plan.Learned) {
	g := newGrowth(rec, level, wholeLevels)
	g.grow()
	return keyOf(rec, rec.Levels()[level]), g.learn()
}

// keep merges what a demo revealed about a map with the stored data, and saves it for later demos.
func (l *levelMap) keep(own *plan.Learned) {
	if own == nil || l.level.Map == "" {
		return
	}
	merged := l.known.own()
	merged.Merge(own)
	data, demos := merged.Encode(), merged.Demos()
	l.maps.host.Post(l.ctx, func() {
		store := l.maps.host.Store
		if old := store.Learned(l.known.key.Name()); !bytes.Equal(old, l.known.kept) { // another window has also learned
			if other, err := plan.DecodeLearned(old); err == nil {
				merged.Merge(other)
				data, demos = merged.Encode(), merged.Demos()
			}
		}
		if err := store.KeepLearned(l.known.key.Name(), data, demos); err != nil {
			l.maps.host.Notices.Warn(fmt.Sprintf(msgNotLearned, l.level.Map, notice.Reason(err)))
		}
	})
}

// forget deletes all learned maps.
func (m *Maps) forget() {
	switch n, err := m.host.Store.ForgetLearned(); {
	case err != nil:
		m.host.Notices.Warn(fmt.Sprintf(msgNotForgotten, notice.Reason(err)))
	case n == 0:
		m.host.Notices.Say(msgNothingLearned)
	default:
		m.host.Notices.Say(fmt.Sprintf(msgForgotten, n))
	}
}
