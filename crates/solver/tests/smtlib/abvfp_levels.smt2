; Arrays, bit-vectors and floats together, by levels and by assumptions.
; expect: sat
; expect: unsat
; expect: ((fp.lt (_ +zero 8 24) total))
; expect: sat
; expect: ((total (fp #b0 #b10000000 #b10000000000000000000000)))
; expect: unsat
; expect: sat
; expect: (
; expect:   (define-fun i () (_ BitVec 3) #b101)
; expect: )
(set-logic QF_ABVFP)
(declare-const m (Array (_ BitVec 3) (_ BitVec 32)))
(declare-const i (_ BitVec 3))
(push 1)
(declare-const total Float32)
(define-fun first () Float32 ((_ to_fp 8 24) (select m #b000)))
(define-fun second () Float32 ((_ to_fp 8 24) (select m i)))
(assert (= total (fp.add RNE first second)))
(assert (= first ((_ to_fp 8 24) RNE 1.0)))
(assert (fp.isNormal second))
(check-sat)
(push 1)
(assert (= second ((_ to_fp 8 24) RNE (- 1.5))))
(check-sat-assuming ((distinct i #b000) (fp.lt (_ +zero 8 24) total)))
(get-unsat-assumptions)
(pop 1)
(check-sat-assuming ((= second ((_ to_fp 8 24) RNE 2.0))))
(get-value (total))
; One index holds one number.
(check-sat-assuming ((= i #b000) (fp.gt second first)))
(pop 1)
(reset-assertions)
(reset)
(declare-const i (_ BitVec 3))
(assert (= (bvmul i #b011) #b111))
(check-sat)
(get-model)
