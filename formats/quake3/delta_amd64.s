#include "go_asm.h"
#include "textflag.h"

// In all of the code: AX is where the next change goes, BX the codes, DI the data, R8 is behind the field and R9 behind all, DX is w,
// SI pos, R10 all, and CX becomes the value; they are those of the Go code in delta.go, which explains them. Others are of use for a
// few instructions only.

#define fieldLead fieldCode_lead-fieldCode__size(R8)
#define fieldLow  fieldCode_low-fieldCode__size(R8)
#define fieldKind fieldCode_kind-fieldCode__size(R8)

// at sets bits to what begins at SI.
#define at(bits, t) \
	MOVL  SI, t                     \
	SHRL  $3, t                     \
	ANDL  $(const_windowSize-1), t  \
	MOVQ  (DI)(t*1), bits           \
	MOVL  SI, t                     \
	ANDL  $7, t                     \
	SHRXQ t, bits, bits

// take goes on by n bits, which all begins with.
#define take(n) \
	SHRXQ n, R10, R10 \
	ADDQ  n, SI

// code takes a code that is in the 11 bits of p from the second on: len is its length, p its byte.
#define code(p, len) \
	ANDL    $(2047<<1), p  \
	MOVBLZX (BX)(p*1), len \
	MOVBLZX 1(BX)(p*1), p

// float sets the value to the float that is made of the 5 bits in CX and the byte in high.
#define float(high) \
	ANDL     $31, CX                              \
	SHLL     $5, high                             \
	LEAL     -const_floatIntBias(CX)(high*1), CX  \
	XORPS    X0, X0                               \
	CVTSL2SS CX, X0                               \
	MOVSS    X0, FieldChange_Value(AX)

// change ends the change; its value was set.
#define change(form, t) \
	MOVBLZX fieldCode_id-fieldCode__size(R8), t \
	MOVB    t, FieldChange_Field(AX)            \
	MOVB    form, FieldChange_Form(AX)          \
	ADDQ    $FieldChange__size, AX

// func readFields(room *fieldRoom, codes *wire.Codes, data *window, w uint64, pos uint, table []fieldCode) (n uint, rest uint64, end uint)
TEXT ·readFields(SB), NOSPLIT, $0-88
	MOVQ room+0(FP), AX
	MOVQ codes+8(FP), BX
	MOVQ data+16(FP), DI
	MOVQ w+24(FP), DX
	MOVQ pos+32(FP), SI
	MOVQ table_base+40(FP), R8
	MOVQ table_len+48(FP), R9
	LEAQ (R8)(R9*fieldCode__size), R9
	SHLQ $1, DX
	DECQ SI
	JMP  more
	PCALIGN $32

field:
	at(R10, R11)
	TESTB $const_onlyFirst, DX
	JEQ   skip

changed:
	ADDQ $fieldCode__size, R8
	CMPB fieldKind, $const_entityFloat
	JNE  other
	MOVL DX, CX
	ANDL $const_allLeads, CX
	CMPL CX, $const_whole
	JNE  rare

	// a float of an entity in 13 bits, as most fields are
	MOVL DX, R11
	MOVL DX, CX
	SHRL $8, R11
	code(R11, R12)
	SHRQ $8, R10
	ADDQ $8, SI
	SHRXQ R12, R10, DX
	ADDQ R12, SI
	SHRL $4, CX
	float(R11)
	XORL  R11, R11
	TESTL CX, CX
	SETEQ R11
	change(R11, R12)

more:
	CMPQ R8, R9
	JB   field
	JMP  done

	// a float of an entity that is zero or has all its bits
rare:
	ANDL $const_bothLeads, CX
	CMPL CX, $const_onlyFirst
	JEQ  zero
	MOVL $3, R13
	JMP  wide

zero:
	MOVL $0, FieldChange_Value(AX)
	change($0, R12)
	SHRQ $2, R10
	ADDQ $2, SI
	MOVQ R10, DX
	CMPQ R8, R9
	JB   field
	JMP  done

	// any other kind of field
other:
	MOVL DX, CX
	ANDL $const_bothLeads, CX
	CMPB CX, fieldCode_zero-fieldCode__size(R8)
	JEQ  zero
	MOVBLZX fieldLead, R13
	CMPB fieldKind, $const_oneCode
	JEQ  oneCode
	CMPB fieldKind, $const_float
	JEQ  playerFloat
	CMPB fieldKind, $const_wide
	JEQ  wide

	SHRQ $1, R10
	take(R13)
	MOVBLZX fieldCode_mask-fieldCode__size(R8), CX
	ANDL R10, CX
	MOVBLZX fieldLow, R12
	take(R12)
	MOVBLZX fieldCode_size-fieldCode__size(R8), DX
	JMP  anyMore

