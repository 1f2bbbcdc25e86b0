package maps

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFloors         = "Floors: %s."
	msgNotLearned     = "The plan of %s learned from this demo could not be saved: %s."
	msgNotForgotten   = "The learned maps could not be forgotten: %s."
	msgNothingLearned = "No map has been learned yet."
	msgForgotten      = "Learned maps forgotten: %d."
	msgNoTextures     = "Floors are coloured by height: %s."

	msgOtherMap        = "the players were on a different map"
	msgMap             = "the map %s: %w"
	msgMayDiffer       = "The file for %s is %s: parts of it may differ."
	msgOther           = "The map file found for %s is for a different map or version, so the plan is drawn from where players walked."
	msgUnreadable      = "The map file for %s cannot be read (%s), so the plan is drawn from where players walked."
	msgNoFileBefore    = "There is no map file for %s, so the plan is drawn from where players walked in this demo and %s."
	msgNoFile          = "There is no map file for %s, so the plan is drawn from where players walked."
	msgMayDifferShort  = "map may differ"
	msgOtherShort      = "other map's file"
	msgUnreadableShort = "map file unreadable"
	msgNoFileShort     = "no map file"
)
