import { givenAgain, isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** A record, as far as it says which system made it. */
interface RecordedSystem {
  readonly name: string;
  readonly spec: Json;
}

/** What the spec of a record tells of how its system was built. */
export interface RecordedSettings {
  /** Hits that were kept. */
  readonly topK?: number;
  /** As the reference implementation does. */
  readonly asPublished: boolean;
  /** Texts were generated while it ran. */
  readonly isLive: boolean;
}

export const recordedSettings = (spec: Json): RecordedSettings => {
  const parts = specParts(spec);
  // The outermost stage comes first; those within a fusion may keep another number of hits.
  const topK = parts.map((part) => part.topK).find((each) => typeof each === 'number');
  return {
    ...(topK !== undefined && { topK }),
    asPublished: parts.some(isAsPublished),
    isLive: parts.some(({ stage }) => stage === 'live-writing'),
  };
};

/** The text of a record's system, as it can be built again: a name drops the service or address of a model that has no entry. */
export const recordedText = ({ name, spec }: RecordedSystem): string =>
  specParts(spec).reduce((text, { llm, service, model }) => {
    if (typeof llm !== 'string' || !isJsonObject(model)) return text;
    const { address } = isJsonObject(model.identity) ? model.identity : {};
    const at = typeof service === 'string' ? service : typeof address === 'string' && `served:${address}`;
    if (!at) return text;
    const whole = `${at}${at === service ? ':' : '#'}${model.model}`;
    return text.replaceAll(`(${llm})`, `(${whole})`).replaceAll(`(${llm},`, `(${whole},`);
  }, name);

/** A stage with a prompt from a folder, which no record holds. */
const IMPORTED = /[(,]\s*prompt=/;

/** Words of `run` that make the result of a record again, besides its task and folder. */
export const rerunWords = (record: RecordedSystem): readonly string[] => {
  const { asPublished, isLive } = recordedSettings(record.spec);
  const text = recordedText(record);
  const given = givenAgain('--prompts');
  return [
    '--system',
    text,
    ...(IMPORTED.test(text) ? (given.length > 0 ? given : ['--prompts', 'FOLDER']) : []),
    ...(isLive ? ['--generations', 'new'] : []),
    ...(asPublished ? ['--as-published'] : []),
  ];
};

/** What a stage says of itself that did as the reference implementation does. */
const isAsPublished = ({ asPublished, identicalIds, tail }: JsonObject): boolean =>
  asPublished === true || identicalIds === 'dropped' || tail === 'dropped';

/** Every object of a spec, the outer one before those within it. */
export const specParts = (spec: Json): readonly JsonObject[] =>
  Array.isArray(spec)
    ? spec.flatMap(specParts)
    : isJsonObject(spec)
      ? [spec, ...Object.values(spec).flatMap((part) => specParts(part!))]
      : [];
