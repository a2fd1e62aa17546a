import { median } from './table.js';

const note = (line) => console.error(line);

/**
 * Measures every contender in turn, round after round, so that a busy moment of the machine falls on all of them.
 * Returns by contender the median of everything measured, and `rounds`: what each round measured.
 */
export const interleave = async (contenders, rounds) => {
  const results = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++)
    for (const { name, measure } of contenders) {
      const result = await measure();
      results.get(name).push(result);
      note(`  round ${round}, ${name}: ${JSON.stringify(result)}`);
    }
  return new Map([...results].map(([name, list]) => [name, { ...medians(list), rounds: list }]));
};

const medians = (list) =>
  Object.fromEntries(Object.keys(list[0]).map((key) => [key, median(list.map((result) => result[key]))]));

/** How many times ours theirs takes, one ratio per round: none of a contender that was not measured. */
export const ratios = (results, theirs, ours, field) =>
  (results.get(theirs)?.rounds ?? []).map(
    (result, round) => result[field] / results.get(ours).rounds[round][field],
  );

/** One figure per round, as it was measured. */
export const figures = (results, name, field) =>
  (results.get(name)?.rounds ?? []).map((result) => result[field]);

/** Which peers can be measured here, and why the others cannot. */
export const prepared = async (peers, prepare) => {
  const absent = new Map();
  for (const peer of peers) {
    note(`preparing ${peer.name}`);
    await prepare(peer).catch((error) => absent.set(peer.name, error.message.split('\n')[0]));
  }
  return { present: peers.filter(({ name }) => !absent.has(name)), absent };
};
