import { readSettings, type Settings, type SettingValues, type Tools } from '../../core/index.js';
import type { Budget } from '../../platform/api-client/index.js';
import type { WantedModel } from '../../platform/hub/index.js';
import type { Environment } from '../../platform/node/index.js';

/** What a user may say of any model besides its name: where it runs, and how much it may take. */
export interface BackendSettings {
  /** Servers that serve the model; they share the load. */
  readonly endpoints?: readonly string[];
  /** A folder with the model's files: ONNX, or what transformers reads if it runs in Python. */
  readonly folder?: string;
  /** A Python with the packages that the entry names; the model runs in it. */
  readonly python?: string;
  /** What runs it there: `sentence-transformers` by default, `vllm`, or a Python module of the user's. */
  readonly pythonLibrary?: string;
  /** GPUs that run it in Python, one process each. */
  readonly devices?: readonly string[];
  readonly threads?: number;
  readonly concurrency?: number;
  readonly budget?: Budget;
  /** Requests of services go in batches. */
  readonly batchApi?: boolean;
}

/** What of this machine a model may use. */
export interface BackendContext {
  /** Do as the reference implementation does where the entry's default is right and the reference implementation was not. */
  readonly asPublished: boolean;
  readonly env: Environment;
  /** The hub's cache folder. */
  readonly hubCache: string;
  readonly tools: Tools;
  /** The folder of a hub model's files on this machine; downloads them if it may. */
  ensureModel(wanted: WantedModel): Promise<string>;
}

/** Which settings count for a model, and what the model is to the one who reads an error. */
export interface UsedSettings<Values> {
  readonly by: string;
  readonly names: readonly (keyof Values & string)[];
}

/** Reads what a text says of a model; a setting that would be ignored is refused as an unknown one. */
export const readUsedSettings = <Declared extends Settings>(
  declared: Declared,
  { by, names }: UsedSettings<SettingValues<Declared>>,
  named: Readonly<Record<string, string>>,
): SettingValues<Declared> =>
  readSettings(
    by,
    Object.fromEntries(names.map((name) => [name, declared[name]!])),
    named,
  ) as SettingValues<Declared>;
