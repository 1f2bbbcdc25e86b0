package viewer

import (
	"path/filepath"
	"testing"
	"time"

	"fragscope/viewer/maps"
	"fragscope/viewer/screentest"
	"fragscope/viewer/session"
)

// TestPicturesOfGames draws demos of each game on their own maps: whole, following a player, with scores, in small
// windows and at twice the scale. Demos recorded by people are drawn without panels and names, which are personal.
func TestPicturesOfGames(t *testing.T) {
	for _, p := range []struct {
		name, demo, maps string
		at               time.Duration
		w, h             int
		scale            float64
		state            string
	}{
		{"q3-ctf-1280x720", "recorded/q3/oa_bases3_ctf_follow.dm_68", "recorded/q3", 60 * time.Second, 1280, 720,
			1, "plain"},
		{"q3-ffa-800x500", "recorded/q3/oa_dm4_ffa_follow.dm_68", "recorded/q3", 60 * time.Second, 800, 500,
			1, "plain"},
		{"q3-ffa-2x", "recorded/q3/oa_dm4_ffa_follow.dm_68", "recorded/q3", 45 * time.Second, 1600, 1000, 2, "follow"},
		{"q3-tdm-1920x1080", "recorded/q3/aggressor_tdm_spec71.dm_71", "recorded/q3", 40 * time.Second, 1920, 1080,
			1, "scores"},
		{"q2-mvd-1280x720", "recorded/q2/aq2_beer_play.mvd2", "recorded/q2", 20 * time.Second, 1280, 720, 1, "plain"},
		{"q2-client-800x500", "recorded/q2/baseq2_lab1_dm2p.dm2", "recorded/q2", 15 * time.Second, 800, 500,
			1, "plain"},
		{"qw-mvd-1280x720", "recorded/qw/dm3_ffa_2clients.mvd", "recorded/q1", 30 * time.Second, 1280, 720, 1, "plain"},
		{"qw-client-800x500", "recorded/qw/dm6_ffa_pext.qwd", "recorded/q1", 15 * time.Second, 800, 500, 1, "plain"},
		{"nq-dm-1280x720", "recorded/nq/dm4_2p_p15.dem", "recorded/q1", 30 * time.Second, 1280, 720, 1, "plain"},
		{"nq-single-2x", "recorded/nq/sp_e1m1_e1m2_p15.dem", "recorded/q1", 20 * time.Second, 1600, 1000, 2, "plain"},
		{"q2-single-1280x720", "recorded/q2/yq2_lab1_lab2_sp.dm2", "recorded/q2", 5 * time.Second, 1280, 720,
			1, "plain"},
		{"q2-server-1280x720", "recorded/q2/baseq2_lab1_dm2p_server.dm2", "recorded/q2", 20 * time.Second, 1280, 720,
			1, "plain"},
		{"q2-duel-1280x720", "q2/dm2/p34/m*.dm2", "q2/opentdm", 180 * time.Second, 1280, 720, 1, "nameless"},
		{"q2-aq2-1280x720", "q2/mvd2/*-asylum.mvd2.gz", "q2/actionquake", 160 * time.Second, 1280, 720, 1, "nameless"},
		{"qw-duel-1280x720", "qw/mvd/p28/1on1_*_aerowalk.mvd", "q1/nquake", 240 * time.Second, 1280, 720, 1,
			"nameless"},
		{"qw-4on4-1280x720", "qw/mvd/p28-ext/4on4_*0930.mvd", "q1/id-maps-gpl", 120 * time.Second, 1280, 720, 1,
			"nameless"},
	} {
		t.Run(p.name, func(t *testing.T) {
			d := openReal(t, p.w, p.h, p.demo, p.maps, p.at)
			d.a.notices.Clear()
			d.a.prefs.set.Scale = p.scale
			states[p.state](d)
			screentest.GoldenRGBA(t, p.name, d.still())
		})
	}
}

// openReal opens the first real demo that matches a pattern, with the maps of a folder, in a window of w by h. It
// returns when both have been read completely, with the demo paused at a time.
func openReal(t testing.TB, w, h int, demo, folder string, at time.Duration) *driver {
	t.Helper()
	root := shared()
	found, _ := filepath.Glob(filepath.Join(root, "demos", filepath.FromSlash(demo)))
	if len(found) == 0 {
		t.Skip("the demo is not here: ", demo)
	}
	d := drive(t, w, h, Options{
		Files: found[:1], At: own(at), Paused: true, Demos: session.Files{}, Maps: maps.Files{},
		GameDirs: []string{filepath.Join(root, "maps", filepath.FromSlash(folder))},
	})
	d.until("demo and map are read", func() bool {
		if d.a.session.World() == nil {
			return false
		}
		_, finished := d.a.session.Recording().Progress()
		return finished && d.pos() == at && d.a.parts.ready()
	})
	return d
}
