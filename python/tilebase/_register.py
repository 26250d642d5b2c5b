"""Makes the environments known to Gymnasium, which since its version 1 loads no plug-ins itself."""


def register() -> None:
    """Register `tilebase/Sliding-v0`, without importing anything that it needs."""
    from gymnasium.envs import registration

    name = "tilebase/Sliding-v0"
    if name not in registration.registry:
        registration.register(
            id=name,
            entry_point="tilebase.gym:Sliding",
            vector_entry_point="tilebase.gym:SlidingVector",
        )
