package viewer

import "github.com/hajimehoshi/ebiten/v2"

// coverShader copies a picture that is opaque all over. It leaves out the transparency that rounding brought into the picture, through which the
// desktop would be seen.
const coverShader = `//kage:unit pixels

package main

func Fragment(_ vec4, at vec2, _ vec4) vec4 {
	return vec4(imageSrc0UnsafeAt(at).rgb, 1)
}
`

// newCover compiles coverShader. It panics only if that is broken.
func newCover() *ebiten.Shader {
	s, err := ebiten.NewShader([]byte(coverShader))
	if err != nil {
		panic(err)
	}
	return s
}

// DrawFinalScreen implements ebiten.FinalScreenDrawer: the picture has the screen's size and covers it, so that it need be neither blended nor
// coloured, which together would take an eighth of a frame where there is no graphics card.
func (g *game) DrawFinalScreen(screen ebiten.FinalScreen, picture *ebiten.Image, geo ebiten.GeoM) {
	op := ebiten.DrawRectShaderOptions{GeoM: geo, Blend: ebiten.BlendCopy}
	op.Images[0] = picture
	b := picture.Bounds()
	screen.DrawRectShader(b.Dx(), b.Dy(), g.cover, &op)
}
