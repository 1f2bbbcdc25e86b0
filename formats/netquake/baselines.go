package netquake

// baselines holds the baselines of a level, by entity. A new level invalidates those of the last by their level number,
// which costs nothing.
type baselines struct {
	level    uint32
	entities []baseline
}

type baseline struct {
	level uint32
	state EntityState
}

func (b *baselines) newLevel() { b.level++ }

func (b *baselines) set(entity uint16, s EntityState) {
	if more := int(entity) + 1 - len(b.entities); more > 0 {
		b.entities = append(b.entities, make([]baseline, more)...)
	}
	b.entities[entity] = baseline{b.level, s}
}

// at returns the baseline of an entity, which must not be modified.
func (b *baselines) at(entity uint16) *EntityState {
	if int(entity) < len(b.entities) && b.entities[entity].level == b.level {
		return &b.entities[entity].state
	}
	return &defaultState
}
