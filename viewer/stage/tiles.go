package stage

import (
	"image"
	"math"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/plan"
	"fragscope/formats/base/fault"
	"fragscope/formats/base/pace"
	"fragscope/viewer/draw"
)

const (
	tileSide   = 254 // with its margin a power of two, like textures
	tileMargin = 1   // pixels around a tile, so that smoothing at its edges finds its neighbours
	tileImage  = tileSide + 2*tileMargin
	overSide   = 512  // pixels on the longer side of the overview
	modelMost  = 1024 // pixels on the longer side of a brush model
	tilesSpare = 24   // tiles kept beyond those in view

	// mostWaiting is how many drawn tiles wait for a frame, to save memory, and how many become textures in a
	// frame, to avoid stutter.
	mostWaiting = 4
)

// tileKey identifies a tile: column i and row j at a scale, or a brush model.
type tileKey struct {
	scale  float64 // pixels per unit
	storey int
	style  plan.Style
	i, j   int
	model  int // 0 for the plan itself
}

// tile is a drawn part of the plan. It has no picture if it is empty.
type tile struct {
	key   tileKey
	gen   int // of the plan that it shows
	img   *ebiten.Image
	w, h  int
	blank bool
	used  uint64 // the frame in which it was last wanted
}

type job struct {
	key   tileKey
	gen   int
	epoch int
	plan  *plan.Plan
	void  draw.Color
	line  float64
}

type drawn struct {
	job   job
	pix   *image.RGBA
	blank bool
}

// tiles holds the drawn parts of a plan. What is in view is drawn in the background at exactly the scale at which
// it will be shown; until it is ready, existing tiles are scaled.
type tiles struct {
	plan  *plan.Plan
	gen   int // incremented for each plan
	epoch int // incremented when the map or colours change: older tiles are of no use
	void  draw.Color
	style plan.Style // of floors
	line  float64    // width of outlines in pixels: one point
	have  map[tileKey]*tile
	frame uint64
	free  []*ebiten.Image // images of discarded tiles
	wants []job           // reused
	last  layer           // shown before the scale or storey changed
	cur   layer
	// missing is the number of tiles in view that are not there; version counts changes of tiles.
	missing, version int

	verts [4]ebiten.Vertex
	calls int

	mu      sync.Mutex
	queue   []job
	busy    map[tileKey]bool
	results []drawn
	workers int
	buffers sync.Pool
	failed  atomic.Pointer[error] // the first failure not reported yet
}

type layer struct {
	scale  float64
	storey int
	style  plan.Style
}

// key returns the key of the layer's tile in column i and row j.
func (y layer) key(i, j int) tileKey {
	return tileKey{scale: y.scale, storey: y.storey, style: y.style, i: i, j: j}
}

var quadIndices = []uint32{0, 1, 2, 0, 2, 3}

func newTiles() *tiles {
	t := &tiles{have: map[tileKey]*tile{}, busy: map[tileKey]bool{}}
	t.buffers.New = func() any { return image.NewRGBA(image.Rect(0, 0, tileImage, tileImage)) }
	return t
}

// setPlan changes the plan. If it shows the same map, tiles of the old plan are shown until the new ones are ready.
func (t *tiles) setPlan(p *plan.Plan, same bool) {
	if p == t.plan {
		return
	}
	t.plan = p
	t.gen++
	t.forgetJobs() // the previous plan is no longer needed
	if !same {
		t.dropAll()
	}
}

// forgetJobs withdraws the jobs that have not been started in the background, and discards everything about them.
func (t *tiles) forgetJobs() {
	clear(t.wants[:cap(t.wants)])
	t.wants = t.wants[:0]
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.queue[:cap(t.queue)])
	t.queue = t.queue[:0]
}

func (t *tiles) setVoid(c draw.Color) {
	if c != t.void {
		t.void = c
		t.dropAll()
	}
}

func (t *tiles) setLine(pixels float64) {
	if pixels != t.line {
		t.line = pixels
		t.dropAll()
	}
}

