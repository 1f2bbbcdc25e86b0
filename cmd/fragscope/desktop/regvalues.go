package desktop

import "strings"

// regValue is a string in the registry, below HKEY_CURRENT_USER\Software\Classes.
type regValue struct {
	key, name, data string
	// shared is set if the key is also used by other programs, so that only the value is ours.
	shared bool
	// polite is set if the value is only written if there is none yet.
	polite bool
}

// progID returns the kind's name in the registry.
func (k *Kind) progID() string { return Title + "." + k.ID }

const appKey = `Applications\` + ID + `.exe`

// registryValues returns the values that make Explorer open demos with the program at the path: a document type for
// each kind with icon and command, the extensions that lead to them, and an entry in "Open with". Extensions of
// other programs' documents stay with these.
func registryValues(program string) []regValue {
	command := `"` + program + `" "%1"`
	icon := `"` + program + `",0`
	var out []regValue
	own := func(key, name, data string) { out = append(out, regValue{key: key, name: name, data: data}) }
	own(appKey, "FriendlyAppName", Title)
	own(appKey+`\DefaultIcon`, "", icon)
	own(appKey+`\shell\open\command`, "", command)
	for _, k := range Kinds() {
		own(k.progID(), "", k.Name)
		own(k.progID(), "FriendlyTypeName", k.Name)
		own(k.progID()+`\DefaultIcon`, "", icon)
		own(k.progID()+`\shell\open\command`, "", command)
		for _, ext := range k.Extensions {
			own(appKey+`\SupportedTypes`, "."+ext, "")
			out = append(out,
				regValue{key: "." + ext + `\OpenWithProgids`, name: k.progID(), shared: true},
				regValue{key: "." + ext, data: k.progID(), shared: true, polite: true})
		}
	}
	return out
}

// registryKeys returns the keys that are entirely ours.
func registryKeys() []string {
	out := []string{appKey}
	for _, k := range Kinds() {
		out = append(out, k.progID())
	}
	return out
}

// parents returns a key and the keys above it, deepest first.
func parents(key string) []string {
	out := []string{key}
	for {
		i := strings.LastIndexByte(key, '\\')
		if i < 0 {
			return out
		}
		key = key[:i]
		out = append(out, key)
	}
}
