import type { ModelBackend } from './entry-schema.js';
import { hubModelFile } from './hub-files.js';
import type { ModelEntry } from './model-entries.js';

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

/** Every back end of an entry, looked at without touching the network. */
export const readiness = (entry: ModelEntry, machine: Machine): Promise<readonly Readiness[]> =>
  Promise.all(entry.backends.map((backend) => readinessOf(entry, backend, machine)));

const readinessOf = async (
  entry: ModelEntry,
  backend: ModelBackend,
  { hubCache, env }: Machine,
): Promise<Readiness> => {
  switch (backend.via) {
    case 'onnx':
      return hubReadiness(entry, backend, hubCache);
    case 'service':
      return keyReadiness(backend.key, env);
    case 'served':
      return {
        via: 'served',
        ready: false,
        state: 'needs a server',
        fix: Object.values(backend.servers)[0]!,
      };
    case 'python':
      return {
        via: 'python',
        ready: false,
        state: 'needs Python',
        fix: `pip install ${backend.packages.join(' ')} && r2med run --retriever ${entry.name} --python python3`,
      };
  }
};

/** Whether a model's ONNX file is in the hub's cache. */
export const hubReadiness = async (
  entry: { readonly name: string; readonly model: string; readonly revision?: string | undefined },
  backend: Extract<ModelBackend, { via: 'onnx' }>,
  hubCache: string,
): Promise<Readiness> => {
  if (!('file' in backend))
    return { via: 'onnx', ready: false, state: 'needs an export', fix: backend.export.join(' && ') };
  const { repository, file } = backend;
  const revision = repository === entry.model ? entry.revision : undefined;
  const files = await Promise.all(
    [file, 'tokenizer.json'].map((each) => hubModelFile(hubCache, repository, each, revision)),
  );
  return files.every(Boolean)
    ? { via: 'onnx', ready: true, state: 'files here' }
    : { via: 'onnx', ready: false, state: 'not fetched', fix: `r2med fetch --model ${entry.name}` };
};

/** Whether a service's key is set: its value goes nowhere. */
export const keyReadiness = (key: string, env: Machine['env']): Readiness => {
  const set = Boolean(env[key]);
  return {
    via: 'service',
    ready: set,
    state: set ? `${key} set` : `needs ${key}`,
    ...(!set && { fix: `export ${key}=…` }),
  };
};

/** The line that puts files of a hub repository into the shared cache. */
export const downloadLine = (repository: string, files: readonly string[]): string =>
  `hf download ${repository} ${files.join(' ')}`;
