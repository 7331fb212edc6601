"""The type stubs fit the package, with its docstrings, and the examples in docstrings are right.

`THREEFOLD_RENEW=1` copies the docstrings of the package into the stub.
"""

import ast
import doctest
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
from threefold import _threefold

FOLDER = Path(__file__).parent.parent
STUB = FOLDER / "python" / "threefold" / "_threefold.pyi"

Documented = ast.ClassDef | ast.FunctionDef


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


def documented(tree: ast.Module) -> list[tuple[str, Documented]]:
    """Returns the public classes and functions of the stub by name, and those of its classes: `Board.push`."""
    found: list[tuple[str, Documented]] = []
    for outer in tree.body:
        if isinstance(outer, Documented):
            found.append((outer.name, outer))
            inner = outer.body if isinstance(outer, ast.ClassDef) else []
            functions = [it for it in inner if isinstance(it, ast.FunctionDef) and not it.name.startswith("_")]
            found.extend((f"{outer.name}.{it.name}", it) for it in functions)
    return found


def docstring(name: str) -> str:
    """Returns the docstring of a class, a function or a member at run time."""
    item: object = _threefold
    for part in name.split("."):
        item = getattr(item, part)
    return inspect.cleandoc(item.__doc__ or "")


def with_docstrings(stub: str) -> str:
    """Returns a stub in which everything has the docstring that it has at run time."""
    lines = stub.splitlines()
    for name, node in sorted(documented(ast.parse(stub)), key=lambda it: -it[1].lineno):
        first = node.body[0]
        assert first.end_lineno is not None
        indent = " " * (node.col_offset + 4)
        text = f'"""{docstring(name)}"""'.replace('\n"""', '"""')
        added = [indent + line if line else "" for line in text.splitlines()]
        if "\n" in text:
            added[-1] = added[-1].removesuffix('"""')
            added.append(indent + '"""')
        decorators = first.decorator_list if isinstance(first, Documented) else []
        start, end = min([first, *decorators], key=lambda it: it.lineno).lineno - 1, first.end_lineno
        is_filler = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if lines[start][: first.col_offset].strip():
            added.insert(0, lines[start][: first.col_offset].rstrip())
        lines[start : end if is_filler else start] = added
    return "\n".join(lines) + "\n"


def test_the_stub_has_the_docstrings_of_the_package() -> None:
    stub = STUB.read_text()
    if os.environ.get("THREEFOLD_RENEW") == "1":
        STUB.write_text(with_docstrings(stub))
        stub = STUB.read_text()
    found = documented(ast.parse(stub))
    for name, node in found:
        assert docstring(name), f"{name} has no docstring"
        assert ast.get_docstring(node) == docstring(name), f"{name}: `THREEFOLD_RENEW=1` renews the docstrings of the stub"
    members = {name for name, _ in found}
    for outer in (it for it in vars(_threefold) if not it.startswith("_")):
        item = getattr(_threefold, outer)
        is_plain = isinstance(item, type) and not issubclass(item, BaseException)
        inner = [f"{outer}.{it}" for it in vars(item) if not it.startswith("_")] if is_plain else []
        assert {outer, *inner} <= members, f"the stub lacks {outer} or one of its members"


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
