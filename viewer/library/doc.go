// Package library shows the demos that a user has as a table over the window: typing filters it, columns sort it, Enter watches.
package library
