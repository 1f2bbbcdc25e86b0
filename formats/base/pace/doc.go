// Package pace makes background work yield where a program has only one thread, as in a web page. Without it, a long
// computation would keep the page from drawing and from handling input.
package pace
