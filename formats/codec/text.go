package codec

// Text describes how a format's messages are written as text, both by package text and by the dump verb. The fields of
// messages are found by reflection, so a new field needs no further code. Anything that cannot be inferred from a
// field's type is specified by a tag:
//
//	text:"-"       the field can be inferred from others or from the offset in the file, and is omitted
//	text:"always"  the field is written even if it has its usual value; see Sparse
//	text:"hex"     the bytes are not text
//	text:"zeroes"  the bytes are text that may contain zeroes
type Text struct {
	// Messages returns new messages, at least one of each kind. MessageName returns the name of a message. A message
	// named "block" starts a block.
	Messages    func() []any
	MessageName func(message any) string
	// HasProtocol reports whether a protocol with the given number exists. It is nil if demos state their protocol
	// themselves, so that text headers need not.
	HasProtocol func(number int) bool
	// UTF8 is set if strings may be UTF-8 instead of Quake's character set.
	UTF8 bool

	// EndBlock is the name of the message that ends a block, or "" if there is none. EndFields is set if that message
	// has its own fields rather than the block's.
	EndBlock  string
	EndFields bool
	// Unfinished is set if an encoder writes each block as soon as it ends, and its Finish method adds the format's end
	// mark.
	Unfinished bool
	// Ends maps the name of each message that contains others to the name of the message that ends it.
	Ends map[string]string

	// Sparse contains a value of each type whose fields are written only if they differ from their usual values. Usual
	// contains values with the usual fields of their types; the usual value of any other type is zero.
	Sparse, Usual []any
	// Fields lists the fields whose text form cannot be inferred from their types.
	Fields []Field
	// Forms returns the types that have their own text form. It may be nil.
	Forms func(o Options) []Form

	// Head returns a copy of a block, or of the message that ends it, without the length, which can be computed from the
	// block's messages. It is nil if blocks have no length.
	Head func(block any) any
	// Broken reports whether a block's actual length differs from the length that it declares. It is nil for formats
	// that end blocks with a message.
	Broken func(block any) bool
	// Loose returns the number of bytes in a message that holds unreadable bytes or bytes outside blocks; ok is false
	// for any other message. Piece returns such a message with only the given range of its bytes.
	Loose func(message any) (size int, ok bool)
	Piece func(message any, from, to int) any

	// Show returns the value that dump prints for a struct; ok is false if dump prints just its fields. fields returns the
	// struct's fields: all of them or, if sparse is set, only those that are not zero. Show may be nil.
	Show func(v any, fields func(sparse bool) Object) (o Object, ok bool)
}

// Field describes a field whose text form cannot be inferred from its type.
type Field struct {
	// Of is a value of the struct type that contains the field. Name is the field's name.
	Of   any
	Name string
	// Number returns the name of a number below Numbers, or of an array element. It may be nil.
	Number  func(n int) string
	Numbers uint64
	// Shown selects the bits of a mask that are written. 0 means all. The other bits can be inferred from other fields.
	Shown uint64
}

// Form describes a type that has its own text form.
type Form struct {
	// Of is a value of the type.
	Of any
	// Keys lists all keys that the form may have.
	Keys []string
	// Put writes the value that v points to. Take reads it.
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
	// Begin begins a member that is itself an object. End ends it.
	Begin(key string)
	End()
}

// Reader reads a value. A Reader's errors do not contain the position of the value, which is added by the caller.
type Reader interface {
	// Members calls f for each member of an object. During the call the reader reads that member's value.
	Members(f func(key string) error) error
	// Int and Uint read a number of up to the given number of bits.
	Int(bits int) (int64, error)
	Uint(bits int) (uint64, error)
	Float() (float32, error)
	Bool() (bool, error)
	// Words calls f for each string in a list. of is the noun that errors use for the strings.
	Words(of string, f func(word string) error) error
}

// Object is a list of named values, as printed by the dump verb.
type Object []Pair

// Pair is a named value: an Object, list, number, string or Word.
type Pair struct {
	Name  string
	Value any
}

// Word is a string printed without quotes, such as the name of a numeric constant.
type Word string
