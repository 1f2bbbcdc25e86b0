package sim

import "testing"

// TestRevealsOutcome checks lines printed by the games and chat messages.
func TestRevealsOutcome(t *testing.T) {
	for text, want := range map[string]bool{
		"Team [red] leads by 8 frags":                                     true,
		"reppie leads by 1 frag":                                          true,
		"Score is now tied":                                               true,
		"Current score is Nuts: 3 to Crazies: 2 to The Po-leese: 1":       true,
		"RED wins 113 to 99":                                              true,
		"stg wins, 17 to 4.":                                              true,
		"RED TEAM WINS the round! (837 hp remaining)":                     true,
		"The Po-leese won!":                                               true,
		"Blue hit the scorelimit.":                                        true,
		"Sarge has taken the lead":                                        true,
		"Sarge is tied for the lead":                                      true,
		"\nTEAM Player          Kll Dth FC FR NET Eff    DG    DR  Score": true,
		"RED  qlz              24  33   3   1  -9  42  5890  6500     20": true,
		"Team scores: frags • percentage":                                 true,
		"Frags (rank) • efficiency":                                       true,
		"*Z (3): 12-7 fat":                                                true,
		"goczm: tied at 9":                                                true,
		"you are 5 frags behind":                                          true,
		"Match end: frag limit":                                           true,

		"Match end: time limit":               false,
		"need the red armour, round 30":       false,
		"1 minute remaining":                  false,
		"Nightwing took gl [someplace]":       false,
		"Sarge is on a killing spree":         false,
		"Server starts recording (memory): x": false,
		"quad in 10":                          false,
		"gl hf":                               false,
		"Fight!":                              false,
		"lg:27.4 rl:2":                        false,
	} {
		if got := RevealsOutcome(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	kill := Event{Kind: EventObituary, Text: PlainText("a wins 5 to 3")}
	if kill.RevealsOutcome() {
		t.Error("a frag is hidden")
	}
}
