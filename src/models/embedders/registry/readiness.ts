import { WorkError } from '../../../core/index.js';
import type { ModelBackend, RowInFile } from './entry-schema.js';
import { hubModelFile, revisionIn } from './hub-files.js';

/** Whether a back end of an entry can work on this machine as it is, and what it has or lacks. */
export interface Readiness {
  readonly via: ModelBackend['via'];
  readonly ready: boolean;
  readonly state: string;
  /** The command that fixes it. */
  readonly fix?: string;
}

export interface Machine {
  /** The hub's cache folder. */
  readonly hubCache: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What readiness asks of an entry of `data/models.json` or `data/rerankers.json`. */
interface EntryWithBackends extends Pick<RowInFile, 'name' | 'model' | 'revision'> {
  readonly backends: readonly Backend[];
}

type Backend =
  | Extract<ModelBackend, { via: 'onnx' | 'python' }>
  | { readonly via: 'service'; readonly key: string }
  | { readonly via: 'served'; readonly servers: Readonly<Record<string, string>> };

/** Every back end of an entry, looked at without touching the network. */
export const readiness = (entry: EntryWithBackends, machine: Machine): Promise<readonly Readiness[]> =>
  Promise.all(entry.backends.map((backend) => readinessOf(entry, backend, machine)));

const readinessOf = async (
  entry: EntryWithBackends,
  backend: Backend,
  { hubCache, env }: Machine,
): Promise<Readiness> => {
  const { via } = backend;
  switch (via) {
    case 'onnx': {
      if (!('file' in backend))
        return { via, ready: false, state: 'needs an export', fix: backend.export.join(' && ') };
      const { repository, file } = backend;
      const files = await Promise.all(
        [file, 'tokenizer.json'].map((each) =>
          hubModelFile(hubCache, repository, each, revisionIn(entry, repository)),
        ),
      );
      return files.every(Boolean)
        ? { via, ready: true, state: 'files here' }
        : { via, ready: false, state: 'not fetched', fix: `r2med fetch --model ${entry.name}` };
    }
    case 'service': {
      const { key } = backend;
      // The key's value goes nowhere.
      return env[key]
        ? { via, ready: true, state: `${key} set` }
        : { via, ready: false, state: `needs ${key}`, fix: `export ${key}=…` };
    }
    case 'served':
      return { via, ready: false, state: 'needs a server', fix: Object.values(backend.servers)[0]! };
    case 'python':
      return {
        via,
        ready: false,
        state: 'needs Python',
        fix: `pip install ${backend.packages.join(' ')} && r2med run --retriever ${entry.name} --python python3`,
      };
  }
};

/** The error for an entry of which no back end can be opened; `flags` name one that was started. */
export const noBackend = (
  { name, model }: Pick<EntryWithBackends, 'name' | 'model'>,
  ways: readonly Readiness[],
  flags: string,
): WorkError =>
  new WorkError(
    `${name} (${model}) has no back end at hand`,
    `start one, then name it with ${flags}:${ways.map(({ via, fix }) => `\n    ${via}: ${fix}`).join('')}`,
  );

/** The line that puts files of a hub repository into the shared cache. */
export const downloadLine = (repository: string, files: readonly string[]): string =>
  `hf download ${repository} ${files.join(' ')}`;
