import {
  canonicalJson,
  type DocId,
  type Document,
  differences,
  InputError,
  type Json,
  NotCached,
  type Ranking,
  type Retriever,
  type StageExplanation,
  UnknownName,
  WorkError,
} from '../../core/index.js';
import type { RecordedRanking, RecordedRankings } from './recorded-ranking.js';

/** A system by its text, built when it is known what its record says. */
export interface SystemToExplain {
  /** Its text, or the name of its folder of records. */
  readonly name: string;
  /** Builds its stages; `record` says with which settings, where there is one. */
  build(record?: { readonly name: string; readonly spec: Json }): Promise<Retriever>;
  /** What its record holds, for callers that ask for many queries; by default the record is found and read for each. */
  rankings?(): Promise<RecordedRankings | undefined>;
}

/** What stages found, and what they say of it. */
export interface Found {
  readonly hits: Ranking;
  readonly documents: ReadonlyMap<DocId, Document>;
  readonly explained: StageExplanation;
  readonly name: string;
}

/** Builds the stages of a system and asks them. Where a record has the ranking, it is shown even if they cannot be asked. */
export const withStages = async (
  system: SystemToExplain,
  recorded: RecordedRanking | undefined,
  ask: (stage: Retriever) => Promise<Found>,
  lost: (what?: string, repair?: boolean) => Promise<Found>,
): Promise<Found> => {
  let stage: Retriever | undefined;
  try {
    stage = await system.build(recorded?.record);
    if (recorded && canonicalJson(stage.spec) !== canonicalJson(recorded.record.spec))
      return await lost(
        `why hits score as they do: the record has other settings (${differing(recorded, stage)})`,
      );
    return await ask(stage);
  } catch (error) {
    if (!recorded || !isMissing(error)) throw error;
    // A record does not hold the file or address of a custom model, so that no command opens it by its name alone.
    if (error instanceof UnknownName)
      return isSearchSystem(recorded.record.spec)
        ? await lost()
        : await lost(`why hits score as they do: ${NOT_BY_NAME}`, false);
    return await lost(
      error instanceof NotCached ? error.what : `why hits score as they do: ${firstLine(error)}`,
    );
  } finally {
    await stage?.close?.();
  }
};

/** A search system is asked whole: its scores are all that is known. */
const isSearchSystem = (spec: Json): boolean =>
  typeof spec === 'object' && spec !== null && 'retriever' in spec && spec.retriever === 'search-system';

const NOT_BY_NAME =
  'a custom model is not opened by its name; name it as run did, for example --system module:FILE or command:"…"';

/** A model that cannot be opened or asked; anything else is a fault. */
const isMissing = (error: unknown): error is Error =>
  error instanceof WorkError || error instanceof InputError;

const firstLine = ({ message }: Error): string => message.split('\n', 1)[0]!;

const differing = ({ record }: RecordedRanking, { spec }: Retriever): string =>
  differences(record.spec, spec)
    .slice(0, 2)
    .map(({ name, earlier }) => `${name} ${earlier}`)
    .join(', ');
