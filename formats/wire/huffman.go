package wire

// maxCode is the length of the longest code, in bits.
const maxCode = 11

// Coding defines the codes that represent bytes in a bit stream. Compressed and plain Quake III streams differ only in
// their codings, because everything other than bytes is sent as single bits. Codings are immutable.
type Coding struct {
	// decode is indexed by the next 11 bits of the stream.
	decode Codes
	// encode holds the code of each byte in the low 11 bits, first bit lowest, and its length above them.
	encode [256]uint16
}

// Code holds a decoded byte and the length of its code in bits.
type Code uint32

// Next decodes the byte whose code is in the lowest bits of w.
func (c *Coding) Next(w uint64) Code { return c.decode.Next(w) }

// Uint32 decodes a number sent as four coded bytes, which are in the lowest bits of w. It returns the number and the
// total length of the four codes in bits, at most 44.
func (c *Coding) Uint32(w uint64) (v uint32, n uint) {
	c0 := c.Next(w)
	w >>= c0.Len()
	c1 := c.Next(w)
	w >>= c1.Len()
	c2 := c.Next(w)
	w >>= c2.Len()
	c3 := c.Next(w)
	return c0.Byte() | c1.High() | c2.High()<<8 | c3.High()<<16, (c0 + c1 + c2 + c3).Len()
}

// Uint16 is like Uint32, but for a number sent as two coded bytes. The total length of their codes is at most 22 bits.
func (c *Coding) Uint16(w uint64) (v uint32, n uint) {
	c0 := c.Next(w)
	c1 := c.Next(w >> c0.Len())
	return c0.Byte() | c1.High(), (c0 + c1).Len()
}

// Codes is a decoding table. It contains the [Code] for each value of the next 11 bits of a stream.
type Codes [1 << maxCode]uint16

// Next decodes the byte whose code is in the lowest bits of w.
func (c *Codes) Next(w uint64) Code { return Code(c[w%uint64(len(c))]) }

// Codes returns the table used by [Coding.Next]. A loop can call Codes once instead of looking up the table for each
// byte.
func (c *Coding) Codes() *Codes { return &c.decode }

// Byte returns the decoded byte.
func (c Code) Byte() uint32 { return uint32(c) >> 8 }

// High returns the decoded byte multiplied by 256.
func (c Code) High() uint32 { return uint32(c) &^ 0xff }

// Len returns the length of the code in bits, from 1 to 11. The length is in the low bits of a Code, so a reader can
// use the Code directly as a shift count.
func (c Code) Len() uint { return uint(c) & 63 }

// Encode returns the code of b and the code's length in bits. The first bit of the code is the lowest.
func (c *Coding) Encode(b uint8) (code uint64, n uint) {
	e := c.encode[b]
	return uint64(e & (1<<maxCode - 1)), uint(e >> maxCode)
}

func newCoding(codes func(b int) (code, n int)) *Coding {
	c := new(Coding)
	// The engine's tree has a 257th leaf, which no writer uses: it reads as 0.
	for i := range c.decode {
		c.decode[i] = maxCode
	}
	for b := range c.encode {
		code, n := codes(b)
		c.encode[b] = uint16(n<<maxCode | code)
		for high := 0; high < 1<<(maxCode-n); high++ {
			c.decode[high<<n|code] = uint16(b<<8 | n)
		}
	}
	return c
}

var (
	huffman = newCoding(func(b int) (code, n int) {
		return int(huffmanCodes[b] & (1<<maxCode - 1)), int(huffmanCodes[b] >> maxCode)
	})
	plain = newCoding(func(b int) (code, n int) { return b, 8 })
)

// Huffman returns the coding that Quake III has used since protocol 66. It has a single fixed tree for all messages.
func Huffman() *Coding { return huffman }

// Plain returns the coding in which the code of a byte consists of the byte's 8 bits, lowest first.
func Plain() *Coding { return plain }

