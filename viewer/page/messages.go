package page

// Messages about making pages, collected here to be read side by side.
const (
	msgOther    = "the program for pages is that of another version of Fragscope: take both from one package, or run make page again"
	msgDamaged  = "the demo in this page is damaged: %w"
	msgNone     = "the program for pages is missing"
	msgNotBuilt = "the program for pages could not be built: %s (%w)"
	msgMissing  = "%w: release packages have it, %s, beside fragscope, and make page in the source folder writes %s"
)
