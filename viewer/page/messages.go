package page

// Messages about making pages, collected here to be read side by side.
const (
	msgOther    = "the page runtime is from a different version of Fragscope: use fragscope and the page runtime from the same package, or run make page again"
	msgDamaged  = "the demo in this page is damaged: %w"
	msgNone     = "the page runtime is missing"
	msgNotBuilt = "the page runtime could not be built: %s (%w)"
	msgMissing  = "%w: release packages include it as %s next to fragscope; in the source folder, make page writes %s"
)