anyCode:
	LEAL (R10)(R10*1), R11
	code(R11, R13)
	take(R13)
	SHLXL R12, R11, R11
	ORL  R11, CX
	ADDL $8, R12

anyMore:
	CMPL R12, DX
	JLT  anyCode
	MOVBLZX fieldCode_sign-fieldCode__size(R8), R12
	SHLXL R12, CX, CX
	SARXL R12, CX, CX
	at(DX, R11)
	JMP  number

oneCode:
	SHRQ $1, DX
	SHRXQ R13, DX, CX
	MOVBLZX fieldLow, R12
	SHRXQ R12, CX, R11
	ADDL R11, R11
	take(R13)
	take(R12)
	MOVBLZX fieldCode_mask-fieldCode__size(R8), R13
	ANDL R13, CX
	code(R11, R13)
	SHRXQ R13, R10, DX
	ADDQ R13, SI
	SHLXL R12, R11, R11
	ORL  R11, CX
	JMP  number

playerFloat:
	MOVL $2, R13
	BTL  $2, DX
	JCS  wide
	MOVL DX, R11
	MOVL DX, CX
	SHRL $7, R11
	code(R11, R12)
	SHRQ $7, R10
	ADDQ $7, SI
	SHRXQ R12, R10, DX
	ADDQ R12, SI
	SHRL $3, CX
	float(R11)
	change($0, R12)
	CMPQ R8, R9
	JB   field
	JMP  done

	// a value of 32 bits behind as many as R13
wide:
	SHRXQ R13, DX, CX
	take(R13)
	code(CX, R11)
	take(R11)
	MOVL R10, R12
	code(R12, R11)
	take(R11)
	SHLL $8, R12
	ORL  R12, CX
	at(DX, R11)
	MOVL R10, R12
	code(R12, R11)
	take(R11)
	SHRXQ R11, DX, DX
	SHLL $16, R12
	ORL  R12, CX
	MOVL R10, R12
	code(R12, R11)
	SHRXQ R11, DX, DX
	ADDQ R11, SI
	SHLL $24, R12
	ORL  R12, CX
	TESTL $const_wholeBits, CX
	JEQ  round

sent:
	MOVL CX, FieldChange_Value(AX)
	change($0, R12)
	CMPQ R8, R9
	JB   field
	JMP  done

	// a number with zeroes where a whole float has them; R11 becomes its form
round:
	CMPB fieldKind, $const_wide
	JEQ  number
	XORL R11, R11
	MOVL CX, X0
	CVTTSS2SL X0, R12
	CVTSL2SS R12, X1
	ADDL $const_floatIntBias, R12
	CMPL R12, $(2*const_floatIntBias)
	JCC  form
	UCOMISS X1, X0
	JNE  form
	MOVL $const_FullFloat, R11
	JMP  form

number:
	TESTL CX, CX
	JNE  sent
	XORL R11, R11

form:
	TESTL CX, CX
	JNE  formed
	CMPB fieldLead, $1
	JEQ  formed
	ORL  $const_FullZero, R11

formed:
	MOVL CX, FieldChange_Value(AX)
	change(R11, R12)
	CMPQ R8, R9
	JB   field
	JMP  done

	// fields that are not changed
skip:
	MOVL DX, R11
	SHRL $1, R11
	ORL  $(1<<const_maxSkip), R11
	TZCNTL R11, R11
	LEAQ (R8)(R11*fieldCode__size), R8
	CMPQ R8, R9
	JCC  behind
	take(R11)
	SHRXQ R11, DX, DX
	CMPL R11, $const_maxSkip
	JNE  changed
	MOVQ R10, DX
	JMP  field

behind:
	SUBQ R9, R8
	SHRQ $3, R8
	SUBQ R8, R11
	SHRXQ R11, DX, DX
	ADDQ R11, SI

done:
	SHRQ $1, DX
	INCQ SI
	SUBQ room+0(FP), AX
	SHRQ $3, AX
	MOVQ AX, n+64(FP)
	MOVQ DX, rest+72(FP)
	MOVQ SI, end+80(FP)
	RET
