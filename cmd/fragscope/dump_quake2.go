package main

import (
	"reflect"
	"strconv"

	"fragscope/formats/quake2"
)

// quake2Special gives the fields of the messages of which not all Go fields are meant, or more than they.
func quake2Special(m any) (object, bool) {
	switch m := m.(type) {
	case *quake2.PlayerDelta:
		return quake2Player(m), true
	case *quake2.TempEntity:
		return quake2Effect(m), true
	case *quake2.Inventory:
		return object{{"counts", numbered(m.Counts[:], strconv.Itoa)}}, true
	case *quake2.MuzzleFlash:
		return object{{"entity", m.Entity}, {"flash", quake2.FlashName(m.Flash)}, {"silenced", m.Silenced}}, true
	case *quake2.MuzzleFlash2:
		return object{{"entity", m.Entity}, {"flash", m.Flash}, {"silenced", false}, {"wide", false}}, true
	case *quake2.MuzzleFlash3:
		return object{{"entity", m.Entity}, {"flash", m.Flash}, {"silenced", false}, {"wide", true}}, true
	case *quake2.EntityDelta:
		return sparse(reflect.ValueOf(m).Elem()), true
	}
	return nil, false
}

// quake2Player names the stats.
func quake2Player(m *quake2.PlayerDelta) object {
	o := sparse(reflect.ValueOf(m).Elem())
	for i := range o {
		if o[i].name == "stats" {
			o[i].value = numbered(m.Stats[:], quake2.StatName)
		}
	}
	return o
}

// quake2Effect names the color of a splash, and the place of a grapple's cable otherwise than
// the place in the file.
func quake2Effect(m *quake2.TempEntity) object {
	o := fieldsOf(reflect.ValueOf(m).Elem(), func(reflect.Value) bool { return true })
	for i := range o {
		switch {
		case o[i].name == "offset":
			o[i].name = "cable_offset"
		case o[i].name == "color" && m.Kind == quake2.EffectSplash:
			o[i].value = word(quake2.SplashName(m.Color))
		}
	}
	return o
}
