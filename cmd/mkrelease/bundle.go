package main

import (
	"path"

	"fragscope/assets/icon"
	"fragscope/cmd/fragscope/desktop"
	"fragscope/cmd/mkrelease/macos"
	"fragscope/viewer/page"
)

// bundle returns the sealed macOS application with programs for one processor each.
func (r *release) bundle(programs ...[]byte) (tree, error) {
	files := map[string][]byte{
		"Info.plist":                        desktop.InfoPlist(r.version),
		"PkgInfo":                           []byte("APPL????"),
		"Resources/" + desktop.ID + ".icns": icon.ICNS(),
		"Resources/" + page.FileName:        r.page,
	}
	resources, err := macos.Resources(files)
	if err != nil {
		return nil, err
	}
	seal := macos.Seal{Identifier: desktop.BundleID, InfoPlist: files["Info.plist"], Resources: resources}
	var signed [][]byte
	for _, p := range programs {
		s, err := seal.Sign(p)
		if err != nil {
			return nil, err
		}
		signed = append(signed, s)
	}
	program, err := macos.Universal(signed...)
	if err != nil {
		return nil, err
	}
	contents := path.Join(desktop.Title+".app", "Contents")
	t := tree{
		path.Join(contents, "MacOS", desktop.ID):               {program, true},
		path.Join(contents, "_CodeSignature", "CodeResources"): {resources, false},
	}
	for name, data := range files {
		t[path.Join(contents, name)] = file{data, false}
	}
	return t, nil
}
