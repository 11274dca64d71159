; Options, assertions as written, values of named formulas, over levels.
; expect: false
; expect: true
; expect: 17
; expect: unsupported
; expect: ()
; expect: ((! (bvult x #x05) :named small)
; expect:  (or (! (= x #x01) :named one)   (! (= x #x02) :named |is two|)))
; expect: sat
; expect: ((small true) (one false) (|is two| true))
; expect: ((! (bvult x #x05) :named small))
; expect: sat
; expect: ((small true))
(get-option :produce-assertions)
(set-option :produce-assertions true)
(get-option :produce-assertions)
(set-option :random-seed 17)
(get-option :random-seed)
(get-option :frobnicate)
(set-option :produce-assignments true)
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(get-assertions)
(assert (! (bvult x #x05) :named small))
(push 1)
(assert (or (! (= x #x01) :named one)   (! (= x #x02) :named |is two|)))
(get-assertions)
(check-sat-assuming ((not one)))
(get-assignment)
(pop 1)
(get-assertions)
(check-sat)
(get-assignment)
