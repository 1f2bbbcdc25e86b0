// Package pace makes background work yield if there is only one thread, as on a web page. There, a goroutine that
// computes keeps the page from drawing and from handling input.
package pace
