//go:build js

package main

// messages are what the page says beside the window's, one below the other so that they can be read aloud.
const (
	msgNoEncoder   = "the browser cannot encode such a film (%v): choose a smaller size, or GIF"
	msgFileGone    = "the browser cannot read %s any more (%w): choose it again"
	msgNoButton    = "this page has no way to choose files"
	msgNoClipboard = "this browser does not let pages use the clipboard"
	msgNoStorage   = "this browser stores nothing for this page"
	msgNoRoom      = "what was saved before was not: this browser has no room for it (%w)"
	msgNotFetched  = "the server does not have it"
	msgNoSample    = "a saved page has its own demo and no sample"
	msgMap         = "the map %s: %w"

	msgNoStream = "a page in a browser cannot connect to game servers; the program can"
)
