"""Each step of a release is held against its own claim: one step with half of its noise can't hide in the total."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from pdd_research.audit.findings import Finding
from pdd_research.audit.released_logs.log_audit import audit_manifest, on_each_step, on_steps_left_out
from pdd_research.audit.released_logs.manifests import of_manifest
from tests.research.audit.audit_trials import broken, tried
from tests.research.audit.manifests import korolova_manifest, pool_manifest, union_manifest

Manifest = dict[str, Any]
FEW, MANY = 4_000, 100_000


def half(manifest: Manifest, *path: str) -> Manifest:
    """Return a manifest with half of one number, or of the noise of each of these rounds; its claims stay."""
    changed = deepcopy(manifest)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    if path[-1] == "rounds":
        inside["rounds"] = [{**one, "sigma": one["sigma"] / 2} for one in inside["rounds"]]
    else:
        inside[path[-1]] /= 2
    return changed


def korolova() -> Manifest:
    return korolova_manifest(urls=True)


def union() -> Manifest:
    return union_manifest(urls=True)


STEPS = [
    (korolova, ("parameters", "b"), "selection"),
    (korolova, ("parameters", "b_q"), "counts"),
    (korolova_manifest, ("parameters", "b_c"), "clicks"),
    (korolova, ("urls", "parameters", "b"), "URLs"),
    (korolova, ("urls", "parameters", "b_q"), "URL counts"),
    (union, ("parameters", "rounds"), "selection"),
    (union, ("parameters", "b_q"), "counts"),
    (union, ("urls", "parameters", "rounds"), "URLs"),
    (union, ("urls", "parameters", "b_q"), "URL counts"),
    (pool_manifest, ("parameters", "selection", "scale"), "selection"),
    (pool_manifest, ("parameters", "query_counts", "scale"), "counts"),
    (pool_manifest, ("parameters", "click_counts", "scale"), "clicks"),
    (pool_manifest, ("parameters", "terms", "scale"), "terms"),
    (pool_manifest, ("parameters", "transitions", "scale"), "which transitions"),
    (pool_manifest, ("parameters", "transition_counts", "scale"), "transition counts"),
]
"""A right manifest, the noise of one of its steps, and the attack on that step."""


@pytest.mark.slow
@pytest.mark.parametrize(("made", "path", "step"), STEPS, ids=lambda one: getattr(one, "__name__", None))
def test_half_of_one_steps_noise_is_caught(made: Callable[[], Manifest], path: tuple[str, ...], step: str) -> None:
    """Each step with half of its noise is caught within 100,000 trials, by the attack on that step."""
    mechanism = of_manifest(half(made(), *path))
    claims, steps = ([one for one in found if one.name == step] for found in (mechanism.claims, mechanism.steps))
    assert len(claims) + len(steps) == 1
    alone = replace(mechanism, claims=tuple(claims), steps=tuple(steps))

    def attack() -> tuple[Finding, ...]:
        return (*on_each_step(alone, MANY), *on_steps_left_out(alone, (0.0, 0.0), MANY))

    assert f"known donor, {step}" in tried(f"{made.__name__}, half of {'.'.join(path)}", attack)


@pytest.mark.parametrize("made", [korolova, union])
def test_half_the_noise_of_counts_is_caught_in_few_trials(made: Callable[[], Manifest]) -> None:
    """Counts with half of their noise are caught, though the total stays within the release's claim."""
    caught = broken(audit_manifest(half(made(), "parameters", "b_q"), FEW))
    assert "known donor, counts" in caught
    assert "known donor" not in caught


@pytest.mark.parametrize(("made", "unused"), [(korolova, 0.5), (korolova_manifest, 0.0), (union, 0.0)])
def test_steps_claim_what_the_release_claims_together(made: Callable[[], Manifest], unused: float) -> None:
    """The claims of the steps add up to the release's, but for clicks that are charged and not released.

    No right step is refuted.
    """
    manifest = made()
    findings = audit_manifest(manifest, FEW)
    assert broken(findings) == []
    steps = {one.attack: one.epsilon for one in findings if one.attack.removeprefix("known donor, ") in _NAMES}
    assert sum(steps.values()) == pytest.approx(manifest["epsilon"] - unused)


_NAMES = {"selection", "counts", "clicks", "URLs", "URL counts"}
