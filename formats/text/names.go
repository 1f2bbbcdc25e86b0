package text

import (
	"fmt"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
)

// named returns the form of a number whose type has names: the name if it belongs to only one number, otherwise the
// number. For types of more than 8 bits it is the names of the bits set, separated by strokes.
func named(t reflect.Type) form {
	name := func(n uint64) string {
		v := reflect.New(t).Elem()
		v.SetUint(n)
		return v.Interface().(fmt.Stringer).String()
	}
	if t.Bits() == 8 {
		return wordForm(256, name)
	}
	return bitForm(t.Bits(), name)
}

// wordForm returns the form of numbers below end, some of which have names.
func wordForm(end uint64, name func(uint64) string) form {
	numbers, words := map[string]uint64{}, make([]string, end)
	for n := range end {
		word := name(n)
		if _, err := strconv.Atoi(word); err == nil {
			continue
		}
		if other, twice := numbers[word]; twice {
			words[other] = ""
			continue
		}
		numbers[word], words[n] = n, word
	}
	return form{
		put: func(b []byte, v reflect.Value) []byte {
			if n := v.Uint(); n < end && words[n] != "" {
				return appendString(b, words[n])
			}
			return appendUint(b, v.Uint())
		},
		take: func(t *tree, n *node, v reflect.Value) error {
			if n.kind == isString {
				if number, ok := numbers[string(n.raw)]; ok {
					v.SetUint(number)
					return nil
				}
				return fmt.Errorf("%s is not one of its values", outlet(string(n.raw)))
			}
			return takeUint(t, n, v)
		},
	}
}

// noBits stands for a mask without bits.
const noBits = "none"

// bitForm returns the form of masks.
func bitForm(size int, name func(uint64) string) form {
	var words [64]string
	numbers := map[string]uint64{noBits: 0}
	for i := range size {
		word := name(1 << i)
		if _, twice := numbers[word]; !twice && !strings.Contains(word, "|") && !strings.HasPrefix(word, "0x") {
			words[i], numbers[word] = word, 1<<i
		}
	}
	return form{
		put: func(b []byte, v reflect.Value) []byte { return appendBits(b, v.Uint(), &words) },
		take: func(t *tree, n *node, v reflect.Value) error {
			if n.kind != isString {
				return takeUint(t, n, v)
			}
			mask := uint64(0)
			for word := range strings.SplitSeq(string(n.raw), "|") {
				bit, ok := numbers[word]
				if hex, is := strings.CutPrefix(word, "0x"); is && !ok {
					var err error
					bit, err = strconv.ParseUint(hex, 16, size)
					ok = err == nil
				}
				if !ok {
					return fmt.Errorf("it has no bit named %s", outlet(word))
				}
				mask |= bit
			}
			v.SetUint(mask)
			return nil
		},
	}
}

func appendBits(b []byte, mask uint64, words *[64]string) []byte {
	if mask == 0 {
		return appendString(b, noBits)
	}
	b = append(b, '"')
	rest := uint64(0)
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if words[i] == "" {
			rest |= 1 << i
			continue
		}
		if b[len(b)-1] != '"' {
			b = append(b, '|')
		}
		b = append(b, words[i]...)
	}
	if rest != 0 {
		if b[len(b)-1] != '"' {
			b = append(b, '|')
		}
		b = strconv.AppendUint(append(b, "0x"...), rest, 16)
	}
	return append(b, '"')
}
