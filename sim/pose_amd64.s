#include "go_asm.h"
#include "textflag.h"

// The common pose: it is no new one, none of its numbers is one that unit.other changes, and its roll stays. Its other eight numbers are
// two registers of four. Each step is that of the Go code in pose.go, which explains them, and rounds to a float32 where that does.

// In all of the code: X11 is 3 in each 16 bits, X12 0, X13 swapLimit, X14 large, as a float and as its bits, X15 ago, but 0 for the
// number that is no place, R15 how many velocities do not follow from places; a product with R14 has in each byte the sum of the bytes up
// to there.

// small sets w to all ones where isSmall(w); twice swapLimit is 1<<19.
#define small(w) \
	PADDL X13, w  \
	PSRLL $19, w  \
	PCMPEQL X12, w

// choose sets no to yes where mask is set.
#define choose(mask, yes, no) \
	PXOR no, yes  \
	PAND mask, yes \
	PXOR yes, no

// words sets w to unit.swap(bits), but for bits that unit.other changes, where it sets X7.
#define words(bits, per, size, w) \
	MOVAPS  bits, w   \
	MULPS   per, w    \
	ADDPS   X14, w    \
	MOVAPS  w, X4     \
	SUBPS   X14, X4   \
	MULPS   size, X4  \
	PCMPEQL bits, X4  \
	PSUBL   X14, w    \
	MOVAPS  w, X5     \
	small(X5)         \
	PAND    X5, X4    \
	MOVAPS  bits, X5  \
	small(X5)         \
	MOVAPS  X4, X6    \
	PANDN   X5, X6    \
	POR     X6, X7    \
	PXOR    bits, w   \
	PAND    X4, w     \
	PXOR    bits, w

#define zigzag(d) \
	MOVAPS d, X6  \
	PSRAL  $31, X6 \
	PADDL  d, d   \
	PXOR   X6, d

// bytes sets n to the bytes of z less 3; those of z above the third do not count.
#define bytes(z, n) \
	MOVAPS  z, n    \
	PCMPEQL X12, n  \
	MOVAPS  z, X6   \
	PSRLL   $8, X6  \
	PCMPEQL X12, X6 \
	PADDL   X6, n   \
	MOVAPS  z, X6   \
	PSRLL   $16, X6 \
	PCMPEQL X12, X6 \
	PADDL   X6, n

// put writes the lowest number of z behind those before it, whose bytes are the lowest byte of R11.
#define put(z) \
	MOVBLZX R11, DX              \
	MOVL    z, 3(DI)(DX*1)       \
	PSRLO   $4, z                \
	SHRQ    $8, R11

// func packPoses(out []byte, list []newPose, rows []writtenPose, scales *[1 << 3]poseScale, unmoved *int, last int32, ago float32) (done, size int)
TEXT ·packPoses(SB), NOSPLIT, $0-112
	MOVQ    out_base+0(FP), DI
	MOVQ    out_len+8(FP), R9
	LEAQ    -const_poseRoom(DI)(R9*1), R9
	MOVQ    list_base+24(FP), SI
	MOVQ    list_len+32(FP), CX
	MOVQ    rows_base+48(FP), R8
	MOVL    last+88(FP), R10
	MOVQ    unmoved+80(FP), R15
	MOVQ    (R15), R15
	MOVSS   ago+92(FP), X15
	PSHUFD  $0x40, X15, X15
	MOVQ    $0x0101010101010101, R14
	PCMPEQL X11, X11
	PSRLW   $14, X11
	PXOR    X12, X12
	MOVL    $const_swapLimit, AX
	MOVQ    AX, X13
	PSHUFD  $0, X13, X13
	MOVL    $const_largeWord, AX
	MOVQ    AX, X14
	PSHUFD  $0, X14, X14
	TESTQ   CX, CX
	JEQ     done

next:
	CMPQ    DI, R9
	JGT     done
	MOVL    newPose_key(SI), AX
	MOVL    AX, BX
	SUBL    R10, BX
	LEAL    -1(BX), DX
	CMPL    DX, $(const_poseMaxGap-1)
	JCC     done
	CMPQ    AX, rows_len+56(FP)
	JCC     done
	IMUL3Q  $writtenPose__size, AX, AX
	ADDQ    R8, AX
	CMPB    writtenPose_there(AX), $0
	JEQ     done
	MOVL    newPose_bits+32(SI), DX
	CMPL    DX, writtenPose_from+32(AX)
	JNE     done
	MOVBLZX writtenPose_pose+pose_units(AX), DX
	IMUL3Q  $poseScale__size, DX, DX
	ADDQ    scales+72(FP), DX

	MOVUPS  newPose_bits(SI), X0
	MOVUPS  newPose_bits+16(SI), X1
	MOVUPS  poseScale_per(DX), X8
	MOVUPS  poseScale_size(DX), X9
	PXOR    X7, X7
	words(X0, X8, X9, X2)
	MOVUPS  poseScale_per+16(DX), X9
	MOVUPS  poseScale_size+16(DX), X10
	words(X1, X9, X10, X3)

	// writtenPose.moves: BX gets the bit of the head, X4 the velocity that led here.
	MOVUPS  newPose_bits+12(SI), X4
	CMPQ    R15, $const_movedTries
	JGE     told
	UCOMISS X12, X15
	JLS     told
	MOVUPS  writtenPose_from(AX), X6
	MOVAPS  X0, X5
	SUBPS   X6, X5
	DIVPS   X15, X5
	PCMPEQL X4, X5
	MOVMSKPS X5, DX
	ANDL    $7, DX
	CMPL    DX, $7
	JNE     told
	ORL     $const_poseMoved, BX
	MOVUPS  writtenPose_from+12(AX), X4
