import { InputError, isJsonObject } from '../../core/index.js';
import type { ResultRecord } from '../../experiment/record/index.js';
import { ablationsOf, wholeVectorsOf } from '../../experiment/systems/index.js';
import { parseStages, printStages, type SystemText } from '../../search/pipeline/index.js';

/** A system that is another one but for one thing. */
interface SystemVariant {
  readonly base: string;
  readonly variant: string;
  /** `part`: without this part of the base. `vectors`: with this form of its vectors. */
  readonly kind: 'part' | 'vectors';
  readonly change: string;
}

/** Among systems, by their texts: those that are another of them without a part, as `run --ablate` makes them, or with another form of its vectors. */
export const variantsAmong = (names: ReadonlySet<string>): readonly SystemVariant[] =>
  [...names].flatMap((name): readonly SystemVariant[] => {
    const system = parsed(name);
    if (!system) return [];
    const whole = wholeVectorsOf(system);
    const variants: readonly SystemVariant[] = [
      ...ablationsOf(system).map(({ part, without }) => ({
        base: name,
        variant: printStages(without),
        kind: 'part' as const,
        change: part,
      })),
      ...(whole
        ? [{ base: printStages(whole.whole), variant: name, kind: 'vectors' as const, change: whole.form }]
        : []),
    ];
    return variants.filter(({ base, variant }) => names.has(base) && names.has(variant));
  });

/** A record of another version may have a name that no longer parses: it is a system of its own. */
const parsed = (name: string): SystemText | undefined => {
  try {
    return parseStages(name);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
};

/**
 * The text of the system whose ranking a reranked one begins with; undefined where nothing is reranked. The spec says which stage reranks: of a
 * custom reranker the name does not.
 */
export const firstStageName = ({ name, spec }: Pick<ResultRecord, 'name' | 'spec'>): string | undefined => {
  const system = parsed(name);
  const stages: readonly unknown[] = Array.isArray(spec) ? spec : [spec];
  const at = stages.findIndex((stage) => isJsonObject(stage) && stage.stage === 'rerank');
  return system && at > 0 && stages.length === system.length ? printStages(system.slice(0, at)) : undefined;
};
