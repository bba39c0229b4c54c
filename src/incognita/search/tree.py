"""One tree over information sets: a node is what was done since the root, whatever the hidden cards are.

Which actions are legal at a node depends on the world, so every node counts how often it could have been chosen
(`available`) beside how often it was. Nodes lie in an array that is made once; there is no allocation while searching.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from incognita.core.jit import Actions, Int, Row, kernel, row_dtype

NODE = row_dtype(
    [
        ("action", "u2"),  # what led here
        ("visits", "u4"),
        ("available", "u4"),
        ("total", "f8"),  # of the returns of the seat that chose it
        ("child", "i4"),  # the first one; 0 for none: the root is nobody's child
        ("sibling", "i4"),
    ]
)
ROOT = 0
Nodes: TypeAlias = Any
"""An array of nodes. Its fields are data; no checker knows them."""


@kernel
def clear(node: Row, action: Int) -> None:
    node.action = action
    node.visits = 0
    node.available = 0
    node.total = 0.0
    node.child = 0
    node.sibling = 0


@kernel
def find_child(nodes: Nodes, parent: Int, action: Int) -> Int:
    """The child for an action, 0 if there is none."""
    child = np.int64(nodes[parent].child)
    while child != 0 and nodes[child].action != action:
        child = np.int64(nodes[child].sibling)
    return child


@kernel
def add_child(nodes: Nodes, used: Int, parent: Int, action: Int) -> Int:
    """A new node; the caller knows that there is room."""
    clear(nodes[used], action)
    nodes[used].sibling = nodes[parent].child
    nodes[parent].child = used
    return np.int64(used)


@kernel
def count_children(nodes: Nodes, parent: Int, actions: Actions, n: Int) -> Int:
    """Children among these actions; each of them could be chosen once more."""
    found = 0
    for i in range(n):
        child = find_child(nodes, parent, actions[i])
        if child != 0:
            nodes[child].available += np.uint32(1)
            found += 1
    return found


@kernel
def best_child(nodes: Nodes, parent: Int, actions: Actions, n: Int, exploration: float) -> Int:
    """The child among these actions with the highest upper bound: its mean, and more the seldomer it was tried."""
    best, highest = 0, -1e300
    for i in range(n):
        child = find_child(nodes, parent, actions[i])
        if child != 0:
            node = nodes[child]
            visits = np.float64(node.visits)
            bound = node.total / visits + exploration * math.sqrt(math.log(np.float64(node.available)) / visits)
            if bound > highest:
                best, highest = child, bound
    return best


@kernel
def update(node: Row, value: float) -> None:
    node.visits += np.uint32(1)
    node.total += value
