//go:build js && page

package main

// atlas is empty: a saved page contains the plans of its maps.
type atlas struct{}
