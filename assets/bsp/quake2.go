package bsp

import "strings"

// Flags of Quake II's and Quake III's surfaces.
const (
	surfSky      = 0x4
	surfWarp     = 0x8 // Quake II: a liquid
	surfNoDraw   = 0x80
	surfHint     = 0x100
	surfSkip     = 0x200
	surfNonSolid = 0x4000 // Quake III
)

// Contents of Quake II's and Quake III's brushes and leafs.
const (
	contentsSolid      = 0x1
	contentsWindow     = 0x2 // Quake II
	contentsLava       = 0x8
	contentsSlime      = 0x10
	contentsWater      = 0x20
	contentsFog        = 0x40 // Quake II: mist
	contentsPlayerClip = 0x10000
)

func brushContents(c int) Contents {
	var out Contents
	for _, bit := range [...]struct {
		mask int
		c    Contents
	}{{contentsSolid, Solid}, {contentsLava, Lava}, {contentsSlime, Slime}, {contentsWater, Water},
		{contentsPlayerClip, Clip}} {
		if c&bit.mask != 0 {
			out |= bit.c
		}
	}
	return out
}

// decodeQuake2 reads version 38 with 16-bit (IBSP) and 32-bit (QBSP) indices.
func decodeQuake2(d *decoder) {
	d.readEntities()
	d.readPlanes()
	verts := d.readVerts()
	d.readQuakeModels(48, 40)
	if d.err != nil {
		return
	}
	t := &tree{planes: d.planes, leafs: make([]Contents, d.count(lumpLeafs))}
	for i := range t.leafs {
		t.leafs[i] = brushContents(i32(d.record(lumpLeafs, i), 0))
	}
	t.nodes = d.readNodes(lumpNodes, len(t.leafs))
	t.root = int32(i32(d.record(lumpModels, 0), 36))
	d.m.Brushes = d.readBrushes(d.worldBrushes(t), func(contents int) int {
		if contents&contentsWindow != 0 {
			contents |= contentsPlayerClip
		}
		return contents
	})
	if d.err != nil {
		return
	}
	t.brushIndex = indexBrushes(d.m.Brushes)
	d.m.collider, d.m.opaque = t, d.opaqueTree(t)
	texinfos := d.quake2Texinfos()
	d.readEdgeFaces(verts, func(i int) texinfo { return texinfos[i] })
}

// worldBrushes returns the brushes of the leafs below the world's head node: the others belong to moving models.
func (d *decoder) worldBrushes(t *tree) []int {
	total := d.count(lumpBrushes)
	seen := make([]bool, total)
	visited := make([]bool, len(t.nodes))
	var brushes []int
	stack := []int32{t.root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n >= 0 {
			if int(n) < len(t.nodes) && !visited[n] {
				visited[n] = true
				stack = append(stack, t.nodes[n].children[:]...)
			}
			continue
		}
		first, count := d.leafBrushRange(-1 - int(n))
		if !d.inside(lumpLeafBrushes, first, count, "leaf", -1-int(n)) {
			return nil
		}
		for i := first; i < first+count; i++ {
			b := d.leafBrush(i)
			if b >= total {
				d.fail("leaf %d names brush %d of %d", -1-int(n), b, total)
				return nil
			}
			if !seen[b] {
				seen[b] = true
				brushes = append(brushes, b)
			}
		}
	}
	return brushes
}

func (d *decoder) leafBrushRange(leaf int) (first, count int) {
	if leaf >= d.count(lumpLeafs) {
		return 0, 0
	}
	b := d.record(lumpLeafs, leaf)
	if d.layout.wide {
		return i32(b, 44), i32(b, 48)
	}
	return u16(b, 24), u16(b, 26)
}

func (d *decoder) leafBrush(i int) int {
	b := d.record(lumpLeafBrushes, i)
	if d.layout.wide {
		return int(u32(b, 0))
	}
	return u16(b, 0)
}

func (d *decoder) quake2Texinfos() []texinfo {
	out := make([]texinfo, d.count(lumpTexinfo))
	index := map[string]int32{}
	for i := range out {
		b := d.record(lumpTexinfo, i)
		name := strings.ToLower(cString(b[40:72]))
		at, ok := index[name]
		if !ok {
			at = int32(len(d.m.Textures))
			index[name] = at
			d.m.Textures = append(d.m.Textures, Texture{Name: name})
		}
		out[i] = texinfo{texture: at}
		switch flags := i32(b, 32); {
		case flags&surfSky != 0:
			out[i].kind = KindSky
		case flags&(surfNoDraw|surfHint|surfSkip) != 0:
			out[i].kind = KindHidden
		case flags&surfWarp != 0:
			out[i].kind, out[i].named = KindWater, namedLiquid(name)
		}
	}
	return out
}
