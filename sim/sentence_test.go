package sim

import "testing"

// TestPickupSentences checks that what is one of many of its kind is called by its own name.
func TestPickupSentences(t *testing.T) {
	taker := &Profile{Name: PlainText("Ann")}
	for _, c := range []struct {
		e    Event
		want string
	}{
		{Event{Item: ItemQuad}, "Ann took Quad Damage"},
		{Event{Item: ItemWeapon, Weapon: WeaponPhalanx}, "Ann took Phalanx"},
		{Event{Item: ItemTech, Text: PlainText("Time Accel")}, "Ann took Time Accel"},
		{Event{Item: ItemOther, Text: PlainText("Hunter Sphere")}, "Ann took Hunter Sphere"},
		{Event{Item: ItemFlag, Team: TeamBlue}, "Ann took the blue flag"},
	} {
		c.e.Kind, c.e.Profile = EventPickup, taker
		if got := c.e.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
