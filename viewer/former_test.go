package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/clips"
	"fragscope/viewer/filming"
	"fragscope/viewer/heat"
	"fragscope/viewer/library"
	"fragscope/viewer/moments"
	"fragscope/viewer/notes"
	"fragscope/viewer/preview"
	"fragscope/viewer/race"
	"fragscope/viewer/report"
	"fragscope/viewer/runs"
	"fragscope/viewer/turns"
	"fragscope/viewer/vision"
)

// former are keys that users of older versions may have in their settings and, for newer actions, keys that no version
// had. They are used to test actions without a default key.
var former = map[string]action.ID{
	"Ctrl+Home":       action.PrevChapter,
	"Ctrl+End":        action.NextChapter,
	"C":               action.Chapters,
	"Ctrl+Up":         action.ZoomTimeIn,
	"Ctrl+Down":       action.ZoomTimeOut,
	"Ctrl+Y":          action.HideScore,
	"B":               action.Arcs,
	"Shift+T":         action.TrailLength,
	"Shift+V":         action.NextEyes,
	"Ctrl+Alt+L":      turns.IDNextLead,
	"Alt+Shift+L":     turns.IDPrevLead,
	"Q":               action.TurnMap,
	"Ctrl+1":          action.PanelLeft,
	"Ctrl+2":          action.PanelRight,
	"Ctrl+3":          action.PanelStatus,
	"Ctrl+4":          action.PanelItems,
	"Ctrl+5":          action.PanelHeights,
	"E":               action.ItemsShown,
	"S":               action.Sounds,
	"D":               action.MapMarks,
	"X":               action.Floors,
	"P":               action.Palette,
	"Ctrl+R":          action.Recent,
	"Ctrl+Shift+V":    action.MergeViews,
	"Shift+C":         action.Caption,
	"Shift+Up":        action.ZoomIn,
	"Shift+Down":      action.ZoomOut,
	"Alt+M":           bookmarks.IDNote,
	"Ctrl+Shift+S":    clips.IDClip,
	"Alt+S":           clips.IDPage,
	"Ctrl+F12":        filming.IDFilm,
	"Ctrl+Shift+F12":  filming.IDCancel,
	"Shift+H":         heat.IDKind,
	"Alt+H":           heat.IDFilter,
	"Ctrl+H":          heat.IDWeapon,
	"Ctrl+Alt+H":      heat.IDLibrary,
	"Alt+Shift+H":     heat.IDStage,
	"Ctrl+Shift+F":    action.MomentsLike,
	"Alt+F":           library.IDAsk,
	"Alt+PgDn":        library.IDNextClip,
	"Alt+PgUp":        library.IDPrevClip,
	"Shift+U":         moments.IDPrevFrag,
	"Shift+Y":         moments.IDPrevDeath,
	"A":               moments.IDNextItem,
	"Shift+A":         moments.IDPrevItem,
	"Shift+K":         moments.IDKillLines,
	"Ctrl+Shift+D":    notes.IDKind,
	"Alt+D":           notes.IDSpan,
	"Ctrl+Z":          notes.IDUndo,
	"Shift+W":         preview.IDPreview,
	"Ctrl+Alt+R":      race.IDWith,
	"Alt+X":           race.IDAxis,
	"Alt+B":           race.IDStart,
	"Alt+N":           race.IDMark,
	"Alt+I":           race.IDLoop,
	"Ctrl+6":          report.IDAdvantage,
	"Ctrl+U":          runs.IDSpeeds,
	"Z":               action.Fit,
	"Ctrl+B":          action.Panels,
	"Ctrl+Shift+Up":   action.BlocksTaller,
	"Ctrl+Shift+Down": action.BlocksLower,
	"Ctrl+7":          action.PanelLanes,
	"Ctrl+,":          action.Settings,
	"Alt+R":           race.IDRace,
	"Ctrl+Shift+L":    library.IDLibrary,
	"V":               vision.IDSight,
	"U":               moments.IDNextFrag,
	"Y":               moments.IDNextDeath,
}
