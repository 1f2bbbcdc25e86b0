package viewer

import (
	"fragscope/viewer/find"
	"fragscope/viewer/maps"
	"fragscope/viewer/notice"
	"fragscope/viewer/overlay"
	"fragscope/viewer/session"
	"fragscope/viewer/stage"
	"fragscope/viewer/timeline"
	"fragscope/viewer/watch"
)

// rooms are the rooms of the program. Screen, mouse and keys know them, but not each other.
type rooms struct {
	services *services
	prefs    *preferences
	notices  *notice.List
	session  *session.Session
	maps     *maps.Maps
	timeline *timeline.Timeline
	watch    *watch.Watch
	overlay  *overlay.Overlay
	stage    *stage.Stage
	parts    *parts
	surface  *surface
	find     *find.Find
}

// open reports whether a demo is open.
func (r *rooms) open() bool { return r.session.Recording() != nil }
