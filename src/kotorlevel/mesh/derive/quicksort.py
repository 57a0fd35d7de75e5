"""Sorting as the games' tool did, so that equal keys come out in the same order (FACTS 4).

It used the median-of-three quicksort of Microsoft's C runtime, with a comparison that calls equal
keys "greater". No stable sort gives that order, so the algorithm itself is followed here.
"""

_SHORT = 8
"""So many items and fewer are sorted by selection."""


def quicksort_order(keys: list[int]) -> list[int]:
    """The places of ``keys`` (none negative) in the order in which that quicksort leaves them."""
    count = len(keys)
    # Key and place as one number: what is not below key · count has that key or a greater one.
    items = [key * count + place for place, key in enumerate(keys)]
    waiting = [(0, count - 1)]
    while waiting:
        low, high = waiting.pop()
        if high - low < _SHORT:
            _select(items, low, high, count)
        else:
            waiting += _partition(items, low, high, count)
    return [item % count for item in items]


def _select(items: list[int], low: int, high: int, count: int) -> None:
    """Selection sort: the last of the largest goes to the end."""
    for end in range(high, low, -1):
        largest = low
        key = items[low] - items[low] % count
        for at in range(low + 1, end + 1):
            if items[at] >= key:
                largest = at
                key = items[at] - items[at] % count
        items[largest], items[end] = items[end], items[largest]


def _partition(items: list[int], low: int, high: int, count: int) -> list[tuple[int, int]]:
    """Hoare's partition about the median of three; the two stretches that are left to sort."""
    middle = low + (high - low + 1) // 2
    for a, b in ((low, middle), (low, high), (middle, high)):
        if items[a] >= items[b] - items[b] % count:
            items[a], items[b] = items[b], items[a]
    pivot = items[middle] - items[middle] % count
    left, right = low, high
    while True:
        # The pivot is never compared with itself; where it is swapped, it is followed.
        if left < middle:
            left += 1
            while left < middle and items[left] < pivot:
                left += 1
        if left >= middle:
            left += 1
            while left <= high and items[left] < pivot:
                left += 1
        right -= 1
        while right > middle and items[right] >= pivot:
            right -= 1
        if right < left:
            break
        items[left], items[right] = items[right], items[left]
        if middle == right:
            middle = left
    # The pivot is in its place, and left out where it ends the lower stretch.
    return [(low, right - (middle == right)), (left, high)]
