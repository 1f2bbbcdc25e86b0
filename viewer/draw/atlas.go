package draw

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// atlas is the single texture from which everything is drawn: a white block for plain shapes, glyphs, icons and glows.
// It is filled in shelves. When it is full, it is reset and, up to a limit, enlarged; anything still needed is drawn
// into it again. Its height is equal to its width or half of it.
type atlas struct {
	img     *ebiten.Image
	w, h    int    // pixels
	gen     uint32 // sprites of other generations are invalid
	shelves []shelf
	bottom  int
}

type shelf struct{ y, h, x int }

const (
	atlasStart = 1024 // the initial width; an ordinary window's panels need less than half of it in height
	atlasMost  = 4096
	whiteSide  = 4
)

// sprite is an area of the atlas, with the offset from the pen to its top left corner, in pixels.
type sprite struct {
	gen        uint32
	x, y, w, h int16
	ox, oy     int16
}

// start resets the atlas to its initial size.
func (a *atlas) start() { a.reset(atlasStart, atlasStart/2) }

// grow resets the atlas and enlarges it, up to a limit.
func (a *atlas) grow() {
	if a.h < a.w {
		a.reset(a.w, a.w)
		return
	}
	side := min(2*a.w, atlasMost)
	a.reset(side, max(a.h, side/2))
}

func (a *atlas) reset(w, h int) {
	if a.img == nil || a.w != w || a.h != h {
		if a.img != nil {
			a.img.Deallocate()
		}
		a.img = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
		a.w, a.h = w, h
	}
	a.gen++
	a.shelves, a.bottom = a.shelves[:0], 0
	white := make([]byte, whiteSide*whiteSide*4)
	for i := range white {
		white[i] = 255
	}
	x, y, _ := a.place(whiteSide, whiteSide)
	a.write(x, y, whiteSide, whiteSide, white)
}

// place finds room for w by h pixels with an empty margin of one pixel.
func (a *atlas) place(w, h int) (x, y int, ok bool) {
	w, h = w+1, h+1
	best := -1
	for i := range a.shelves {
		s := &a.shelves[i]
		if s.h >= h && s.h <= h+h/4+2 && s.x+w <= a.w && (best < 0 || s.h < a.shelves[best].h) {
			best = i
		}
	}
	if best < 0 {
		if a.bottom+h > a.h || w > a.w {
			return 0, 0, false
		}
		a.shelves = append(a.shelves, shelf{y: a.bottom, h: h})
		a.bottom += h
		best = len(a.shelves) - 1
	}
	s := &a.shelves[best]
	x, y = s.x, s.y
	s.x += w
	return x, y, true
}

func (a *atlas) write(x, y, w, h int, pix []byte) {
	a.img.SubImage(image.Rect(x, y, x+w, y+h)).(*ebiten.Image).WritePixels(pix)
}

// add puts a coverage mask into the atlas, as white with that alpha. It reports false if there is no room.
func (a *atlas) add(mask *image.Alpha, ox, oy int) (sprite, bool) {
	w, h := mask.Rect.Dx(), mask.Rect.Dy()
	s := sprite{gen: a.gen, w: int16(w), h: int16(h), ox: int16(ox), oy: int16(oy)}
	if w == 0 || h == 0 {
		return s, true
	}
	x, y, ok := a.place(w, h)
	if !ok {
		return sprite{}, false
	}
	pix := make([]byte, 0, 4*w*h)
	for j := range h {
		for _, v := range mask.Pix[j*mask.Stride : j*mask.Stride+w] {
			pix = append(pix, v, v, v, v)
		}
	}
	a.write(x, y, w, h, pix)
	s.x, s.y = int16(x), int16(y)
	return s, true
}
