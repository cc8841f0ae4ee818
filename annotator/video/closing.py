"""What is closed at the end of a `with` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Ends with its `with` block, however that ends."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held. May be called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
