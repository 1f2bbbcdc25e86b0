// Package quake2 reads and writes the demos of Quake II: .dm2 of every protocol from
// the test release to the rerelease of 2023, and Q2PRO's .mvd2.
package quake2
