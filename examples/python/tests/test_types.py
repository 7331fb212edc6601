"""The type stubs fit the package, and the examples in docstrings are right."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent


def run(*words: str) -> str:
    """Runs a Python module. Fails with what it printed."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_examples_have_strict_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    run("mypy", "--strict", f"--cache-dir={tmp_path}", "play.py", "benchmark.py")
    pytest.importorskip("pettingzoo")
    run("mypy", "--strict", f"--cache-dir={tmp_path}", "-p", "threefold")


def test_the_stubs_fit_the_package() -> None:
    pytest.importorskip("mypy")
    run("mypy.stubtest", "threefold._threefold")


@pytest.mark.parametrize("name", ["threefold", "threefold.vector", "threefold.spiel", "threefold.pettingzoo_env"])
def test_docstrings_are_right(name: str) -> None:
    if name.endswith("pettingzoo_env"):
        pytest.importorskip("pettingzoo")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_everything_has_a_docstring() -> None:
    import threefold

    for name in threefold.__all__:
        item = getattr(threefold, name)
        assert item.__doc__, name
        for part in vars(item) if isinstance(item, type) else []:
            is_public = not part.startswith("_") and not issubclass(item, BaseException)
            assert not is_public or getattr(item, part).__doc__, f"{name}.{part}"


def test_the_example_runs() -> None:
    done = subprocess.run([sys.executable, "play.py"], cwd=FOLDER, capture_output=True, text=True, check=True)
    assert "legal moves; " in done.stdout
