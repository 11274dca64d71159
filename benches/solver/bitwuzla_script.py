"""Runs an SMT-LIB 2 script by Bitwuzla: bitwuzla_script.py SECONDS-PER-QUERY FILE."""

import sys

import bitwuzla

options = bitwuzla.Options()
options.set(bitwuzla.Option.TIME_LIMIT_PER, int(float(sys.argv[1]) * 1000))
bitwuzla.Parser(bitwuzla.TermManager(), options).parse(sys.argv[2])
