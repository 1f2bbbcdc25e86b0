package codec

// Text is what the text forms of demos (package text, the verb dump) have to know of a format's messages. Their fields are found by
// reflection, so that a message with a new field is written whole. A field's tag says where its text is not what its type says:
//
//	text:"-"       the field follows from others or from the place in the file, and is left out
//	text:"always"  the field is written even if it has its usual value, see Sparse
//	text:"hex"     the bytes are no text
//	text:"zeroes"  the bytes are a text that can have zeroes
type Text struct {
	// Messages returns new messages, at least one of every kind; MessageName the name of one. A message called "block" begins
	// a block.
	Messages    func() []any
	MessageName func(message any) string
	// HasProtocol reports whether there is a protocol with a number; nil where demos tell their own, and no header has to.
	HasProtocol func(number int) bool
	// UTF8 is set if texts may be UTF-8, and not the character set of Quake.
	UTF8 bool

	// EndBlock is the name of the message that ends a block, empty if none does. EndFields is set if that message has fields
	// of its own, and not those of the block.
	EndBlock  string
	EndFields bool
	// Unfinished is set if an encoder writes blocks as soon as they end, and its Finish adds the format's end.
	Unfinished bool
	// Ends are the names of the messages that end what others begin, by the names of these.
	Ends map[string]string

	// Sparse has a value of each type of which only those fields are written that differ from the usual: that of the value of
	// the type in Usual, else zero.
	Sparse, Usual []any
	// Fields are fields with names of their own.
	Fields []Field
	// Forms returns the types that write themselves; nil for none.
	Forms func(o Options) []Form

	// Head returns a block, or the message that ends it, without the length that follows from the messages; nil where no
	// block has one.
	Head func(block any) any
	// Broken reports whether a block has not the length that it announces; nil where the messages say where a block ends.
	Broken func(block any) bool
	// Loose returns how many bytes a message has that could not be read, or stand outside of blocks; ok is false for all
	// others. Piece returns such a message with a part of its bytes.
	Loose func(message any) (size int, ok bool)
	Piece func(message any, from, to int) any

	// Show returns what dump prints of a struct; ok is false for one that is printed field by field. fields returns the
	// struct's fields, all or only those that are not zero. Show may be nil.
	Show func(v any, fields func(sparse bool) Object) (o Object, ok bool)
}

// Field is a field of which not the type knows how its numbers are written.
type Field struct {
	// Of is a value of the struct, and Name the name of the field.
	Of   any
	Name string
	// Number returns the name of a number below Numbers, or of the element of an array; nil for neither.
	Number  func(n int) string
	Numbers uint64
	// Shown are the bits of a mask that are written; 0 for all. The others follow from other fields.
	Shown uint64
}

// Form is the text of a type that writes itself.
type Form struct {
	// Of is a value of the type.
	Of any
	// Keys are all that its text can have.
	Keys []string
	// Put writes what v points to; Take reads it.
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
	// Begin begins a member that is an object itself, End ends it.
	Begin(key string)
	End()
}

// Reader reads a value. Errors say what is wrong with it; where it stands is added.
type Reader interface {
	// Members calls f for each member of an object; within f the reader reads that.
	Members(f func(key string) error) error
	// Int and Uint read a number of so many bits.
	Int(bits int) (int64, error)
	Uint(bits int) (uint64, error)
	Float() (float32, error)
	Bool() (bool, error)
	// Words calls f for each text of a list of what it is a list of.
	Words(of string, f func(word string) error) error
}

// Object is a list of named values, as dump prints it.
type Object []Pair

// Pair is a named value: an Object, a list, a number, a text, or a Word.
type Pair struct {
	Name  string
	Value any
}

// Word is a text that is printed without quotes, such as the name of a number.
type Word string
