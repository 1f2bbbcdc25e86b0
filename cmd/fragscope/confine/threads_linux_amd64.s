#include "textflag.h"

// onSignal is a signal handler that takes from its thread what threadRuleset says, as system calls alone. The kernel gives it a stack
// of its own and restores all registers after it. What the kernel answered goes to threadError, 0 for success, and then
// threadsDone is counted up.
TEXT onSignal<>(SB),NOSPLIT|NOFRAME,$0
	MOVL $157, AX // prctl
	MOVL $38, DI  // PR_SET_NO_NEW_PRIVS
	MOVL $1, SI
	XORL DX, DX
	XORL R10, R10
	XORL R8, R8
	SYSCALL
	TESTQ AX, AX
	JNE answered
	MOVQ ·threadRuleset(SB), DI
	TESTQ DI, DI
	JLT answered
	MOVL $446, AX // landlock_restrict_self
	XORL SI, SI
	SYSCALL
answered:
	MOVQ AX, ·threadError(SB)
	LOCK
	INCL ·threadsDone(SB)
	RET

// afterSignal is where the kernel goes on after a handler (SA_RESTORER).
TEXT afterSignal<>(SB),NOSPLIT|NOFRAME,$0
	MOVL $15, AX // rt_sigreturn
	SYSCALL
	INT $3

// func signalAddresses() (handler, restorer uintptr)
TEXT ·signalAddresses(SB),NOSPLIT,$0-16
	LEAQ onSignal<>(SB), AX
	MOVQ AX, handler+0(FP)
	LEAQ afterSignal<>(SB), AX
	MOVQ AX, restorer+8(FP)
	RET
