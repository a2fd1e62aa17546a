import { commandLine, WorkError } from '../../core/index.js';
import type { Environment } from '../../platform/node/index.js';
import { type HubEntry, hubModelFile, revisionIn } from './hub-files.js';

/** Whether a back end of an entry can work on this machine as it is, and what it has or lacks. */
export interface Readiness extends BackendState {
  readonly via: Backend['via'];
}

/** What a back end has or lacks. */
export interface BackendState {
  readonly ready: boolean;
  readonly state: string;
  /** The command that fixes it. */
  readonly fix?: string;
}

export interface Machine {
  /** The hub's cache folder. */
  readonly hubCache: string;
  readonly env: Environment;
}

/** What readiness asks of an entry with back ends. */
interface EntryWithBackends extends HubEntry {
  readonly name: string;
  /** Of an embedder. */
  readonly kind?: string;
  readonly backends: readonly Backend[];
}

type Backend =
  | { readonly via: 'onnx'; readonly repository: string; readonly file: string }
  | { readonly via: 'onnx'; readonly export: readonly string[] }
  | { readonly via: 'code'; readonly home: string }
  | { readonly via: 'service'; readonly key: string }
  | { readonly via: 'served'; readonly servers: Readonly<Record<string, string>> }
  | { readonly via: 'served'; readonly start: string }
  | { readonly via: 'python'; readonly packages: readonly string[] };

/** Every back end of an entry, looked at without touching the network. */
export const readiness = (entry: EntryWithBackends, machine: Machine): Promise<readonly Readiness[]> =>
  Promise.all(
    entry.backends.map(async (backend) => ({
      via: backend.via,
      ...(await stateOf(entry, backend, machine)),
    })),
  );

const stateOf = async (
  entry: EntryWithBackends,
  backend: Backend,
  { hubCache, env }: Machine,
): Promise<BackendState> => {
  switch (backend.via) {
    case 'onnx': {
      if (!('file' in backend))
        return { ready: false, state: 'needs an export', fix: backend.export.join(' && ') };
      const { repository, file } = backend;
      const files = [file, 'tokenizer.json'].map((each) =>
        hubModelFile(hubCache, repository, each, revisionIn(entry, repository)),
      );
      return (await Promise.all(files)).every(Boolean)
        ? { ready: true, state: 'files here' }
        : { ready: false, state: 'not fetched', fix: commandLine('fetch', '--model', entry.name) };
    }
    case 'code':
      return {
        ready: false,
        state: 'needs its own code',
        fix: `${commandLine('run', entry.kind ? '--retriever' : '--reranker', 'command:"python3 own.py"')} # around ${backend.home}`,
      };
    case 'service':
      return keyState(env[backend.key] ? backend.key : undefined, backend.key);
    case 'served':
      return serverState('start' in backend ? backend.start : Object.values(backend.servers)[0]!);
    case 'python':
      return {
        ready: false,
        state: 'needs Python',
        fix: `pip install ${backend.packages.join(' ')} && ${commandLine('run', 'pooling' in entry ? '--retriever' : '--reranker', entry.name, '--python', 'python3')}`,
      };
  }
};

/** Of a service: `set` names the variable that is set, whose value goes nowhere; `needed` the one to set. */
export const keyState = (set: string | undefined, needed: string): BackendState =>
  set
    ? { ready: true, state: `${set} set` }
    : { ready: false, state: `needs ${needed}`, fix: `export ${needed}=…` };

/** Of a server that `start` starts. */
export const serverState = (start: string): BackendState => ({
  ready: false,
  state: 'needs a server',
  fix: start,
});

/** The error for an entry of which no back end can be opened; `flags` name one that was started. */
export const noBackend = async (
  entry: EntryWithBackends,
  machine: Machine,
  flags: string,
): Promise<WorkError> => {
  const ways = await readiness(entry, machine);
  return new WorkError(
    `${entry.name} (${entry.model}) has no back end at hand`,
    `start one, then name it with ${flags}:${ways.map(({ via, fix }) => `\n    ${via}: ${fix}`).join('')}`,
  );
};

/** The line that puts files of a hub repository into the shared cache. */
export const downloadLine = (repository: string, files: readonly string[]): string =>
  `hf download ${repository} ${files.join(' ')}`;
