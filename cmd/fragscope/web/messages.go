//go:build js

package main

// Messages of the page to the user, other than those of the window, collected here to be read side by side.
const (
	msgNoEncoder   = "the browser cannot encode this film (%v): choose a smaller size, or GIF"
	msgFileGone    = "the browser can no longer read %s (%w): choose it again"
	msgNoButton    = "this page has no way to choose files"
	msgNoClipboard = "this browser does not let pages use the clipboard"
	msgNoStorage   = "this browser does not let this page store anything"
	msgNoRoom      = "earlier changes were not saved: the browser has no room for them (%w)"
	msgNotFetched  = "the server does not have it"
	msgNoSample    = "a saved page contains its own demo, not the sample"
	msgMap         = "the map %s: %w"

	msgNoStream = "a page in a browser cannot connect to game servers; the installed program can"
)
