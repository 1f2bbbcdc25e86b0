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

// knownMap is what demos told of a level's map before this one.
type knownMap struct {
	key  learned.Key
	kept []byte        // in the user's folder
	all  *plan.Learned // that, and what the atlas has
}

// keyOf is the key of a level's map.
func keyOf(rec *recording.Recording, l sim.Level) learned.Key {
	return learned.KeyOf(rec.Header().GameKey, l.Map, l.Checksum)
}

// read decodes what is kept, and adds what an atlas has.
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

// own is what is kept in the user's folder, decoded.
func (k *knownMap) own() *plan.Learned {
	own, err := plan.DecodeLearned(k.kept)
	if err != nil {
		return new(plan.Learned)
	}
	return own
}

// number tells a level of a demo apart from others.
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

// recall has the plan grow from what is known of the map as well, as far as that can be the same map.
func (g *growth) recall(known *plan.Learned) {
	if known == nil || !known.Some() || g.known != nil || !g.grower.Agrees(known) {
		return
	}
	g.known = known
	g.grower.Recall(known)
}

// learn is what the demo told of the map; nil where nothing. Where it was told of another map of the same name after all, the plan
// grows anew without what was known.
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

// LearnFrom is what a recording tells of the map of a level, and the map's key; nil for nothing.
func LearnFrom(rec *recording.Recording, level int) (learned.Key, *plan.Learned) {
	g := newGrowth(rec, level, wholeLevels)
	g.grow()
	return keyOf(rec, rec.Levels()[level]), g.learn()
}

// keep merges what a demo told of a map with what was kept, and keeps that for the next.
func (l *levelMap) keep(own *plan.Learned) {
	if own == nil || l.level.Map == "" {
		return
	}
	merged := l.known.own()
	merged.Merge(own)
	data, demos := merged.Encode(), merged.Demos()
	l.maps.host.Post(l.ctx, func() {
		store := l.maps.host.Store
		if old := store.Learned(l.known.key.Name()); !bytes.Equal(old, l.known.kept) { // another window learned, too
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

// forget forgets all maps that were learned.
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
