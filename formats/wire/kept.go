package wire

import "strings"

// Kept holds the messages of a demo that are still in effect. It contains the latest value for each key. Values are in
// the order in which their keys were first set. The zero Kept is empty and ready to use.
type Kept[T any] struct {
	index map[string]int // into list
	list  []kept[T]
}

type kept[T any] struct {
	key   string
	value T
	gone  bool
}

// ClipMark is a command at the start of a clip. It indicates that the first messages of the clip describe the current
// state of the game, not events. Game clients ignore the command, because it is a comment.
const ClipMark = "//fragscope clip"

// Set sets the value for key. It replaces any previous value, unless key is empty.
func (k *Kept[T]) Set(key string, value T) {
	if i, ok := k.index[key]; ok {
		k.list[i].value = value
		return
	}
	if k.index == nil {
		k.index = map[string]int{}
	}
	if key != "" {
		k.index[key] = len(k.list)
	}
	k.list = append(k.list, kept[T]{key: key, value: value})
}

// Drop removes the value for key. It also removes the values for all keys that begin with key followed by a space.
func (k *Kept[T]) Drop(key string) {
	for i := range k.list {
		if e := &k.list[i]; !e.gone && e.key != "" && (e.key == key || strings.HasPrefix(e.key, key+" ")) {
			e.gone = true
			delete(k.index, e.key)
		}
	}
}

// All returns the kept values, in order.
func (k *Kept[T]) All() []T {
	var list []T
	for i := range k.list {
		if !k.list[i].gone {
			list = append(list, k.list[i].value)
		}
	}
	return list
}
