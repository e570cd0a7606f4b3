"""A mailbox for one item."""

from concurrent.futures import ThreadPoolExecutor

from referee.frames.slot import Slot


def test_a_newer_item_takes_the_place_of_an_older_one() -> None:
    slot: Slot[int] = Slot()
    assert [slot.replace(1), slot.replace(2)] == [False, True]
    assert (slot.take(0), slot.take(0)) == (2, None)


def test_handing_over_waits_until_the_slot_is_free() -> None:
    slot: Slot[int] = Slot()
    with ThreadPoolExecutor() as pool:
        handing = pool.submit(lambda: [slot.hand_over(i) for i in range(100)])
        assert [slot.take(5) for _ in range(100)] == list(range(100))
        assert all(handing.result())


def test_closing_wakes_both_sides() -> None:
    slot: Slot[int] = Slot()
    with ThreadPoolExecutor() as pool:
        taking = pool.submit(slot.take, 60)
        slot.close()
        assert taking.result(5) is None
        assert slot.replace(1) is False
        assert pool.submit(slot.hand_over, 2).result(5) is False
        assert slot.take(60) == 1 and slot.empty
