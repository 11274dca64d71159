; Equal operands give equal results.
; expect: sat
; expect: unsat
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))
(declare-fun a () (_ BitVec 8))
(declare-fun b () (_ BitVec 8))
(assert (not (= (f a #x01) (f b #x01))))
(check-sat)
(assert (bvule a b))
(assert (bvule b a))
(check-sat)
