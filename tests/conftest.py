"""Settings for the whole suite."""

from hypothesis import HealthCheck, settings

# Compilation makes first examples slow, so deadlines say nothing; derandomised, so that a failure is never a surprise.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
