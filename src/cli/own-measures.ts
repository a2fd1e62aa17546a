import { resolve } from 'node:path';
import { InputError } from '../core/index.js';
import { type Measure, parseMeasure, parseMeasures } from '../evaluation/measures/index.js';
import { checkFile, loadModule } from '../models/custom/index.js';
import { fileSha256 } from '../platform/node/index.js';

const MODULE = 'module:';

const EXPECTED =
  'a default export { name, score(ranking) }, or a list of them; docs/reference/evaluation.md describes it';

/** Measures of a list; those of modules come last: `nDCG@10,module:mine.mjs`. */
export const readMeasures = async (list: string): Promise<readonly Measure[]> => {
  const parts = list.split(',').map((part) => part.trim());
  const known = parts.filter((part) => !part.startsWith(MODULE));
  const found = known.length > 0 ? [...parseMeasures(known.join(','))] : [];
  for (const part of parts)
    if (part.startsWith(MODULE)) found.push(...(await moduleMeasures(part.slice(MODULE.length))));
  const names = found.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new InputError({
      found: `two measures named ${JSON.stringify(twice)}`,
      expected: 'one of each name',
      fix: 'give one of them another name',
    });
  return found;
};

/** The measures of a `--measure` that names a module, which a comparison can hold; of others there is none. */
export const sharesOf = async (measure: string | undefined): Promise<readonly Measure[]> => {
  if (!measure?.startsWith(MODULE)) return [];
  const found = await moduleMeasures(measure.slice(MODULE.length));
  const wide = found.find(({ unbounded }) => unbounded);
  if (!wide) return found;
  throw new InputError({
    found: `${wide.name}, whose values are no shares between 0 and 1`,
    expected: 'measures that tables can show out of 100',
    fix: `score run files by it: r2med eval --judgements FILE --run FILE --measures ${measure}`,
  });
};

/** The measures that a module exports. */
const moduleMeasures = async (path: string): Promise<readonly Measure[]> => {
  const file = resolve(path);
  await checkFile(file);
  const { default: exported } = await loadModule(file, await fileSha256(file));
  const measures = Array.isArray(exported) ? exported : [exported];
  if (measures.length === 0)
    throw new InputError({
      at: { file: path },
      found: 'no measure',
      expected: EXPECTED,
      fix: 'export a measure from the module',
    });
  return measures.map((measure) => ownMeasure(path, measure));
};

const ownMeasure = (file: string, given: unknown): Measure => {
  const { name, score, unbounded = false } = (given ?? {}) as Partial<Measure>;
  if (typeof name !== 'string' || !/^\S(?:[^,=\n]*[^\s,=])?$/.test(name) || typeof score !== 'function')
    throw new InputError({
      at: { file },
      found: typeof score === 'function' ? `a measure named ${JSON.stringify(name)}` : 'no measure',
      expected: EXPECTED,
      fix: 'export name and score(ranking)',
    });
  if (isKnown(name))
    throw new InputError({
      at: { file },
      found: `a measure named ${name}, which there is already`,
      expected: 'a name of its own',
      fix: `rename it, for example my-${name}`,
    });
  return {
    name,
    ...(unbounded && { unbounded }),
    score: (ranking) => {
      const value = called(file, name, () => score.call(given, ranking));
      // What is no number is refused with its query, by what scores all of them.
      if (unbounded || !Number.isFinite(value) || (value >= 0 && value <= 1)) return value;
      throw new InputError({
        at: { file },
        found: `${name} gave ${value}`,
        expected: 'a share from 0 to 1',
        fix: 'divide by the best that is possible, or export unbounded: true with it',
      });
    },
  };
};

const isKnown = (name: string): boolean => {
  try {
    parseMeasure(name);
    return true;
  } catch {
    return false;
  }
};

const called = (file: string, name: string, score: () => number): number => {
  try {
    return score();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(
      {
        at: { file },
        found: `${name} failed: ${reason}`,
        fix: 'correct the measure: it must return a number for every query',
      },
      { cause },
    );
  }
};
