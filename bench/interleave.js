import { median } from './table.js';

/** Every contender in turn, round after round, so that a busy moment of the machine falls on all of them. */
export const interleave = async (contenders, rounds, note) => {
  const results = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++)
    for (const { name, measure } of contenders) {
      const result = await measure();
      results.get(name).push(result);
      note(`  round ${round}: ${name}: ${JSON.stringify(result)}`);
    }
  const medians = (list) =>
    Object.fromEntries(Object.keys(list[0]).map((key) => [key, median(list.map((result) => result[key]))]));
  return new Map([...results].map(([name, list]) => [name, medians(list)]));
};
