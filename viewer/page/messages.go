package page

// Messages about making pages, collected here to be read side by side.
const (
	msgOther    = "the program for pages belongs to another version of Fragscope: use both from one package, or run make page again"
	msgDamaged  = "the demo in this page is damaged: %w"
	msgNone     = "the program for pages is missing"
	msgNotBuilt = "the program for pages could not be built: %s (%w)"
	msgMissing  = "%w: release packages have it as %s beside fragscope; in the source folder, make page writes %s"
)