func (t *tiles) dropAll() {
	t.epoch++
	t.last, t.cur = layer{}, layer{}
	for k, v := range t.have {
		t.drop(k, v)
	}
}

func (t *tiles) drop(k tileKey, v *tile) {
	t.version++
	if v.img != nil {
		if k.model == 0 && len(t.free) < tilesSpare {
			t.free = append(t.free, v.img)
		} else {
			v.img.Deallocate()
		}
	}
	delete(t.have, k)
}

// span is the range of a layer's tiles that a transform shows.
type span struct{ i0, j0, i1, j1 int } // excluding i1, j1

// tileSpan returns the range of the plan's tiles in view, at a layer's scale.
func (t *tiles) tileSpan(l *Transform, scale float64) span {
	min, max := t.plan.Bounds()
	if !(max[0] > min[0]) || !(max[1] > min[1]) {
		return span{}
	}
	ax, ay := l.world(l.x0, l.y0)
	bx, by := l.world(l.x1, l.y1)
	x0, x1, y0, y1 := math.Min(ax, bx), math.Max(ax, bx), math.Min(ay, by), math.Max(ay, by)
	// Two pixels around the plan hold the lines at its edge.
	edge := 2 / scale
	x0, y0 = math.Max(x0, float64(min[0])-edge), math.Max(y0, float64(min[1])-edge)
	x1, y1 = math.Min(x1, float64(max[0])+edge), math.Min(y1, float64(max[1])+edge)
	if x0 >= x1 || y0 >= y1 {
		return span{}
	}
	at := func(v float64) int { return int(math.Floor(v * scale / tileSide)) }
	return span{at(x0), at(-y1), at(x1) + 1, at(-y0) + 1}
}

// overview returns the scale of the picture of the whole map, which is always kept.
func (t *tiles) overview() float64 {
	min, max := t.plan.Bounds()
	side := math.Max(float64(max[0]-min[0]), float64(max[1]-min[1]))
	if !(side > 0) {
		return 1
	}
	return overSide / side
}

// prepare determines which tiles there are for the plan under the transform. restScale is the scale at which the camera
// will come to rest. If now is set, everything is drawn sharply immediately.
func (t *tiles) prepare(c *draw.Canvas, l *Transform, restScale float64, storey int, now bool) {
	t.calls, t.missing = 0, 0
	if t.plan == nil {
		return
	}
	t.setLine(float64(l.scale))
	t.frame++
	t.take(now)
	want := layer{restScale, storey, t.style}
	if want != t.cur {
		t.last, t.cur = t.cur, want
	}
	t.wants = t.wants[:0]
	l = l.within(c.Target().Bounds())
	t.missing = t.ask(want, t.tileSpan(l, restScale), l)
	if now {
		t.renderNow(t.wants)
		t.wants, t.missing = t.wants[:0], 0
		return
	}
	sharp := len(t.wants)
	t.askAll(layer{t.overview(), storey, t.style})
	if len(t.have) == 0 { // a map is shown as soon as there is one, even if not sharply
		t.renderNow(t.wants[sharp:])
		t.wants = t.wants[:sharp]
	}
}

// draw draws the plan.
func (t *tiles) draw(c *draw.Canvas, l *Transform) {
	view := draw.Rect{X: l.x0 / l.scale, Y: l.y0 / l.scale, W: (l.x1 - l.x0) / l.scale, H: (l.y1 - l.y0) / l.scale}
	if t.plan == nil {
		c.Fill(view, t.void)
		return
	}
	l = l.within(c.Target().Bounds())
	sp := t.tileSpan(l, t.cur.scale)
	if t.missing > 0 {
		c.Fill(view, t.void)
	} else {
		t.clear(c, l, t.cur, sp, view)
	}
	c.Flush()
	dst := c.Target()
	if t.missing > 0 {
		over := layer{t.overview(), t.cur.storey, t.cur.style}
		t.show(dst, l, over, t.tileSpan(l, over.scale))
		if t.last.scale > 0 {
			t.show(dst, l, t.last, t.tileSpan(l, t.last.scale))
		}
	}
	t.show(dst, l, t.cur, sp)
}

