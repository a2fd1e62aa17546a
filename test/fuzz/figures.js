// Figures of several runs of the fuzzer as one: what was tried is added up, what was reached is the most of any run.

const SUMS = ['inputs', 'values', 'errors', 'again'];
const MOST = ['largest', 'heaviest', 'reached', 'possible'];

const joined = (one = {}, two = {}) => ({
  ...Object.fromEntries(SUMS.map((key) => [key, (one[key] ?? 0) + (two[key] ?? 0)])),
  ...Object.fromEntries(MOST.map((key) => [key, Math.max(one[key] ?? 0, two[key] ?? 0)])),
});

/**
 * The figures of `run` on top of those of earlier runs. Readers that are no longer among `names` are dropped with their inputs. A seed that was
 * used before is refused: it makes the same inputs.
 */
export const addedUp = (earlier, run, names) => {
  if (earlier?.seeds.includes(run.seed))
    throw new Error(
      `seed ${run.seed} is among the figures already: its inputs would count twice; take another`,
    );
  const before = new Map(earlier?.readers.map((each) => [each.name, each]));
  const now = new Map(run.readers.map((each) => [each.name, each]));
  const readers = names
    .filter((name) => before.has(name) || now.has(name))
    .sort()
    .map((name) => ({ name, ...joined(before.get(name), now.get(name)) }));
  return {
    seeds: [...(earlier?.seeds ?? []), run.seed],
    inputs: readers.reduce((sum, { inputs }) => sum + inputs, 0),
    blocks: Math.max(earlier?.blocks ?? 0, run.blocks),
    readers,
  };
};
