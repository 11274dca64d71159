"""How many PL/0 programs of at most so many tokens there are, counted from the grammar alone.

A program counts once for each sequence of kinds of tokens together with what each name that is used stands
for, among the names declared where it is used. Numbers and the letters of names do not count."""

import sys
from functools import lru_cache


@lru_cache(maxsize=None)
def factor(n, values):
    if n == 1:
        return 1 + values
    return expression(n - 2, values) if n > 2 else 0


@lru_cache(maxsize=None)
def term(n, values):
    """factor { (* | /) factor }"""
    count = factor(n, values)
    for first in range(1, n - 1):
        count += factor(first, values) * 2 * term(n - first - 1, values)
    return count


@lru_cache(maxsize=None)
def sum_of_terms(n, values):
    """term { (+ | -) term }"""
    count = term(n, values)
    for first in range(1, n - 1):
        count += term(first, values) * 2 * sum_of_terms(n - first - 1, values)
    return count


@lru_cache(maxsize=None)
def expression(n, values):
    if n < 1:
        return 0
    return sum_of_terms(n, values) + (2 * sum_of_terms(n - 1, values) if n > 1 else 0)


@lru_cache(maxsize=None)
def condition(n, values):
    count = expression(n - 1, values)
    for first in range(1, n - 1):
        count += expression(first, values) * 6 * expression(n - first - 1, values)
    return count


@lru_cache(maxsize=None)
def statement(n, constants, variables, procedures):
    values = constants + variables
    scope = (constants, variables, procedures)
    count = 0
    if n > 2:
        count += variables * expression(n - 2, values)
    if n == 2:
        count += procedures
    if n > 2:
        count += statements(n - 2, *scope)
    for first in range(1, n - 2):
        # if condition then statement, while condition do statement
        count += 2 * condition(first, values) * statement(n - first - 2, *scope)
    return count


@lru_cache(maxsize=None)
def statements(n, constants, variables, procedures):
    """statement { ; statement }"""
    scope = (constants, variables, procedures)
    count = statement(n, *scope)
    for first in range(1, n - 1):
        count += statement(first, *scope) * statements(n - first - 1, *scope)
    return count


@lru_cache(maxsize=None)
def body(n, constants, variables, procedures):
    """{ procedure name ; block ; } statement"""
    count = statement(n, constants, variables, procedures)
    for inner in range(1, n - 4):
        one_more = (constants, variables, procedures + 1)
        count += block(inner, *one_more) * body(n - inner - 4, *one_more)
    return count


@lru_cache(maxsize=None)
def after_constants(n, constants, variables, procedures):
    count = body(n, constants, variables, procedures)
    new = 1
    while 1 + 2 * new < n:
        count += body(n - 1 - 2 * new, constants, variables + new, procedures)
        new += 1
    return count


@lru_cache(maxsize=None)
def block(n, constants, variables, procedures):
    count = after_constants(n, constants, variables, procedures)
    new = 1
    while 1 + 4 * new < n:
        count += after_constants(n - 1 - 4 * new, constants + new, variables, procedures)
        new += 1
    return count


def at_most(tokens):
    """Programs of at most so many tokens, the period at the end included."""
    return sum(block(n - 1, 0, 0, 0) for n in range(1, tokens + 1))


if __name__ == "__main__":
    for tokens in range(7, int(sys.argv[1]) + 1):
        print(f"{tokens} tokens: {at_most(tokens)}")
