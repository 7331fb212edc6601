// A minimal test runner and its assertions.
//
// In: names and functions. Out: a line for each test, and whether all passed. It does not know
// the browser. No test waits for a fixed time: `until` polls until a condition is true.

const tests = [];

/** Registers a test, a function that receives the argument of `run`. */
export function test(name, body) {
  tests.push({ name, body });
}

/**
 * Runs the tests whose names contain one of the filters, or all. Returns the names of those that
 * failed twice. A test that fails only once depends on the speed of the machine; its line says so.
 */
export async function run(context, filters) {
  const failed = [];
  for (const { name, body } of tests.filter(
    (it) => filters.length === 0 || filters.some((filter) => it.name.includes(filter)),
  )) {
    const start = performance.now();
    const errors = [];
    while (errors.length < 2) {
      const error = await context.withPages(name, body).then(
        () => null,
        (it) => String(it?.stack ?? it).replace(/^/gm, "     "),
      );
      if (!error) break;
      errors.push(error);
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = errors.length === 2 ? "FAIL " : errors.length === 1 ? "ok, the second time " : "ok   ";
    console.log([`${verdict}${name} (${seconds} s)`, ...errors].join("\n"));
    if (errors.length === 2) failed.push({ name, error: errors[1] });
  }
  return failed;
}

/** Fails with a message unless the condition holds. */
export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/** Asserts that two values are equal. */
export function assertEqual(actual, expected, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert(a === b, `${what}\n  actual   ${a}\n  expected ${b}`);
}

/** Polls until the result is truthy, and returns it. The time limit only ends a failed test. */
export async function until(condition, what, seconds = 60) {
  const end = performance.now() + seconds * 1000;
  let last = null;
  for (;;) {
    try {
      const result = await condition();
      if (result) return result;
      last = null;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(`after ${seconds} s, still waiting for: ${what}${last ? ` (${last.message})` : ""}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
