"""The vectors of the `cohort` protocol's arithmetic: ring and sharing."""

from typing import Any

from nacl.bindings import crypto_scalarmult_base

from tests.support.reference.cohort.draws import leaf_bytes
from tests.support.reference.cohort.ring import (
    DELTA,
    Committee,
    N,
    Q,
    Words,
    added,
    blocks_of,
    digest,
    errors_of,
    fixing,
    hiding,
    keystream,
    located,
    long,
    masked,
    ntt,
    public_ring,
    read,
    rebuilt,
    secret_of,
    share_at,
    shares_of,
    sound,
    squares_of,
    stream,
    uniform,
)

# --- ring


def ring() -> dict[str, Any]:
    return {"ntt": transforms(), "uniform": uniforms(), "masks": [masking(5, 2000), masking(3, 3000)]}


def transforms() -> list[dict[str, Any]]:
    key = stream("a polynomial", 32)
    inputs: list[tuple[dict[str, Any], Words]] = [({"uniform": key.hex()}, uniform(key, N))]
    for sparse in ({0: 1}, {1: 1}, {2047: 1}, {0: Q - 1, 1: 2, 1024: 3, 2047: Q - 4}):
        named = {str(exponent): coefficient for exponent, coefficient in sparse.items()}
        inputs.append(({"sparse": named}, [sparse.get(exponent, 0) for exponent in range(N)]))
    return [{"input": told, "output": long(ntt(values))} for told, values in inputs]


def uniforms() -> list[dict[str, Any]]:
    """Return a key whose first eight words contain one that is skipped, one without, and one of a ring's length."""
    passing = next(key for key in keys() if any(word >= Q for word in keystream(key, 8)))
    plain = next(key for key in keys() if all(word < Q for word in keystream(key, 8)))
    short = [{**uniform_of(key, 8), "words": uniform(key, 8)} for key in (passing, plain)]
    return [
        *short,
        *({**uniform_of(passing, number), "long": long(uniform(passing, number))} for number in (2048, 20480)),
    ]


def keys() -> Any:
    return (digest("key", k) for k in range(10**6))


def uniform_of(key: bytes, number: int) -> dict[str, Any]:
    """Return the key's case, with the positions of skipped words among the keystream words that are needed."""
    words = keystream(key, 2 * number)
    taken, places = 0, []
    for place, word in enumerate(words):
        if taken == number:
            break
        taken += word < Q
        places += [place] if word >= Q else []
    return {"key": key.hex(), "number": number, "passed_over": places}


def masking(uploads: int, entries: int) -> dict[str, Any]:
    context, reach = stream(f"context of {entries}", 32), 1000
    seeds = [stream(f"seed {upload} of {entries}", 32) for upload in range(uploads)]
    vectors = [[small(f"vector {seed.hex()}", i) for i in range(entries)] for seed in seeds]
    blocks = blocks_of(entries)
    ciphertexts = [masked(vector, seed, context) for vector, seed in zip(vectors, seeds, strict=True)]
    most = [20 if i % 3 else 0 for i in range(entries)]
    total = added(ciphertexts), added([secret_of(seed) for seed in seeds])
    return {
        "context": context.hex(),
        "blocks": blocks,
        "public_ring": long(public_ring(context, blocks)),
        "uploads": [
            {
                "seed": seed.hex(),
                "secret": long(secret_of(seed)),
                "errors": long([e % Q for e in errors_of(seed, blocks)])
                | {"signed_first": errors_of(seed, blocks)[:8]},
                "polynomial_key": digest("polynomial", seed).hex(),
                "vector": vector,
                "ciphertext": long(ciphertext),
            }
            for seed, vector, ciphertext in zip(seeds, vectors, ciphertexts, strict=True)
        ],
        "sum": reading(*total, context, uploads, most, reach),
        "altered": altered(*total, context, uploads, most, reach),
    }


