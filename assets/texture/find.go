package texture

import (
	"context"
	"errors"
	"fmt"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
)

// ErrNone indicates that no texture image of a map was found.
var ErrNone = errors.New("no textures")

// Limits on what is read for one map.
const (
	maxPictures = 2048
	maxBytes    = 512 << 20 // of files
	maxScripts  = 32 << 20  // of shaders
)

// finder looks for the texture images of one map.
type finder struct {
	path    *gamedata.Path
	palette *Palette
	scripts scripts // nil until they are read
	bytes   int     // read
	reason  string  // why there are none
}

// Find returns an image for each texture in list. The textures must belong to a map in the given format. Find searches
// the map itself and, unless files is nil, the game's files. The image is nil if the texture has no name or no image
// was found. If no image was found for any texture, Find returns an error that wraps [ErrNone] and states the reason.
// Find stops early when ctx is done.
func Find(ctx context.Context, files *gamedata.Path, format bsp.Format, list []bsp.Texture) ([]*Picture, error) {
	f := &finder{path: files}
	var one func(*bsp.Texture) *Picture
	switch format {
	case bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB:
		f.palette = f.quakePalette()
		f.reason = "in the map"
		one = f.quake
	case bsp.Quake2, bsp.Quake2Q:
		f.palette = f.quake2Palette()
		f.reason = "in any folder of the game"
		one = f.quake2
	default:
		f.reason = "in any folder of the game"
		one = f.quake3
	}
	out := make([]*Picture, len(list))
	found := 0
	for i := range list {
		if ctx.Err() != nil || found >= maxPictures || f.bytes > maxBytes {
			break
		}
		if list[i].Name == "" {
			continue
		}
		if out[i] = one(&list[i]); out[i] != nil {
			found++
		}
	}
	if found == 0 {
		return out, fmt.Errorf("%w %s", ErrNone, f.reason)
	}
	return out, nil
}

// open reads the first of some files that exists. It returns nil if none does.
func (f *finder) open(names ...string) []byte {
	if f.path == nil {
		return nil
	}
	file, err := f.path.First(names...)
	if err != nil {
		return nil
	}
	f.bytes += len(file.Data)
	return file.Data
}

func (f *finder) quakePalette() *Palette {
	if data := f.open("gfx/palette.lmp"); data != nil {
		if p, err := ParsePalette(data); err == nil {
			return p
		}
	}
	return QuakePalette()
}

// quake2Palette returns Quake II's palette, which is not stored in the maps. It returns nil if the game's files are
// missing.
func (f *finder) quake2Palette() *Palette {
	if data := f.open("pics/colormap.pcx"); data != nil {
		if p, err := ParsePCXPalette(data); err == nil {
			return p
		}
	}
	return nil
}

func (f *finder) quake(t *bsp.Texture) *Picture {
	if t.Pixels == nil {
		return nil
	}
	p, err := Indexed(t.Pixels, t.Width, t.Height, f.palette, t.Name[0] == '{')
	if err != nil {
		return nil
	}
	return p
}

// quake2 reads the game's own image, or a replacement, which counts as having the game's size if that is known.
func (f *finder) quake2(t *bsp.Texture) *Picture {
	name := "textures/" + t.Name
	wal := f.open(name + ".wal")
	if wal != nil && f.palette != nil {
		if p, err := WAL(wal, f.palette); err == nil {
			return p
		}
	}
	p := f.picture(name)
	if wal == nil {
		return p
	}
	size, err := WAL(wal, new(Palette))
	if p == nil || err != nil {
		f.reason = "without the game's palette, pics/colormap.pcx"
		return nil
	}
	p.Width, p.Height = size.Width, size.Height
	return p
}

// quake3 looks a shader up; its mapping is in units of whole images.
func (f *finder) quake3(t *bsp.Texture) *Picture {
	name := shaderName(t.Name)
	f.readScripts()
	p := (*Picture)(nil)
	if picture := f.scripts[name]; picture != "" {
		p = f.picture(picture)
	}
	if p == nil {
		p = f.picture(name)
	}
	if p != nil {
		p.Width, p.Height = 1, 1
	}
	return p
}

// picture reads an image, given its name without extension.
func (f *finder) picture(name string) *Picture {
	data := f.open(name+".tga", name+".jpg", name+".png")
	if data == nil {
		return nil
	}
	p, err := Decode(data)
	if err != nil {
		return nil
	}
	return p
}

func (f *finder) readScripts() {
	if f.scripts != nil || f.path == nil {
		return
	}
	f.scripts = scripts{}
	size := 0
	for _, name := range f.path.List("scripts", ".shader") {
		data := f.open(name)
		if size += len(data); size > maxScripts {
			return
		}
		f.scripts.read(string(data))
	}
}
