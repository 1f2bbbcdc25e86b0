package bookmarks

import "fragscope/viewer/action"

// Actions for bookmarks.
const (
	IDBookmark action.ID = "bookmark"
	IDList     action.ID = "bookmarks"
	IDNote     action.ID = "bookmark-note"
)

// Actions returns the actions for bookmarks.
func Actions() []action.Action {
	return []action.Action{
		action.Row(action.Search, IDBookmark, "M", "Bookmark", "Set a bookmark here."),
		action.Row(action.Search, IDList, "Shift+M", "Bookmarks", "List the bookmarks."),
		action.Row(action.Search, IDNote, "", "Note…", "Set a bookmark here with a note."),
	}
}