def altered(
    ciphertext: Words, key: Words, context: bytes, uploads: int, most: list[int], reach: int
) -> list[dict[str, Any]]:
    """Return sums that are not sound except for the first: a number at the end of its range, one past it, and so on."""
    numbers, errors = read(ciphertext, key, context, reach)
    last, size = len(most) - 1, len(ciphertext)
    to_last_word = Q - 1 - (DELTA * (numbers[0] + reach) + DELTA // 2 + errors[0])
    largest = sorted(range(N), key=lambda i: -abs(errors[i]))[:300]
    up, down = uploads * most[1] + reach - numbers[1], numbers[last] + reach
    told: list[tuple[str, dict[str, int], dict[str, int]]] = [
        ("numbers at both ends of their range", {"1": up * DELTA, str(last): Q - down * DELTA}, {}),
        ("a number one above its range", {"1": (up + 1) * DELTA}, {}),
        ("a number one below its range", {str(last): Q - (down + 1) * DELTA}, {}),
        ("the field's last word", {"0": to_last_word}, {}),
        ("padding that is one", {str(size - 1): DELTA}, {}),
        ("errors of the last block that are too large", {str(i): 100 for i in range(size - 64, size)}, {}),
        ("errors of the first block that are too small", {str(i): -errors[i] % Q for i in largest}, {}),
        ("one element of the key", {}, {"2047": 1}),
    ]
    cases = []
    for why, on_ciphertext, on_key in told:
        changed = read(plus(ciphertext, on_ciphertext), plus(key, on_key), context, reach)
        is_sound = sound(*changed, uploads, most, reach)
        cases.append({"why": why, "ciphertext": on_ciphertext, "key": on_key, "sound": is_sound})
    assert [case["sound"] for case in cases] == [True, *[False] * 7]
    return cases


def plus(words: Words, changes: dict[str, int]) -> Words:
    """Return the words with something added to some of them."""
    return [(word + changes.get(str(place), 0)) % Q for place, word in enumerate(words)]


def small(name: str, number: int) -> int:
    """Return a number between -8 and 27, like counts with a little noise, mostly zero at multiples of seven."""
    return 0 if number % 7 == 0 else stream(f"{name} {number}", 1)[0] % 36 - 8


def reading(ciphertext: Words, key: Words, context: bytes, uploads: int, most: list[int], reach: int) -> dict[str, Any]:
    numbers, errors = read(ciphertext, key, context, reach)
    return {
        "ciphertext": long(ciphertext),
        "key": long(key),
        "reach": reach,
        "most": most,
        "numbers": numbers[: len(most)],
        "padding": long([number % Q for number in numbers[len(most) :]]),
        "errors": long([e % Q for e in errors]),
        "squares": squares_of(errors),
        "sound": sound(numbers, errors, uploads, most, reach),
    }


# --- sharing


def sharing() -> dict[str, Any]:
    sizes = {
        4: range(1, 5),
        5: range(1, 6),
        7: range(1, 8),
        10: range(1, 11),
        255: (1, 84, 85, 255),
        256: (1, 94, 95, 256),
    }
    return {
        "shares": [shared(size, list(places)) for size, places in sizes.items()],
        "streams": [streamed(place) for place in (1, 5, 256)],
        "decode": [decoding(7, 3), decoding(10, 2), decoding_of_many()],
    }


def shared(size: int, places: list[int]) -> dict[str, Any]:
    seed = stream(f"shares {size}", 32)
    known = fixing(secret_of(seed), seed, Committee(size))
    return {"members": size, "seed": seed.hex(), "shares": {str(p): long(share_at(p, known)) for p in places}}


def streamed(place: int) -> dict[str, Any]:
    own, other = stream(f"donor {place}", 32), crypto_scalarmult_base(stream(f"member {place}", 32))
    context, nonce, columns = stream("context of streams", 32), stream(f"nonce {place}", 16), 683
    leaf = leaf_bytes(70_000 + place, crypto_scalarmult_base(own) + digest("signing", place))
    return {
        "exchange_secret": own.hex(),
        "exchange": other.hex(),
        "context": context.hex(),
        "place": place,
        "leaf": leaf.hex(),
        "nonce": nonce.hex(),
        "words": long(hiding(own, other, context, place, leaf, nonce, columns)),
    }


def decoding(size: int, donors: int) -> dict[str, Any]:
    sizes = Committee(size)
    seeds = [stream(f"decode {size} {donor}", 32) for donor in range(donors)]
    dealt = [shares_of(secret_of(seed), seed, sizes) for seed in seeds]
    shares = {place: added([rows[place - 1] for rows in dealt]) for place in range(1, size + 1)}
    everybody = list(shares)
    all_but = [place for place in everybody if place != 2]
    last, one = str(size), {"0": 1}
    told: list[tuple[list[int], dict[str, dict[str, int]], list[int] | None]] = [
        (everybody, {}, []),
        (everybody[-sizes.quorum :], {}, []),
        (everybody[1:], {}, []),
        (everybody, {"1": one}, [1]),
        (everybody, {last: {str(sizes.columns - 1): Q - 1}}, [size]),
        (everybody, {"3": {str(column): 7 + column for column in range(sizes.columns)}}, [3]),
        (all_but[:-1], {} if size == 7 else {"4": {"5": 9}}, [] if size == 7 else None),
        (everybody[: sizes.quorum - 1], {}, None),
        (everybody, {"1": one, "2": {"1": 2}}, None),
    ]
    for places, lies, wrong in told:
        check_decoding(shares, places, lies, wrong, sizes)
    return {
        "members": size,
        "seeds": [seed.hex() for seed in seeds],
        "key": long(added([secret_of(seed) for seed in seeds])),
        "cases": [{"places": places, "added": lies, "wrong": wrong} for places, lies, wrong in told],
    }


def decoding_of_many() -> dict[str, Any]:
    """Return the case of 256 members with as many lies as can be located.

    No search is needed, because no other polynomials fit so many answers.
    """
    sizes, seeds = Committee(256), [stream(f"decode 256 {donor}", 32) for donor in range(2)]
    everybody = list(range(1, 257))
    without_ten = [place for place in everybody if place % 25]
    told = [
        (everybody, [place * 6 + 1 for place in range(40)]),
        (without_ten, [*range(1, 25), *range(230, 241)]),
        (everybody, []),
        (everybody[80:], []),
    ]
    assert all(2 * len(wrong) <= len(places) - sizes.quorum for places, wrong in told)
    cases = [
        {"places": places, "added": {str(p): {str(p % sizes.columns): p * p} for p in wrong}, "wrong": wrong}
        for places, wrong in told
    ]
    key = long(added([secret_of(seed) for seed in seeds]))
    return {"members": 256, "seeds": [seed.hex() for seed in seeds], "key": key, "cases": cases}


def check_decoding(
    shares: dict[int, Words],
    places: list[int],
    lies: dict[str, dict[str, int]],
    wrong: list[int] | None,
    sizes: Committee,
) -> None:
    """Assert that the case is what the search for wrong places finds."""
    answers = {place: shares[place] for place in places}
    answers |= {int(place): plus(answers[int(place)], lie) for place, lie in lies.items()}
    assert located(answers, sizes) == (None if wrong is None else set(wrong))
    if wrong is not None:
        good = {place: row for place, row in answers.items() if place not in wrong}
        assert not any(rebuilt(good, sizes)[N:])
