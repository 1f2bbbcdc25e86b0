package notes

import "fragscope/viewer/action"

// The actions of drawing.
const (
	IDDraw   action.ID = "draw"
	IDKind   action.ID = "draw-kind"
	IDSpan   action.ID = "draw-span"
	IDUndo   action.ID = "draw-undo"
	IDExport action.ID = "notes-export"
	IDImport action.ID = "notes-import"
)

// Actions returns the table of the actions of drawing.
func Actions() []action.Action {
	return action.Behind("bookmark-note",
		action.Row(action.Search, IDDraw, "Ctrl+D", "Draw", "Draw on the map for a span of time, on this storey; on or off."),
		action.Row(action.Search, IDKind, "Ctrl+Shift+D", "Draw what…", "Draw freehand, an arrow, a circle, or write."),
		action.Row(action.Search, IDSpan, "Alt+D", "Draw for…", "What is drawn is shown for 2, 5, 10 or 30 seconds, or, in a loop, for the loop."),
		action.Row(action.Search, IDUndo, "Ctrl+Z", "Take back", "Take back what was drawn last."),
		action.Row(action.Search, IDExport, "", "Export notes…", "Save drawings and bookmarks as one file for others."),
		action.Row(action.Search, IDImport, "", "Import notes…", "Add the drawings and bookmarks of a file."),
	)
}