// finish ends a frame: it submits what is missing and evicts what is no longer needed.
func (t *tiles) finish() {
	t.submit()
	t.evict()
}

// ask requests a layer's missing or outdated tiles, nearest to the middle first, and returns the number of those that
// cannot be shown at all.
func (t *tiles) ask(y layer, sp span, l *Transform) (missing int) {
	first := len(t.wants)
	for j := sp.j0; j < sp.j1; j++ {
		for i := sp.i0; i < sp.i1; i++ {
			key := y.key(i, j)
			if t.wantTile(key) == nil {
				missing++
			}
		}
	}
	mx, my := l.world((l.x0+l.x1)/2, (l.y0+l.y1)/2)
	ci, cj := mx*y.scale/tileSide-0.5, -my*y.scale/tileSide-0.5
	far := func(k tileKey) float64 { return math.Hypot(float64(k.i)-ci, float64(k.j)-cj) }
	part := t.wants[first:]
	sort.Slice(part, func(a, b int) bool { return far(part[a].key) < far(part[b].key) })
	return missing
}

func (t *tiles) askAll(y layer) {
	min, max := t.plan.Bounds()
	all := Transform{k: 1, x0: min[0], y0: -max[1], x1: max[0], y1: -min[1]}
	t.ask(y, t.tileSpan(&all, y.scale), &all)
}

// wantTile returns the tile if there is one to show, and requests it if it is missing or outdated.
func (t *tiles) wantTile(key tileKey) *tile {
	v := t.have[key]
	if v != nil {
		v.used = t.frame
	}
	if v == nil || v.gen != t.gen {
		t.wants = append(t.wants, job{key, t.gen, t.epoch, t.plan, t.void, t.line})
	}
	return v
}

// submit replaces the background's queue with this frame's requests.
func (t *tiles) submit() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queue = t.queue[:0]
	for i := len(t.wants) - 1; i >= 0; i-- { // taken from the end
		if !t.busy[t.wants[i].key] {
			t.queue = append(t.queue, t.wants[i])
		}
	}
	most := min(max(runtime.GOMAXPROCS(0)-1, 1), 4)
	for t.workers < most && t.workers < len(t.queue) {
		t.workers++
		go t.work()
	}
}

// pending reports whether the background is at work.
func (t *tiles) pending() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.workers > 0 || len(t.results) > 0
}

func (t *tiles) work() {
	rest := pace.New()
	for {
		rest()
		t.mu.Lock()
		n := len(t.queue)
		if n == 0 || len(t.results) >= mostWaiting {
			t.workers--
			t.mu.Unlock()
			return
		}
		j := t.queue[n-1]
		t.queue = t.queue[:n-1]
		t.busy[j.key] = true
		t.mu.Unlock()

		d := t.render(j)

		t.mu.Lock()
		delete(t.busy, j.key)
		t.results = append(t.results, d)
		t.mu.Unlock()
	}
}

// render is paint, except that a tile whose drawing panics is blank.
func (t *tiles) render(j job) (d drawn) {
	err := fault.Guard(func() error {
		d = t.paint(j)
		return nil
	})
	if err != nil {
		t.failed.CompareAndSwap(nil, &err)
		d = drawn{j, t.buffers.New().(*image.RGBA), true}
	}
	d.job.plan = nil // it may be an old one, which would be kept alive
	return d
}

// paint draws a tile over the colour of the void, so that it can be shown without blending.
func (t *tiles) paint(j job) drawn {
	if j.key.model > 0 {
		return renderModel(j)
	}
	pix := t.buffers.Get().(*image.RGBA)
	v := plan.View{
		MinX:   float64(j.key.i*tileSide-tileMargin) / j.key.scale,
		MaxY:   -float64(j.key.j*tileSide-tileMargin) / j.key.scale,
		Scale:  j.key.scale,
		Storey: j.key.storey,
		Style:  j.key.style,

		LineWidth: j.line,
		Faint:     true,
	}
	j.plan.Render(pix, v)
	return drawn{j, pix, !over(pix, j.void)}
}

