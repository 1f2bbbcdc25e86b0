package main

import (
	"context"
	"fmt"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/sim"
	simload "fragscope/sim/load"
)

// sampleName stands for the embedded demo wherever a file is named.
const sampleName = "sample:"

// openDemo opens a file, or the embedded sample. "archive.zip:member" names
// one demo of several in an archive.
func openDemo(name string) (*formats.Demo, error) {
	if name == sampleName {
		d, err := formats.Read(sample.DemoName, "", sample.Demo())
		if err == nil {
			d.Path = sampleName
		}
		return d, err
	}
	return formats.OpenMember(simload.SplitMember(name))
}

// load simulates a whole demo.
func load(demo *formats.Demo) (*sim.Recording, error) {
	rec, err := simload.Open(context.Background(), demo)
	if err != nil {
		return nil, err
	}
	rec.Wait()
	return rec, nil
}

// warnDamage says on standard error what of the demo at a path could not be read.
func (o *output) warnDamage(path string, rec *sim.Recording) {
	for _, d := range rec.Damage() {
		o.warn("%s: %s", path, damageSentence(d))
	}
	if err := rec.Err(); err != nil {
		o.warn("%s: %v", path, err)
	}
}

// damageSentence tells a damage with its place.
func damageSentence(d damage.Damage) string {
	s := fmt.Sprintf("at byte %d", d.Offset)
	if d.Time >= 0 {
		s += fmt.Sprintf(", %s", clockText(d.Time))
	}
	s += ": " + d.What
	if d.Skipped > 0 {
		s += fmt.Sprintf("; %d bytes passed over", d.Skipped)
	}
	return s
}

// clockText shows a time as minutes and seconds with tenths.
func clockText(d time.Duration) string {
	tenths := d.Milliseconds() / 100
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}
