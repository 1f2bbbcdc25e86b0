package viewer

import "github.com/hajimehoshi/ebiten/v2"

// coverShader copies an opaque picture. It removes the transparency that rounding caused, through which the desktop
// would shine.
const coverShader = `//kage:unit pixels

package main

func Fragment(_ vec4, at vec2, _ vec4) vec4 {
	return vec4(imageSrc0UnsafeAt(at).rgb, 1)
}
`

// newCover compiles coverShader. It panics only if the shader is invalid.
func newCover() *ebiten.Shader {
	s, err := ebiten.NewShader([]byte(coverShader))
	if err != nil {
		panic(err)
	}
	return s
}

// DrawFinalScreen implements ebiten.FinalScreenDrawer. It copies picture to the screen without blending it or scaling
// its colours. Without a graphics card, those operations would take up an eighth of the time spent on each frame.
func (g *game) DrawFinalScreen(screen ebiten.FinalScreen, picture *ebiten.Image, geo ebiten.GeoM) {
	op := ebiten.DrawRectShaderOptions{GeoM: geo, Blend: ebiten.BlendCopy}
	op.Images[0] = picture
	b := picture.Bounds()
	screen.DrawRectShader(b.Dx(), b.Dy(), g.cover, &op)
}