// over composes a premultiplied picture with a background colour and reports whether there was anything in it.
func over(pix *image.RGBA, void draw.Color) bool {
	any := false
	for i := 0; i < len(pix.Pix); i += 4 {
		p := pix.Pix[i : i+4 : i+4]
		a := uint32(p[3])
		if a == 255 {
			any = true
			continue
		}
		any = any || a > 0
		p[0] = uint8(uint32(p[0]) + uint32(void.R)*(255-a)/255)
		p[1] = uint8(uint32(p[1]) + uint32(void.G)*(255-a)/255)
		p[2] = uint8(uint32(p[2]) + uint32(void.B)*(255-a)/255)
		p[3] = 255
	}
	return any
}

// take turns the background's results into tiles, a few per frame or all.
func (t *tiles) take(all bool) {
	t.mu.Lock()
	n := len(t.results)
	if !all {
		n = min(n, mostWaiting)
	}
	done := slices.Clone(t.results[:n])
	t.results = slices.Delete(t.results, 0, n) // also clears them
	t.mu.Unlock()
	for _, d := range done {
		t.keep(d)
	}
}

func (t *tiles) keep(d drawn) {
	key := d.job.key
	v := t.have[key]
	switch {
	case d.job.epoch != t.epoch || v != nil && v.gen >= d.job.gen:
		t.recycle(d)
		return
	case v == nil:
		v = &tile{key: key, used: t.frame}
		t.have[key] = v
	}
	t.version++
	v.gen, v.blank = d.job.gen, d.blank
	if !d.blank {
		w, h := d.pix.Rect.Dx(), d.pix.Rect.Dy()
		if v.img != nil && (v.w != w || v.h != h) {
			v.img.Deallocate()
			v.img = nil
		}
		if v.img == nil {
			v.img, v.w, v.h = t.picture(key, w, h), w, h
		}
		v.img.WritePixels(d.pix.Pix)
	}
	t.recycle(d)
}

func (t *tiles) recycle(d drawn) {
	if d.job.key.model == 0 {
		t.buffers.Put(d.pix)
	}
}

func (t *tiles) picture(key tileKey, w, h int) *ebiten.Image {
	if n := len(t.free); key.model == 0 && n > 0 {
		img := t.free[n-1]
		t.free = t.free[:n-1]
		return img
	}
	// Separate textures: in the renderer's shared ones, which double in size, tiles that come and go would leave holes.
	return ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: key.model == 0})
}

// renderNow draws tiles on all processors and waits for them.
func (t *tiles) renderNow(wants []job) {
	if len(wants) == 0 {
		return
	}
	jobs := make(chan job)
	out := make(chan drawn)
	for range min(runtime.GOMAXPROCS(0), len(wants)) {
		go func() {
			for j := range jobs {
				out <- t.render(j)
			}
		}()
	}
	go func(list []job) {
		for _, j := range list {
			jobs <- j
		}
		close(jobs)
	}(append([]job(nil), wants...))
	for range wants {
		t.keep(<-out)
	}
}

// show draws the tiles of a layer that are there.
func (t *tiles) show(dst *ebiten.Image, l *Transform, y layer, sp span) {
	ratio := l.k / y.scale
	filter := ebiten.FilterLinear
	if ratio == 1 {
		filter = ebiten.FilterNearest
	}
	for j := sp.j0; j < sp.j1; j++ {
		for i := sp.i0; i < sp.i1; i++ {
			v := t.have[y.key(i, j)]
			if v == nil {
				continue
			}
			v.used = t.frame
			if v.blank || v.img == nil {
				continue
			}
			t.quad(l, float64(tileSide*i)*ratio, float64(tileSide*j)*ratio, tileSide*ratio)
			op := ebiten.DrawTrianglesOptions{Filter: filter, Blend: ebiten.BlendCopy}
			dst.DrawTriangles32(t.verts[:], quadIndices, v.img, &op)
			t.calls++
		}
	}
}

