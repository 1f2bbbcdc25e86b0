// Package sim is the game-neutral vocabulary: what can be known of a recorded match at any moment. A [World] is all of it at one time,
// an [Event] something that happened, an [Effect] something brief; players, items, levels, texts, times and places are what they
// are made of. Package recording keeps matches, package track makes them from what a game's adapter saw.
package sim
