package texture

import (
	"path"
	"strings"
)

// scripts maps shaders' names to their images.
type scripts map[string]string

// read adds the shaders in a file. A shader is a name and a block in braces with lines of words, and a block for each
// stage. Its image is that of the first stage that has one, otherwise the one for the editor. Of two with the same name
// the first counts.
func (s scripts) read(text string) {
	l := lexer{text: text}
	for {
		name := l.next()
		if name == "" {
			return
		}
		picture, ok := l.shader()
		if !ok {
			return
		}
		if name = shaderName(name); s[name] == "" && picture != "" {
			s[name] = picture
		}
	}
}

// shader reads the block of a shader; ok is false if there is none.
func (l *lexer) shader() (picture string, ok bool) {
	if l.next() != "{" {
		return "", false
	}
	editor := ""
	for depth := 1; depth > 0; {
		switch word := l.next(); strings.ToLower(word) {
		case "":
			return "", false
		case "{":
			depth++
		case "}":
			depth--
		case "qer_editorimage":
			editor = shaderName(l.next())
		case "map", "clampmap":
			if name := l.next(); picture == "" && !strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "*") {
				picture = shaderName(name)
			}
		case "animmap":
			l.next()
			if name := l.next(); picture == "" {
				picture = shaderName(name)
			}
		}
	}
	if picture == "" {
		picture = editor
	}
	return picture, true
}

// shaderName returns a name as it is looked up: in lower case and without extension.
func shaderName(s string) string {
	s = strings.ToLower(strings.ReplaceAll(s, "\\", "/"))
	return strings.TrimSuffix(s, path.Ext(s))
}

// lexer splits a text into words.
type lexer struct{ text string }

// next returns the next word or brace, or "" at the end. Comments are as in C++.
func (l *lexer) next() string {
	for {
		l.text = strings.TrimLeft(l.text, " \t\r\n\x00")
		switch {
		case strings.HasPrefix(l.text, "//"):
			_, l.text, _ = strings.Cut(l.text, "\n")
			continue
		case strings.HasPrefix(l.text, "/*"):
			_, l.text, _ = strings.Cut(l.text[2:], "*/")
			continue
		case l.text == "":
			return ""
		case l.text[0] == '{' || l.text[0] == '}':
			word := l.text[:1]
			l.text = l.text[1:]
			return word
		case l.text[0] == '"':
			word, rest, _ := strings.Cut(l.text[1:], "\"")
			if l.text = rest; word == "" {
				continue
			}
			return word
		}
		end := strings.IndexAny(l.text, " \t\r\n\x00{}\"")
		if end < 0 {
			end = len(l.text)
		}
		word := l.text[:end]
		l.text = l.text[end:]
		return word
	}
}
