package q3

import "strconv"

// tokenize appends the words of a server command to dst: separated by white
// space, or in double quotes, which cannot be escaped.
func tokenize(text []byte, dst []string) []string {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c <= ' ':
			i++
		case c == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				end++
			}
			dst = append(dst, string(text[i+1:end]))
			i = end + 1
		default:
			end := i
			for end < len(text) && text[end] > ' ' && text[end] != '"' {
				end++
			}
			dst = append(dst, string(text[i:end]))
			i = end
		}
	}
	return dst
}

// number reads a decimal number.
func number(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil
}
