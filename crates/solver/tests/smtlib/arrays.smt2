; Reads over writes, constant arrays and a table.
; expect: unsat
; expect: sat
; expect: unsat
(set-logic QF_ABV)
(define-sort Memory () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun m () Memory)
(declare-fun i () (_ BitVec 32))
(declare-fun j () (_ BitVec 32))
(push)
(assert (not (= (select (store m i #xab) j) (ite (= i j) #xab (select m j)))))
(check-sat)
(pop)
(assert (= (select m i) #x01))
(assert (= (select m j) #x02))
(check-sat)
(assert (= (bvxor i j) #x00000000))
(check-sat)
