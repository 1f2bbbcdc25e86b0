package codec

// Text is what the text forms of demos (package text, the verb dump) need to know about a format's messages. Their
// fields are found by reflection, so that a new field is written without further code. A field's tag is for what its
// type does not say:
//
//	text:"-"       the field follows from others or from the offset in the file, and is left out
//	text:"always"  the field is written even if it has its usual value, see Sparse
//	text:"hex"     the bytes are not text
//	text:"zeroes"  the bytes are text that may contain zeroes
type Text struct {
	// Messages returns new messages, at least one of every kind, and MessageName a message's name. A message called
	// "block" starts a block.
	Messages    func() []any
	MessageName func(message any) string
	// HasProtocol reports whether a protocol number exists. It is nil if demos contain their own, so that headers need
	// none.
	HasProtocol func(number int) bool
	// UTF8 is set if texts may be UTF-8 instead of Quake's character set.
	UTF8 bool

	// EndBlock is the name of the message that ends a block, "" if none does. EndFields is set if that message has
	// fields of its own instead of the block's.
	EndBlock  string
	EndFields bool
	// Unfinished is set if an encoder writes each block as it ends, and Finish adds the format's end mark.
	Unfinished bool
	// Ends maps the name of a message that contains others to the name of the one that ends it.
	Ends map[string]string

	// Sparse has a value of each type of which only fields with unusual values are written. Usual has the usual values,
	// zero for types that are not in it.
	Sparse, Usual []any
	// Fields are the fields whose numbers have names.
	Fields []Field
	// Forms returns the types with a form of their own; nil for none.
	Forms func(o Options) []Form

	// Head returns a block, or the message that ends it, without the length that follows from its messages; nil if
	// blocks have none.
	Head func(block any) any
	// Broken reports whether a block's length is not the one that it announces; nil if messages mark the end of a
	// block.
	Broken func(block any) bool
	// Loose returns how many bytes of a message could not be read or are outside blocks; ok is false for all other
	// messages. Piece returns such a message with part of its bytes.
	Loose func(message any) (size int, ok bool)
	Piece func(message any, from, to int) any

	// Show returns what dump prints of a struct; ok is false if that is its fields. fields returns the struct's fields,
	// all or only those that are not zero. Show may be nil.
	Show func(v any, fields func(sparse bool) Object) (o Object, ok bool)
}

// Field is a field whose form does not follow from its type.
type Field struct {
	// Of is a value of the struct, and Name the field's name.
	Of   any
	Name string
	// Number returns the name of a number below Numbers, or of an array's element; nil for neither.
	Number  func(n int) string
	Numbers uint64
	// Shown are the bits of a mask that are written, 0 for all. The others follow from other fields.
	Shown uint64
}

// Form is the text form of a type that has its own.
type Form struct {
	// Of is a value of the type.
	Of any
	// Keys are all keys that it may have.
	Keys []string
	// Put writes the value that v points to; Take reads it.
	Put  func(w Writer, v any)
	Take func(r Reader, v any) error
}

// Writer writes the members of an object.
type Writer interface {
	Int(key string, v int64)
	Uint(key string, v uint64)
	Float(key string, v float32)
	True(key string)
	Words(key string, list []string)
	// Begin begins a member that is itself an object, End ends it.
	Begin(key string)
	End()
}

// Reader reads a value. Its errors say what is wrong; the caller adds where.
type Reader interface {
	// Members calls f for each member of an object; during the call the reader reads its value.
	Members(f func(key string) error) error
	// Int and Uint read a number of at most that many bits.
	Int(bits int) (int64, error)
	Uint(bits int) (uint64, error)
	Float() (float32, error)
	Bool() (bool, error)
	// Words calls f for each string of a list; of says what they are.
	Words(of string, f func(word string) error) error
}

// Object is a list of named values, as dump prints it.
type Object []Pair

// Pair is a named value: an Object, a list, a number, a text, or a Word.
type Pair struct {
	Name  string
	Value any
}

// Word is text printed without quotes, such as the name of a number.
type Word string
