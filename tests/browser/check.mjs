// A minimal test runner for trials and their assertions.
//
// In: names and functions. Out: a line for each trial, and whether all passed. It does not know
// the browser. No trial waits for a fixed time: `until` polls until a condition is true.

const trials = [];

/** Registers a trial, a function that receives the argument of `run`. */
export function trial(name, does) {
  trials.push({ name, does });
}

/**
 * Runs the trials whose names contain one of the filters, or all. Returns the number of failures.
 */
export async function run(given, filters) {
  let failed = 0;
  for (const { name, does } of trials.filter(
    (it) => filters.length === 0 || filters.some((one) => it.name.includes(one)),
  )) {
    const began = performance.now();
    try {
      await given.around(name, does);
      console.log(`ok   ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}\n${String(error?.stack ?? error).replace(/^/gm, "     ")}`);
    }
  }
  return failed;
}

/** Fails with a message unless the condition holds. */
export function claim(holds, words) {
  if (!holds) throw new Error(words);
}

/** Asserts that two values are equal. */
export function same(found, wanted, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  claim(a === b, `${what}\n  found  ${a}\n  wanted ${b}`);
}

/** Polls until the result is truthy, and returns it. The time limit only ends a failed trial. */
export async function until(ask, what, seconds = 15) {
  const end = performance.now() + seconds * 1000;
  let last = null;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = null;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(`after ${seconds} s still not: ${what}${last ? ` (${last.message})` : ""}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}
