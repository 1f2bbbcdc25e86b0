package page

// messages are what making a page can come to, one below the other so that they can be read aloud.
const (
	msgOther   = "the page's part with the program is that of another version of Fragscope: take both from one package, or run make page again"
	msgDamaged = "the demo in this page is damaged: %w"
	msgMissing = "the page's part with the program, %s, is missing: the packages of the releases have it beside the program, and make page, run in the sources, makes %s"
)
