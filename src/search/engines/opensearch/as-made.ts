import {
  commandLine,
  differences,
  givenAgain,
  type Json,
  type JsonObject,
  WorkError,
} from '../../../core/index.js';

/** What an index is asked to be, and what a cluster says that it is. */
export interface Made {
  readonly mappings: JsonObject;
  readonly settings: JsonObject;
}

/** A template of the cluster adds what an index does not say itself: so each says all that decides which documents it has, finds and shows. */
export const pinned = ({ mappings, settings }: Made): Made => ({
  settings: { default_pipeline: '_none', final_pipeline: '_none', max_result_window: 10_000, ...settings },
  mappings: {
    dynamic: 'strict',
    _routing: { required: false },
    ...mappings,
    _source: { enabled: true, includes: [], excludes: [], ...(mappings._source as JsonObject | undefined) },
  },
});

/** Settings that nothing is said of, since older versions do not know them or no index needs them: with them a search finds something else. */
const FOREIGN = /^(search\.default_pipeline$|analysis\.analyzer\.whitespace\.)/;
/**
 * Parts of a mapping that have no say, where nothing was asked for. The k-NN plugin adds what is usual to a field of vectors, and more of it in newer
 * versions.
 */
const HARMLESS = /^(dynamic_templates|_meta|properties\.vector)(\.|$)/;

/** Refuses an index that is not what was asked for: a template was merged into it, or somebody changed it. */
export const mustBeAsMade = (name: string, asked: Made, found: Made): void => {
  const { settings } = pinned(asked);
  const { properties } = asked.mappings;
  const wrong = [
    ...differences(inWords(settings), inWords(found.settings)).filter(
      ({ name, earlier, now }) =>
        earlier !== 'none' ||
        (FOREIGN.test(name) && now !== '"_none"') ||
        (settings.similarity !== undefined && name.startsWith('similarity.bm25.')),
    ),
    // A cluster leaves out what is as usual.
    ...differences({ dynamic: 'strict', ...asked.mappings }, found.mappings).filter(
      ({ name, earlier }) =>
        earlier !== 'none' || !(HARMLESS.test(name) || isOther(name, properties as JsonObject)),
    ),
  ];
  if (wrong.length === 0) return;
  const [first] = wrong;
  throw new WorkError(
    `${name} is not as r2med makes it: ${first!.name} is ${first!.now}, not ${first!.earlier}${wrong.length > 1 ? `, and ${wrong.length - 1} more` : ''}; its scores would be others`,
    `an index template of the cluster may set it: give that a pattern without r2med-*, then ${commandLine('engine', 'drop', name, ...givenAgain('--engine'))} if it is there, and run the same command again`,
  );
};

/** Settings come back as text. */
const inWords = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'object' ? item : String(item)));

/** A field besides those of r2med. */
const isOther = (path: string, ours: JsonObject): boolean => {
  const [at, field] = path.split('.');
  return at === 'properties' && field !== undefined && !Object.hasOwn(ours, field);
};
