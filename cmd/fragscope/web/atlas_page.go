//go:build js && page

package main

// atlas is nothing: a saved page brings the plans of its own maps.
type atlas struct{}
