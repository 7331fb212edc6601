// A minimal test runner for trials and their assertions.
//
// In: names and functions. Out: a line for each trial, and whether all passed. It does not know
// the browser. No trial waits for a fixed time: `until` polls until a condition is true.

const trials = [];

/** A trial. It is given what `run` was given. */
export function trial(name, does) {
  trials.push({ name, does });
}

/** Runs all whose names hold one of the filters, or all; the answer is how many failed. */
export async function run(given, filters) {
  let failed = 0;
  for (const { name, does } of trials.filter(
    (it) => filters.length === 0 || filters.some((one) => it.name.includes(one)),
  )) {
    const began = performance.now();
    try {
      await given.around(name, does);
      console.log(`ok   ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (fault) {
      failed++;
      console.log(`FAIL ${name}\n${String(fault?.stack ?? fault).replace(/^/gm, "     ")}`);
    }
  }
  return failed;
}

/** Says no, and why. */
export function claim(holds, words) {
  if (!holds) throw new Error(words);
}

/** Two values are the same. */
export function same(found, wanted, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  claim(a === b, `${what}\n  found  ${a}\n  wanted ${b}`);
}

/** Asks until the answer is true, and gives it; the time is only there so that a fault ends. */
export async function until(ask, what, seconds = 15) {
  const end = performance.now() + seconds * 1000;
  let last = null;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = null;
    } catch (fault) {
      last = fault;
    }
    if (performance.now() > end)
      throw new Error(`after ${seconds} s still not: ${what}${last ? ` (${last.message})` : ""}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}
