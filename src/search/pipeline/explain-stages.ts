import {
  type Document,
  type EarlierExplanation,
  type Explaining,
  type Ranked,
  type Runner,
  type StageExplanation,
  withRanks,
} from '../../core/index.js';

type AnyRunner = Runner<unknown, unknown>;

/** What stages in a row say of documents: the last one speaks, and may ask the one before it. */
export const explainStages = async (
  runners: readonly AnyRunner[],
  input: unknown,
  documents: readonly Document[],
  { sentences = false }: Explaining,
): Promise<StageExplanation> => {
  const inputs = [input];
  for (const runner of runners) inputs.push((await runner.run([inputs.at(-1)]))[0]);
  const at = async (stage: number, some: readonly Document[]): Promise<EarlierExplanation> => {
    const output = inputs[stage + 1] as Ranked;
    const said = await runners[stage]!.explainHits?.(inputs[stage], some, {
      sentences,
      ...(stage > 0 && isRanked(inputs[stage]) && { earlier: (more) => at(stage - 1, more) }),
    });
    return withRanks(said ?? { scores: new Map() }, output.hits);
  };
  const last = inputs.at(-1);
  if (!isRanked(last)) return { scores: new Map() };
  const { scores, ...rest } = await at(runners.length - 1, documents);
  const generated = [...(last.query.generated ?? []), ...(rest.generated ?? [])];
  return { ...rest, scores, ...(generated.length > 0 && { generated }) };
};

const isRanked = (value: unknown): value is Ranked =>
  typeof value === 'object' && value !== null && 'hits' in value;
