// Package pace makes background work yield where there is only one thread, as on a web page: there a goroutine that
// computes keeps the page from drawing and from handling input.
package pace
