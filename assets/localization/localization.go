// Package localization reads the translations of the rereleases: texts by keys, one file for each language.
//
// A file is localization/loc_english.txt and so on, in a game's folders or archives. It holds entries of a key, the name of a
// platform in angle brackets where the entry is for that alone, an equals sign, and a text in quotation marks in which \n
// is a new line (q2repro, src/common/loc.c, Loc_ReloadFile). Two slashes start a comment up to the end of the line.
package localization

import (
	"strings"

	"fragscope/assets/gamedata"
)

// Bounds of what is read.
const (
	maxFile    = 8 << 20
	maxEntries = 1 << 16
)

// Texts are the texts by their keys.
type Texts map[string]string

// Text is that of a key.
func (t Texts) Text(key string) (text string, ok bool) {
	text, ok = t[key]
	return text, ok
}

// languages are the names of files by what environments call languages.
var languages = map[string]string{
	"de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "ja": "japanese", "ko": "korean",
	"pl": "polish", "pt": "portuguese", "ru": "russian", "zh": "chinese",
}

// Language is the name of the user's language, as files have it, from the variables in which systems tell it; English where
// they do not.
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

// Find reads the texts in a language, or in English where the game does not have that. It is nil where there are none.
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

// Parse reads a file. It ends where the file makes no sense; of two entries with one key the first counts.
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

// reader takes words from a file.
type reader struct{ rest string }

// word is the next word, or the next text in quotation marks; ok is false at the end.
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

// quoted is a text in quotation marks; a backslash makes a letter special, or takes that from it.
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
