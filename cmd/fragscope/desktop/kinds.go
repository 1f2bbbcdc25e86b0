// Package desktop says to desktops what Fragscope is and which files it opens:
// the kinds of demo files as MIME types with globs and magic, the desktop entry, the
// entry of software catalogues, the property list of a macOS bundle and the keys of the
// Windows registry. Register and
// Unregister set this up for the user who runs the program and take it back.
//
// What a desktop is told only decides which program is started. What a file really is
// the program finds out itself and says in words: .dem, for one, is also the name
// of the demos of games that have nothing to do with Quake.
package desktop

import (
	"fragscope/formats"
	"fragscope/formats/codec"
)

// ID is the program's short name: the command, the window class, and what is inside packages.
const ID = "fragscope"

// Words that desktops show.
const (
	Title   = "Fragscope"
	Generic = "Demo viewer"
	Summary = "Watch recorded matches of Quake games from above"
	// Network is the statement on network use that help, README, manual and packages quote.
	Network = "Fragscope goes online only when you ask it to: to the address that you open or name. " +
		"Nothing else is ever sent, fetched or looked up."
)

// Kind is a kind of files with a type of its own.
type Kind struct{ codec.Kind }

// MIME is the kind's MIME type.
func (k Kind) MIME() string { return "application/x-" + k.ID }

// UTI is the kind's uniform type identifier of macOS.
func (k Kind) UTI() string { return "org.fragscope." + k.ID }

// GzipMIME is the MIME type of such a file when it is compressed with gzip.
func (k Kind) GzipMIME() string { return k.MIME() + "-gzip" }

// Kinds are all kinds of demos.
func Kinds() []Kind {
	var out []Kind
	for _, c := range formats.Codecs() {
		for _, k := range c.Kinds {
			out = append(out, Kind{k})
		}
	}
	return out
}

// MIMETypes are the MIME types of all kinds.
func MIMETypes() []string {
	var out []string
	for _, k := range Kinds() {
		out = append(out, k.MIME(), k.GzipMIME())
	}
	return out
}

// otherDEM is the kind of whatever is called ".dem" and is no demo that is known. Where several kinds have a file's name
// and the magic of none agrees, GIO takes the one that was declared first, and Qt the one whose name comes first in the alphabet.
func otherDEM() Kind {
	return Kind{codec.Kind{ID: "any-dem", Name: "DEM file", Extensions: []string{"dem"}}}
}

// foreignKinds are the kinds of other games' demos that have the name of Quake's demos, or bytes that look like theirs. File
// managers look at the bytes only where a name is that of several kinds, so that those that are called ".dem" are declared with that name.
func foreignKinds() []Kind {
	var out []Kind
	for _, g := range formats.ForeignGames() {
		k := Kind{codec.Kind{ID: g.ID, Name: "Demo of " + g.Name, Extensions: g.Extensions}}
		for _, mark := range g.Marks {
			k.Magic = append(k.Magic, codec.At(0, mark))
		}
		if len(k.Magic) > 0 {
			k.Extensions = append(k.Extensions, "dem")
		}
		out = append(out, k)
	}
	return append(out, Kind{codec.Kind{
		ID: "darkplaces-demo", Name: "Demo of a DarkPlaces game (Xonotic, Nexuiz)", Extensions: []string{"dem"}, Magic: magicDarkPlaces(),
	}})
}

// registeredTypes are the types of all kinds that desktops are told of.
func registeredTypes() []string {
	out := append(MIMETypes(), otherDEM().MIME())
	for _, k := range foreignKinds() {
		out = append(out, k.MIME())
	}
	return out
}
