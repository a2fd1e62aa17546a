import { isJsonObject, type Json, type JsonObject, own } from '../../core/index.js';

/** What was added to facts between two looks at them: numbers by their growth, all else as it is now, in the order of now. */
export const grown = (before: JsonObject, after: JsonObject): JsonObject => ({
  ...after,
  ...merged(before, after, (earlier, now) => now - earlier),
});

/** Facts and a growth of them. */
export const added = (facts: JsonObject, growth: JsonObject): JsonObject =>
  merged(facts, growth, (earlier, more) => earlier + more);

type Numbers = (earlier: number, now: number) => number;

const merged = (earlier: JsonObject, now: JsonObject, numbers: Numbers): JsonObject => ({
  ...earlier,
  ...Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, mergedValue(own(earlier, name), value, numbers)]),
  ),
});

const mergedValue = (earlier: Json | undefined, now: Json, numbers: Numbers): Json => {
  if (typeof now === 'number') return numbers(typeof earlier === 'number' ? earlier : 0, now);
  if (Array.isArray(now)) {
    const list = Array.isArray(earlier) ? (earlier as readonly Json[]) : [];
    return now.map((value: Json, i) => mergedValue(list[i], value, numbers));
  }
  return isJsonObject(now) ? merged(isJsonObject(earlier) ? earlier : {}, now, numbers) : now;
};