// huffmanCodes has length<<11 | code for each byte. The tree is the one that the engine's adaptive algorithm builds
// from its fixed table of byte frequencies (msg.c).
var huffmanCodes = [256]uint16{
	0x1002, 0x281b, 0x3848, 0x386c, 0x40a1, 0x4011, 0x3810, 0x303f, 0x2815, 0x3834, 0x3869, 0x380b,
	0x3813, 0x302d, 0x4039, 0x48ac, 0x3825, 0x4858, 0x49f0, 0x49f8, 0x51dd, 0x53f3, 0x522b, 0x5323,
	0x48f4, 0x518d, 0x50ab, 0x5363, 0x51eb, 0x4043, 0x484f, 0x40d4, 0x3037, 0x50d3, 0x4844, 0x52cd,
	0x53c5, 0x53f9, 0x530d, 0x53cd, 0x4894, 0x51ac, 0x5033, 0x5014, 0x5271, 0x52f0, 0x49f4, 0x4078,
	0x3827, 0x40c3, 0x40ef, 0x4997, 0x4053, 0x40b1, 0x480d, 0x4961, 0x4807, 0x48f1, 0x4999, 0x5191,
	0x5123, 0x48bc, 0x4944, 0x51f3, 0x40cf, 0x3850, 0x387c, 0x3804, 0x4021, 0x4051, 0x4880, 0x4870,
	0x493d, 0x5063, 0x52d7, 0x5371, 0x499d, 0x52ab, 0x51c7, 0x5333, 0x492c, 0x509d, 0x516b, 0x536b,
	0x51d3, 0x5171, 0x51e3, 0x5233, 0x50d7, 0x52cb, 0x4970, 0x48a8, 0x48c7, 0x4905, 0x48eb, 0x40d8,
	0x48f3, 0x403c, 0x49ab, 0x498f, 0x4897, 0x3830, 0x4041, 0x494f, 0x301c, 0x4028, 0x48bd, 0x48c4,
	0x4098, 0x488f, 0x400c, 0x40b3, 0x4085, 0x408c, 0x4047, 0x4079, 0x3859, 0x3840, 0x4017, 0x4019,
	0x404b, 0x40e1, 0x40a3, 0x4073, 0x406f, 0x3868, 0x3808, 0x3865, 0x301f, 0x3829, 0x384c, 0x387d,
	0x400f, 0x4083, 0x4001, 0x4087, 0x4067, 0x40e7, 0x4057, 0x4074, 0x49cb, 0x49c4, 0x4881, 0x484d,
	0x4931, 0x5163, 0x4980, 0x53d7, 0x502b, 0x5145, 0x506b, 0x503d, 0x532b, 0x50f9, 0x50e3, 0x5245,
	0x512b, 0x5031, 0x53eb, 0x51b9, 0x4914, 0x51f9, 0x5133, 0x502c, 0x52dd, 0x51c1, 0x531d, 0x51d1,
	0x4938, 0x5061, 0x52e3, 0x5345, 0x526b, 0x50cd, 0x50cb, 0x514d, 0x4838, 0x53c1, 0x523d, 0x53bc,
	0x50c5, 0x53ac, 0x53e3, 0x5299, 0x53d3, 0x5214, 0x5203, 0x51bc, 0x529d, 0x5381, 0x5263, 0x508d,
	0x4054, 0x4903, 0x405d, 0x3020, 0x3809, 0x53c7, 0x5307, 0x40b8, 0x49f1, 0x522c, 0x5045, 0x5003,
	0x511d, 0x51c5, 0x534d, 0x501d, 0x4800, 0x53b9, 0x50dd, 0x5181, 0x510d, 0x50b9, 0x51cd, 0x5394,
	0x51bd, 0x5194, 0x538d, 0x5158, 0x53bd, 0x50c1, 0x53dd, 0x50f8, 0x48d1, 0x4891, 0x5099, 0x52f8,
	0x5023, 0x5071, 0x52d3, 0x5391, 0x3849, 0x5231, 0x5107, 0x5261, 0x5223, 0x4018, 0x5205, 0x52c1,
	0x51d7, 0x50f0, 0x52c5, 0x5300, 0x53d1, 0x53a8, 0x521d, 0x5d00, 0x5005, 0x5358, 0x52f9, 0x51a8,
	0x52b9, 0x528d, 0x382f, 0x3024,
}
