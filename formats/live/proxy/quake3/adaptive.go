package quake3

// A client's connect packet is compressed from protocol 66 on, and differently from all others: by Huffman coding with
// a tree that starts empty and learns (ioquake3 huffman.c, Huff_Decompress; the algorithm of Faller, Gallager and
// Knuth). Its nodes are ordered by weight, with siblings next to each other.

const (
	maxConnect = 4096 // bytes of a decompressed packet; the engine's texts have at most 1024
	newSymbol  = 256  // the leaf for symbols not met yet
	noSymbol   = -1   // for inner nodes
)

// adaptiveNode is a node of the tree. Links are indices of nodes, -1 for none.
type adaptiveNode struct {
	symbol, weight      int
	parent, left, right int
	rank                int // index in the order
}

// adaptiveTree is the tree of one packet.
type adaptiveTree struct {
	nodes []adaptiveNode
	order []int
	root  int
	fresh int // the leaf of newSymbol
	leaf  [256]int
}

func newAdaptiveTree() *adaptiveTree {
	t := &adaptiveTree{nodes: []adaptiveNode{{symbol: newSymbol, parent: -1, left: -1, right: -1}}, order: []int{0}}
	for i := range t.leaf {
		t.leaf[i] = -1
	}
	return t
}

// inflateConnect decompresses data, which starts with the decompressed size. If it is cut short, so is the result.
func inflateConnect(data []byte) []byte {
	if len(data) < 2 {
		return nil
	}
	size := min(int(data[0])<<8|int(data[1]), maxConnect)
	bits := bitsOf{data: data[2:]}
	out := make([]byte, 0, size)
	t := newAdaptiveTree()
	for len(out) < size {
		symbol := t.next(&bits)
		if symbol == newSymbol {
			symbol = 0
			for range 8 {
				symbol = symbol<<1 | bits.next()
			}
		}
		if bits.short {
			break
		}
		out = append(out, byte(symbol))
		t.learn(byte(symbol))
	}
	return out
}

// bitsOf reads bits, the lowest of a byte first.
type bitsOf struct {
	data  []byte
	at    int
	short bool // the data has ended
}

func (b *bitsOf) next() int {
	if b.at>>3 >= len(b.data) {
		b.short = true
		return 0
	}
	bit := int(b.data[b.at>>3] >> (b.at & 7) & 1)
	b.at++
	return bit
}

// next reads a symbol.
func (t *adaptiveTree) next(bits *bitsOf) int {
	n := t.root
	for t.nodes[n].symbol == noSymbol {
		if bits.next() != 0 {
			n = t.nodes[n].right
		} else {
			n = t.nodes[n].left
		}
	}
	return t.nodes[n].symbol
}

// learn increases a byte's frequency.
func (t *adaptiveTree) learn(b byte) {
	if t.leaf[b] >= 0 {
		t.increment(t.leaf[b])
		return
	}
	// The leaf of new symbols becomes a node with itself and the byte's leaf as children.
	leaf, inner := len(t.nodes), len(t.nodes)+1
	above := t.nodes[t.fresh].parent
	t.nodes = append(t.nodes,
		adaptiveNode{symbol: int(b), weight: 1, parent: inner, left: -1, right: -1},
		adaptiveNode{symbol: noSymbol, weight: 1, parent: above, left: t.fresh, right: leaf})
	t.leaf[b] = leaf
	t.nodes[t.fresh].parent = inner
	t.replace(above, t.fresh, inner)
	t.order = append(t.order, 0, 0)
	copy(t.order[3:], t.order[1:])
	t.order[1], t.order[2] = leaf, inner
	for rank, n := range t.order {
		t.nodes[n].rank = rank
	}
	t.increment(above)
}

// replace replaces a child of parent.
func (t *adaptiveTree) replace(parent, old, node int) {
	switch {
	case parent < 0:
		t.root = node
	case t.nodes[parent].left == old:
		t.nodes[parent].left = node
	default:
		t.nodes[parent].right = node
	}
}

// increment adds one to the weight of a node and its ancestors, first moving each to the end of those with its weight.
func (t *adaptiveTree) increment(n int) {
	if n < 0 {
		return
	}
	last := t.nodes[n].rank
	for last+1 < len(t.order) && t.nodes[t.order[last+1]].weight == t.nodes[n].weight {
		last++
	}
	if other := t.order[last]; other != n {
		if other != t.nodes[n].parent {
			t.swap(other, n)
		}
		t.exchange(n, other)
	}
	t.nodes[n].weight++
	if parent := t.nodes[n].parent; parent >= 0 {
		t.increment(parent)
		if t.nodes[parent].rank == t.nodes[n].rank-1 {
			t.exchange(n, parent)
		}
	}
}

// swap exchanges two nodes with their subtrees. Of siblings the first becomes the left one, whatever it was, as in the
// engine (huffman.c, swap).
func (t *adaptiveTree) swap(a, b int) {
	above, other := t.nodes[a].parent, t.nodes[b].parent
	if above == other {
		if above >= 0 {
			t.nodes[above].left, t.nodes[above].right = a, b
		}
		return
	}
	t.replace(above, a, b)
	t.replace(other, b, a)
	t.nodes[a].parent, t.nodes[b].parent = other, above
}

// exchange exchanges two nodes in the order.
func (t *adaptiveTree) exchange(a, b int) {
	x, y := t.nodes[a].rank, t.nodes[b].rank
	t.order[x], t.order[y] = b, a
	t.nodes[a].rank, t.nodes[b].rank = y, x
}
