/* The same as ring:five/0: five processes that count to sixteen. */
proctype counter() { byte n = 0; do :: n = (n + 1) % 16 od }
init { atomic { run counter(); run counter(); run counter(); run counter(); run counter() } }
