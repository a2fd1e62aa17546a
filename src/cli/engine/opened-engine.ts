import { defined, type Tools, withoutSecrets } from '../../core/index.js';
import { type Engine, type EngineAbout, type EngineOptions, openEngine } from '../../search/engines/index.js';

export interface EngineFlags {
  readonly engine?: string;
  readonly engineTimeout?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Works with the engine that the flags name, or else that of OPENSEARCH_URL, and closes it. */
export const withEngine = async <T>(
  { engine: written = 'opensearch', engineTimeout: timeoutSeconds }: EngineFlags,
  tools: Tools,
  work: (engine: Engine) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> => {
  const engine = await openEngine(written, process.env, tools, {
    ...options,
    ...defined({ timeoutSeconds }),
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
};

/** Someone waits at the terminal: two tries of each of a few nodes say enough. */
export const LOOKING: EngineOptions = { tries: 4 };

export const placeOf = ({ addresses }: Engine): string => addresses.map(withoutSecrets).join(', ');

/** The version of what searches inside an engine, where there is such a thing. */
export const insideText = ({ lucene, pgvector }: EngineAbout): string =>
  lucene ? ` (Lucene ${lucene})` : pgvector ? ` (pgvector ${pgvector})` : '';
