"""Four seconds of the sample, made once: the takedown and the beginning of the armbar."""

from __future__ import annotations

import pytest

from annotator.sample import Sample, make_sample

SPAN = (14.3, 18.3)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return make_sample(tmp_path_factory.mktemp("sample"), span=SPAN)
