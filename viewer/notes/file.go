package notes

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/formats/base/regular"
	"fragscope/viewer/notice"
)

// exported is the title of the dialog in which notes are exported.
const exported = "Export notes"

// export asks for a file and writes the drawings and bookmarks to it.
func (n *notes) export() {
	d := Document{Demo: n.host.Demo.Name(), Drawings: n.list}
	marks, err := n.host.Store.Bookmarks(n.host.Demo.Key())
	if err != nil {
		n.host.Notices.Failed(exported, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
		return
	}
	d.Bookmarks = marks[:min(len(marks), bookmarksMost)]
	data, err := d.format()
	if err != nil {
		n.host.Notices.Failed(exported, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
		return
	}
	name := n.host.Demo.Name()
	name = outlet.FileName(strings.TrimSuffix(name, filepath.Ext(name))) + ".notes.json"
	dir := filepath.Dir(n.host.Demo.Key())
	go func() {
		where, err := n.host.Files.SaveFile(exported, dir, name, data)
		n.host.Tell(func() {
			switch {
			case err != nil:
				n.host.Notices.Failed(exported, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
			case where != "":
				n.host.Notices.Done(exported, fmt.Sprintf(msgSaved, where))
			}
		})
	}()
}

// ask asks for a file of notes and adds them.
func (n *notes) ask() {
	n.host.Ask(func() (string, error) {
		return n.host.Files.OpenFile("Import notes", filepath.Dir(n.host.Demo.Key()), "json")
	}, n.read)
}

// read adds the notes in a file to the notes of the demo. If it fails, none of them are added.
func (n *notes) read(file string) {
	d, err := ReadFile(file)
	if err == nil {
		err = n.add(&d)
	}
	if err != nil {
		n.host.Notices.Warn(fmt.Sprintf(msgNotImported, filepath.Base(file), notice.Reason(err)))
		return
	}
	n.host.Notices.Say(fmt.Sprintf(msgImported, count.Of(len(d.Drawings), "drawing"),
		count.Of(len(d.Bookmarks), "bookmark")))
}

// ReadFile reads and parses the document in the given file. It returns an error if anything in the document is invalid.
func ReadFile(file string) (Document, error) {
	f, info, err := regular.Open(file)
	if err != nil {
		return Document{}, err
	}
	defer f.Close()
	data, err := regular.Read(f, info, bytesMost)
	if err != nil {
		return Document{}, err
	}
	return Parse(data)
}

// add adds the drawings and bookmarks that are not there yet.
func (n *notes) add(d *Document) error {
	list := slices.Clone(n.list)
	for _, g := range d.Drawings {
		if !slices.ContainsFunc(list, func(o Drawing) bool { return same(&g, &o) }) {
			list = append(list, g)
		}
	}
	whole := Document{Version: version, Drawings: list}
	if err := whole.check(); err != nil {
		return err
	}
	if err := n.host.Store.AddBookmarks(n.host.Demo.Key(), d.Bookmarks); err != nil {
		return err
	}
	n.keep(list)
	n.host.Kept()
	return nil
}

func same(a, b *Drawing) bool {
	return a.Kind == b.Kind && a.Map == b.Map && a.Storey == b.Storey && a.From == b.From && a.To == b.To &&
		a.Text == b.Text && slices.Equal(a.Points, b.Points)
}
