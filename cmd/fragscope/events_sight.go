package main

import (
	"context"

	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/maps"
	"fragscope/viewer/vision"
)

// sightJSON describes what the victim of a kill could know about his killer during the last three seconds.
type sightJSON struct {
	// Exact is set if the map's own file was used rather than a plan of where players walked.
	Exact bool `json:"exact"`
	// Known is set if the demo shows both of them.
	Known bool `json:"known"`
	// InViewMS is how long the killer was in his field of view. InSightMS is how long he was in view with nothing
	// between them. LeadMS is the time from the killer's first coming into view to the death. HeardMS is the time from
	// the last sound of the killer that reached him to the death, and HeardVolume that sound's fraction of full volume.
	InViewMS    int64   `json:"in_view_ms"`
	InSightMS   int64   `json:"in_sight_ms"`
	LeadMS      int64   `json:"lead_ms"`
	HeardMS     *int64  `json:"heard_ms,omitempty"`
	HeardVolume float32 `json:"heard_volume,omitempty"`
}

// sights computes sightJSON for the kills of a recording, level by level.
type sights struct {
	rec  *recording.Recording
	dirs []string
	maps map[int]*sight.Map
}

// of returns the sightJSON of an event, or nil unless it is the killing of a player by another.
func (s *sights) of(e *sim.Event) *sightJSON {
	if s == nil || e.Kind != sim.EventObituary {
		return nil
	}
	m := s.level(e)
	if m == nil {
		return nil
	}
	w, ok := vision.Judge(s.rec, m, e)
	if !ok {
		return nil
	}
	j := &sightJSON{Exact: w.Exact, Known: w.Known, InViewMS: w.InView.Milliseconds(),
		InSightMS: w.InSight.Milliseconds(), LeadMS: w.Lead.Milliseconds()}
	if w.HeardAny {
		j.HeardMS, j.HeardVolume = new(w.Heard.Milliseconds()), w.Volume
	}
	return j
}

// level returns the sight lines of an event's level, from its map or otherwise from the places where players walked, or
// nil if neither is known.
func (s *sights) level(e *sim.Event) *sight.Map {
	at := 0
	levels := s.rec.Levels()
	for i := range levels {
		if levels[i].Start <= e.Time {
			at = i
		}
	}
	if m, ok := s.maps[at]; ok || at >= len(levels) {
		return m
	}
	var p *plan.Plan
	if levels[at].Map != "" {
		p, _ = maps.Files{}.Plan(context.Background(), s.rec.Header(), levels[at], s.dirs,
			func() []plan.Point { return maps.Places(s.rec, at) })
	}
	if p == nil {
		p = maps.Grow(s.rec, at)
	}
	if s.maps[at] = nil; p != nil {
		s.maps[at] = sight.New(p)
	}
	return s.maps[at]
}
