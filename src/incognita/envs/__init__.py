"""The games as environments of the common interfaces: batches, Gymnasium, PettingZoo, OpenSpiel.

Only `vector` comes with the engine alone; the others need `pip install incognita[envs]` and say so.
"""
