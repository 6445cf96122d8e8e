"""A pause of garbage collection leaves no bulk of young objects for the next collection to scan."""

import gc

from workbench.gc_pause import gc_paused


def test_what_a_pause_allocated_is_left_to_full_collections() -> None:
    gc.unfreeze()  # what an app of another test has kept out of collections
    with gc_paused():
        bulk = [[number] for number in range(1_000)]

    young = {id(one) for generation in (0, 1) for one in gc.get_objects(generation)}
    assert gc.isenabled()
    assert not young.intersection(map(id, bulk))


def test_garbage_of_a_pause_is_collected_later() -> None:
    class Node:
        alive = 0

        def __init__(self) -> None:
            self.itself = self
            Node.alive += 1

        def __del__(self) -> None:
            Node.alive -= 1

    with gc_paused():
        Node()
    assert Node.alive == 1

    gc.collect()
    assert Node.alive == 0


def test_a_pause_inside_a_pause_ends_with_the_outer_one() -> None:
    with gc_paused():
        with gc_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
