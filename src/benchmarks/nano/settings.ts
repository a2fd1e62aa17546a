import { InputError, lookup, type Retriever, type Task } from '../../core/index.js';
import { type SamplerName, samplers } from './samplers/index.js';

/** What decides a Nano set besides its source. The numbers are HAKARI-Bench's, of which NanoR2MED was made. */
export interface NanoSettings {
  /** Of the set; splits are named after it. */
  readonly name: string;
  readonly queries: number;
  readonly documents: number;
  readonly sampler: SamplerName;
  /** Of the safeguard's choice and of the uniform draw. */
  readonly seed: number;
  /** Candidates in the lists of BM25 and of the dense retriever; also the maximum number of positives of a query. */
  readonly depth: number;
  /** Candidates in the fused list, before the safeguard. */
  readonly hybridDepth: number;
  /** Reciprocal rank fusion's k. */
  readonly rrfK: number;
  /** How deep every pooled ranking goes. Our own: deep enough that 50 queries fill 10,000 documents several times. */
  readonly poolDepth: number;
}

/** HAKARI-Bench's settings. */
export const DEFAULTS: Omit<NanoSettings, 'name'> = {
  queries: 200,
  documents: 10_000,
  sampler: 'head',
  seed: 20260524,
  depth: 500,
  hybridDepth: 100,
  rrfK: 100,
  poolDepth: 1000,
};

/** A retriever that is put together when the task it searches is known. */
export interface NamedRetriever {
  /** What a manifest calls it: no path, no address. */
  readonly name: string;
  make(task: Task, topK: number): Promise<Retriever>;
}

export interface NanoOptions extends Partial<NanoSettings> {
  /** Makes the dense list, and with BM25's the fused one; without it there is neither. */
  readonly dense?: NamedRetriever;
  /** Whose rankings `hard` pools. */
  readonly pool?: readonly NamedRetriever[];
}

/** Settings with everything decided; they may come from text that a person wrote, so they are checked here. */
export const settingsOf = (options: NanoOptions, name: string): NanoSettings => {
  const { dense, pool = [], ...given } = options;
  const settings: NanoSettings = { name, ...DEFAULTS, ...given };
  lookup('sampler', samplers, settings.sampler);
  for (const each of ['queries', 'documents', 'depth', 'hybridDepth', 'poolDepth'] as const)
    if (!Number.isSafeInteger(settings[each]) || settings[each] < 1)
      throw new InputError({
        found: `${each}: ${settings[each]}`,
        expected: 'a whole number from 1',
        fix: `write ${each}: 50`,
      });
  if (!Number.isSafeInteger(settings.seed) || settings.seed < 0)
    throw new InputError({
      found: `seed: ${settings.seed}`,
      expected: 'a whole number from 0',
      fix: 'write seed: 42',
    });
  if (!/^\w+$/.test(settings.name))
    throw new InputError({
      found: `the name "${settings.name}"`,
      expected: 'letters, digits and underscores, since it names splits and files',
      fix: 'write another name, as NanoMine',
    });
  // Only then is every hybrid list of one length, which says of a longer one that it ends with a safeguard.
  if (dense && settings.depth < settings.hybridDepth)
    throw new InputError({
      found: `lists of ${settings.depth} to fuse into ${settings.hybridDepth} candidates`,
      expected: 'a depth that is not below that of the hybrid list',
      fix: `raise --depth, or add --hybrid-depth ${settings.depth}`,
    });
  if (settings.sampler === 'hard' && pool.length === 0)
    throw new InputError({
      found: 'the sampler hard without retrievers to pool',
      fix: 'name them, for example --pool bm25,bm25-lucene',
    });
  if (settings.sampler !== 'hard' && pool.length > 0)
    throw new InputError({
      found: `retrievers to pool with the sampler ${settings.sampler}`,
      fix: 'add --sampler hard, or leave out --pool',
    });
  return settings;
};
