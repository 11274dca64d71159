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
(push)
(assert (= (select m i) #x01))
(assert (= (select m j) #x02))
(check-sat)
(assert (= (bvxor i j) #x00000000))
(check-sat)
(pop)
; Constant tables by name: the last write of an index counts, the rest is the default.
; expect: sat
; expect: unsat
; expect: sat
; expect: unsat
(define-const zeros Memory ((as const Memory) #x00))
(define-fun first () Memory (store zeros #x00000001 #x05))
(define-fun table () Memory (store (store first #x00000003 #x07) #x00000001 #x09))
(define-sort Small () (Array (_ BitVec 2) (_ BitVec 8)))
(define-fun small () Small (store ((as const Small) #x04) #b10 #x06))
(declare-fun k () (_ BitVec 2))
(declare-fun l () (_ BitVec 32))
(push)
(assert (= (select table l) #x09))
(check-sat)
(assert (bvult #x00000001 l))
(check-sat)
(pop)
(assert (= (select small k) #x04))
(assert (bvult #b10 k))
(check-sat)
(assert (not (= (select small k) #x04)))
(check-sat)