told:

	// unit.expected: X8 where the word before is small, which X10 is set for, X4 where it is a float.
	MULPS   X15, X4
	MOVUPS  writtenPose_pose+pose_words(AX), X9
	MOVAPS  X9, X10
	small(X10)
	MOVAPS  X10, X5
	PANDN   X9, X5
	ADDPS   X4, X5
	MOVAPS  X5, X6
	CMPPS   X6, X6, $3 // a NaN may be either of two
	POR     X6, X7
	MOVMSKPS X7, DX
	TESTL   DX, DX
	JNE     done // up to here nothing is changed
	MULPS   X4, X8
	ADDPS   X14, X8
	PSUBL   X14, X8
	PADDL   X9, X8
	CMPPS   X12, X4, $0 // no way: as before
	PXOR    X9, X5
	PANDN   X5, X4
	PXOR    X9, X4
	choose(X10, X8, X4)

	MOVAPS  X2, X5
	PSUBL   X4, X5
	zigzag(X5)
	MOVUPS  writtenPose_pose+pose_words+16(AX), X4
	MOVAPS  X3, X8
	PSUBL   X4, X8
	zigzag(X8)

	// writtenPoses.note; a velocity that is not written has no differences.
	INCQ    R15
	TESTL   $const_poseMoved, BX
	JEQ     noted
	PSLLO   $4, X5
	PSRLO   $4, X5
	PSRLO   $8, X8
	PSLLO   $8, X8
	DECQ    R15
	MOVUPS  newPose_bits+12(SI), X4
	PADDL   X4, X4
	PCMPEQL X12, X4
	MOVMSKPS X4, DX
	ANDL    $7, DX
	CMPL    DX, $7
	JEQ     noted
	XORL    R15, R15
noted:
	MOVUPS  X2, writtenPose_pose+pose_words(AX)
	MOVUPS  X3, writtenPose_pose+pose_words+16(AX)
	MOVUPS  X0, writtenPose_from(AX)
	MOVUPS  X1, writtenPose_from+16(AX)

	// R11 gets the sizes as the head has them, R13 the head, then R11 the sums of sizes, which are greater in a wide row.
	bytes(X5, X0)
	bytes(X8, X1)
	PACKSSLW X1, X0
	PADDW   X11, X0
	PACKUSWB X0, X0
	MOVQ    X0, R11
	IMUL3L  $(1<<24 | 1<<18 | 1<<12 | 1<<6), R11, R13 // four times two bits, put together in the highest byte
	SHRL    $24, R13
	MOVQ    R11, R12
	SHRQ    $32, R12
	IMUL3L  $(1<<24 | 1<<18 | 1<<12 | 1<<6), R12, R12
	SHRL    $24, R12
	SHLL    $8, R12
	ORL     R12, R13
	SHLL    $const_poseBytes, R13
	ORL     BX, R13
	MOVAPS  X5, X2
	POR     X8, X2
	PSRLL   $24, X2
	PCMPEQL X12, X2
	MOVMSKPS X2, DX
	XORL    R12, R12
	CMPL    DX, $15
	SETNE   R12
	IMUL3L  $const_poseWide, R12, DX
	ORL     DX, R13
	IMULQ   R14, R12
	MOVQ    R11, DX
	SHRQ    $1, DX
	ANDQ    R11, DX
	ANDQ    R12, DX
	ADDQ    DX, R11
	IMULQ   R14, R11

	// What is written above a number's bytes is overwritten by the next.
	MOVL    R13, (DI)
	MOVL    X5, 3(DI)
	PSRLO   $4, X5
	put(X5)
	put(X5)
	put(X5)
	put(X8)
	put(X8)
	put(X8)
	put(X8)
	LEAQ    3(DI)(R11*1), DI
	MOVL    newPose_key(SI), R10
	ADDQ    $newPose__size, SI
	DECQ    CX
	JNE     next

done:
	MOVQ    list_len+32(FP), AX
	SUBQ    CX, AX
	MOVQ    AX, done+96(FP)
	MOVQ    unmoved+80(FP), AX
	MOVQ    R15, (AX)
	SUBQ    out_base+0(FP), DI
	MOVQ    DI, size+104(FP)
	RET
