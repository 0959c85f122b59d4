"""What all messages have in common: the base of the models in `terms` and `messages`."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A message: frozen, strictly typed, with no field that its reader does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
