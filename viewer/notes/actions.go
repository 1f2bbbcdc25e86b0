package notes

import "fragscope/viewer/action"

// Actions for drawing.
const (
	IDDraw   action.ID = "draw"
	IDKind   action.ID = "draw-kind"
	IDSpan   action.ID = "draw-span"
	IDUndo   action.ID = "draw-undo"
	IDExport action.ID = "notes-export"
	IDImport action.ID = "notes-import"
)

// letters are the keys of drawing while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "W"}: IDKind, {Key: "D"}: IDSpan, {Mods: action.Ctrl, Key: "Z"}: IDUndo,
	{Key: "E"}: IDExport}

// Actions returns the actions for drawing on the map.
func Actions() []action.Action {
	return action.Behind("bookmark-note",
		action.Row(action.Search, IDDraw, "Ctrl+D", "Draw",
			"Draw on this storey of the map; drawings stay for a limited time."),
		action.Row(action.Search, IDKind, "", "Drawing tool…",
			"Choose what to draw: a freehand line, an arrow, a circle or text."),
		action.Row(action.Search, IDSpan, "", "Drawing duration…",
			"Choose how long drawings stay: 2, 5, 10 or 30 seconds, or as long as the loop."),
		action.Row(action.Search, IDUndo, "", "Undo", "Remove the latest drawing."),
		action.Row(action.Search, IDExport, "", "Export notes…",
			"Save drawings and bookmarks to a file that others can open."),
		action.Row(action.Search, IDImport, "", "Import notes…", "Add the drawings and bookmarks from a file."),
	)
}
