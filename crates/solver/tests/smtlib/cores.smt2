; Levels, names, cores, assumptions; what is asked after an answer.
; expect: sat
; expect: unsat
; expect: (small large)
; expect: sat
; expect: ((small true)
; expect:  (x #x03))
; expect: unsat
; expect: (q (not q))
; expect: unsat
; expect: sat
; expect: (:assertion-stack-levels 1)
; expect: sat
; expect: "done ""so"""
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (! (bvult y #x80) :named other))
(check-sat)
(push 1)
(assert (! (bvult x #x05) :named small))
(push 1)
(assert (! (bvult #x07 x) :named large))
(check-sat)
(get-unsat-core)
(pop 1)
(assert (= x #x03))
(check-sat)
(get-value (small x))
(declare-const p Bool)
(declare-const q Bool)
(check-sat-assuming (p q (not q)))
(get-unsat-assumptions)
(check-sat-assuming ((not small)))
(check-sat)
(get-info :assertion-stack-levels)
(pop 1)
; The name is free again.
(declare-const small (_ BitVec 4))
(assert (= small #xf))
(set-option :global-declarations true)
(push 1)
(define-fun twice ((v (_ BitVec 4))) (_ BitVec 4) (bvadd v v))
(pop 1)
(assert (= (twice small) #xe))
(check-sat)
(echo "done ""so""")
(exit)
(check-sat)