// clear fills the area not covered by a layer's tiles. The area under the tiles is not filled first: without a graphics
// card the cost of drawing is in the pixels.
func (t *tiles) clear(c *draw.Canvas, l *Transform, y layer, sp span, view draw.Rect) {
	side := tileSide * l.k / y.scale
	at := func(i, j int) (px, py float32) {
		x, y := l.turn.onScreen(float64(i)*side, float64(j)*side)
		return float32(l.ox+x) / l.scale, float32(l.oy+y) / l.scale
	}
	corners := func(i0, j0, i1, j1 int) (x0, y0, x1, y1 float32) {
		ax, ay := at(i0, j0)
		bx, by := at(i1, j1)
		return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
	}
	x0, y0, x1, y1 := corners(sp.i0, sp.j0, sp.i1, sp.j1)
	x0, y0, x1, y1 = max(x0, view.X), max(y0, view.Y), min(x1, view.Right()), min(y1, view.Bottom())
	if x0 >= x1 || y0 >= y1 {
		c.Fill(view, t.void)
		return
	}
	c.Fill(draw.Rect{X: view.X, Y: view.Y, W: view.W, H: y0 - view.Y}, t.void)
	c.Fill(draw.Rect{X: view.X, Y: y1, W: view.W, H: view.Bottom() - y1}, t.void)
	c.Fill(draw.Rect{X: view.X, Y: y0, W: x0 - view.X, H: y1 - y0}, t.void)
	c.Fill(draw.Rect{X: x1, Y: y0, W: view.Right() - x1, H: y1 - y0}, t.void)
	for j := sp.j0; j < sp.j1; j++ {
		for i := sp.i0; i < sp.i1; i++ {
			if v := t.have[y.key(i, j)]; v == nil || v.blank || v.img == nil {
				bx0, by0, bx1, by1 := corners(i, j, i+1, j+1)
				c.Fill(draw.Rect{X: bx0, Y: by0, W: bx1 - bx0, H: by1 - by0}, t.void)
			}
		}
	}
}

// quad positions a tile, given its corner and side in pixels of the map before turning.
func (t *tiles) quad(l *Transform, x, y, side float64) {
	const lo, hi = tileMargin, tileMargin + tileSide
	for n, p := range [4][4]float64{{x, y, lo, lo}, {x + side, y, hi, lo}, {x + side, y + side, hi, hi},
		{x, y + side, lo, hi}} {
		px, py := l.turn.onScreen(p[0], p[1])
		t.verts[n] = ebiten.Vertex{
			DstX: float32(l.ox + px), DstY: float32(l.oy + py), SrcX: float32(p[2]), SrcY: float32(p[3]), ColorR: 1,
			ColorG: 1, ColorB: 1, ColorA: 1,
		}
	}
}

// recent is how many frames back a tile counts as in view: a large picture is drawn in pieces, each of which is a
// frame.
const recent = 8

// evict discards the tiles that have not been wanted for longest. It keeps the tiles in view and some spare ones.
func (t *tiles) evict() {
	seen := 0
	for _, v := range t.have {
		if v.used+recent > t.frame {
			seen++
		}
	}
	excess := len(t.have) - 2*seen - tilesSpare
	if excess <= 0 {
		return
	}
	old := make([]*tile, 0, len(t.have)-seen)
	for _, v := range t.have {
		if v.used+recent <= t.frame {
			old = append(old, v)
		}
	}
	sort.Slice(old, func(a, b int) bool { return old[a].used < old[b].used })
	for _, v := range old[:min(excess, len(old))] {
		t.drop(v.key, v)
	}
}
