// Package localization reads the rereleases' translation files, which map keys to texts. There is one file for each
// language.
//
// The files are named localization/loc_english.txt and so on, and are in a game's folders or archives. An entry
// consists of a key, an equals sign and a text in quotation marks. If the entry is only for one platform, the
// platform's name in angle brackets follows the key. In the text, \n is a new line (q2repro, src/common/loc.c,
// Loc_ReloadFile). Two slashes start a comment that extends to the end of the line.
package localization

import (
	"strings"

	"fragscope/assets/gamedata"
)

// Limits on what is read.
const (
	maxFile    = 8 << 20
	maxEntries = 1 << 16
)

// Texts maps keys to texts in one language.
type Texts map[string]string

// Text returns the text for the given key. ok is false if there is no such text.
func (t Texts) Text(key string) (text string, ok bool) {
	text, ok = t[key]
	return text, ok
}

// languages maps language codes to file names.
var languages = map[string]string{
	"de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "ja": "japanese", "ko": "korean",
	"pl": "polish", "pt": "portuguese", "ru": "russian", "zh": "chinese",
}

// Language returns the user's language as it appears in file names, such as "german". It is taken from the usual
// environment variables, which are read by calling getenv. If they specify no supported language, Language returns
// "english".
func Language(getenv func(string) string) string {
	for _, variable := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(variable); value != "" {
			code, _, _ := strings.Cut(strings.ToLower(value), "_")
			code, _, _ = strings.Cut(code, ".")
			if name, ok := languages[code]; ok {
				return name
			}
			break
		}
	}
	return languages["en"]
}

// Find reads the texts in the given language from the game's files. If there are no texts in that language, Find reads
// the English texts instead. If there are no English texts either, it returns nil.
func Find(p *gamedata.Path, language string) Texts {
	for _, name := range []string{language, languages["en"]} {
		file, err := p.Open("localization/loc_"+name+".txt", gamedata.Want{})
		if err != nil || len(file.Data) > maxFile {
			continue
		}
		if texts := Parse(file.Data); len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// Parse parses a translation file, stopping at the first syntax error. Entries for a single platform are ignored. If a
// key occurs more than once, the first entry is used.
func Parse(data []byte) Texts {
	r := reader{rest: strings.TrimPrefix(string(data), "\ufeff")}
	texts := Texts{}
	for len(texts) < maxEntries {
		key, _ := r.word()
		if key == "" {
			break
		}
		platform := false
		equals, _ := r.word()
		for strings.HasPrefix(equals, "<") && !platform {
			for platform = true; equals != "" && !strings.HasSuffix(equals, ">"); {
				equals, _ = r.word()
			}
			equals, _ = r.word()
		}
		if equals != "=" {
			break
		}
		text, ok := r.word()
		if !ok {
			break
		}
		if _, twice := texts[key]; !twice && !platform {
			texts[key] = text
		}
	}
	return texts
}

// reader splits a file into words.
type reader struct{ rest string }

// word returns the next word or quoted text; ok is false at the end.
func (r *reader) word() (word string, ok bool) {
	for {
		r.rest = strings.TrimLeft(r.rest, " \t\r\n")
		if !strings.HasPrefix(r.rest, "//") {
			break
		}
		_, r.rest, _ = strings.Cut(r.rest, "\n")
	}
	if r.rest == "" {
		return "", false
	}
	if r.rest[0] == '"' {
		return r.quoted()
	}
	n := strings.IndexAny(r.rest, " \t\r\n")
	if n < 0 {
		n = len(r.rest)
	}
	word, r.rest = r.rest[:n], r.rest[n:]
	return word, true
}

// quoted returns a quoted text, where a backslash starts an escape.
func (r *reader) quoted() (string, bool) {
	var out strings.Builder
	for i := 1; i < len(r.rest); i++ {
		c := r.rest[i]
		switch {
		case c == '"':
			r.rest = r.rest[i+1:]
			return out.String(), true
		case c == '\\' && i+1 < len(r.rest):
			i++
			if c = r.rest[i]; c == 'n' {
				c = '\n'
			} else if c == 't' {
				c = '\t'
			}
		}
		out.WriteByte(c)
	}
	r.rest = ""
	return "", false
}
