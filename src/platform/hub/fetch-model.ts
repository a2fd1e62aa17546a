import { existsSync } from 'node:fs';
import { defined, type FilePrecision, type Tools } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { isCommit, mustBeNames, type Snapshot, snapshotFolder } from './cache.js';
import { cachedList } from './cached-list.js';
import { completeModel, surveyModel } from './complete-model.js';
import {
  diskError,
  type FetchedFile,
  fileCount,
  hubError,
  missingOf,
  mustBeThere,
  stateOf,
} from './fetched-file.js';
import { type Hub, type HubOptions, labelled, openHub } from './hub.js';
import { HubFailure } from './hub-failure.js';
import type { ModelChoice } from './model-files.js';
import type { RemoteFile } from './remote-file.js';
import { cachedCommit, MAIN, saveCommit } from './revision.js';

/** A model of the hub as ONNX. */
export interface WantedModel {
  /** `ORG/NAME`. */
  readonly repository: string;
  /** A commit, or a branch or tag; `main` by default. */
  readonly revision?: string;
  /** The ONNX file; without it `onnx/model.onnx` or `model.onnx`. */
  readonly file?: string;
  /** Only what says how the model is used, for a program that fetches the weights itself. */
  readonly settingsOnly?: boolean;
}

/** Settings of a model's download. */
export interface FetchModelOptions extends HubOptions {
  readonly precision?: FilePrecision;
  /** False: a branch or tag is what it was when it was last fetched, if it was; by default the hub is asked. */
  readonly update?: boolean;
}

/** What fetching found or did about a model. */
export interface ModelReport {
  readonly repository: string;
  /** The commit; offline, the name of a branch or tag that was never fetched. */
  readonly revision: string;
  readonly state: FetchedFile['state'];
  readonly files: readonly FetchedFile[];
  /** Of the files that are there. */
  readonly bytes: number;
  /** The folder of the snapshot. */
  readonly folder: string;
}

/**
 * Fetches what a local ONNX model needs: the graph with its weights, the tokenizer, the settings. What
 * is there already is not downloaded again. When the hub is out of reach and all is there, that is used.
 */
export const fetchModel = async (
  wanted: WantedModel,
  tools: Tools,
  options: FetchModelOptions = {},
): Promise<ModelReport> => {
  const { repository, revision = MAIN } = wanted;
  mustBeNames(repository, revision);
  const env = options.env ?? process.env;
  const named = labelled(repository, tools);
  const hub = openHub(options, named);
  try {
    return await fetchWanted(wanted, hub, named, options);
  } catch (error) {
    if (!(error instanceof HubFailure)) throw diskError(error, env);
    const report = await fetchWanted(wanted, undefined, named, options);
    throw hubError(error, { kind: 'model', repository, revision }, missingOf([report]), env);
  } finally {
    await hub?.close();
  }
};

/** The folder of a model that is needed now, which is fetched unless it is there; offline, what is missing is a failure. */
export const ensureModel = async (
  wanted: WantedModel,
  tools: Tools,
  options: FetchModelOptions = {},
): Promise<string> => {
  const report = await fetchModel(wanted, tools, { update: false, ...options });
  mustBeThere([{ name: wanted.repository, files: report.files }]);
  return report.folder;
};

/** The folder with what the cache holds of a model, found without the network; undefined where there is none. */
export const modelFolder = async (
  repository: string,
  revision: string = MAIN,
  env: Environment = process.env,
): Promise<string | undefined> => {
  mustBeNames(repository, revision);
  const folder = snapshotFolder(await here({ kind: 'model', repository, revision }, env), env);
  return existsSync(folder) ? folder : undefined;
};

/** Files that were put by hand where nothing was fetched yet are under the name of the branch. */
const here = async (named: Snapshot, env: Environment): Promise<Snapshot> => ({
  ...named,
  revision: (await cachedCommit(named, named.revision, env)) ?? named.revision,
});

const fetchWanted = async (
  wanted: WantedModel,
  hub: Hub | undefined,
  tools: Tools,
  options: FetchModelOptions,
): Promise<ModelReport> => {
  const { env = process.env, precision, update = true } = options;
  const { repository, revision = MAIN, file, settingsOnly } = wanted;
  const choice: ModelChoice = defined({ file, precision, settingsOnly });
  const named: Snapshot = { kind: 'model', repository, revision };
  const known = await lookUp(named, hub, update, tools, env).catch(async (error: unknown) => {
    if (!isAway(error)) throw error;
    const report = await fetchWanted(wanted, undefined, tools, options);
    if (report.state === 'missing') throw error;
    tools.note(`${error.message}; using the files that are here`);
    return report;
  });
  if ('state' in known) return known;
  const { snapshot, list } = known;
  const files = list
    ? await completeModel(snapshot, list, choice, hub, tools, options)
    : await surveyModel(snapshot, choice, options);
  if (hub) {
    // Last, so that a branch never points to a commit of which only a part is here.
    await saveCommit(snapshot, revision, snapshot.revision, env);
    await hub.sweep(snapshot);
  }
  const fetched = files.filter(({ state }) => state === 'fetched').length;
  if (fetched > 0) tools.note(`${fileCount(fetched)} fetched and checked`);
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  const folder = snapshotFolder(snapshot, env);
  return { repository, revision: snapshot.revision, state: stateOf(files), files, bytes, folder };
};

const isAway = (error: unknown): error is HubFailure =>
  error instanceof HubFailure && (error.kind === 'unreachable' || error.kind === 'busy');

interface Known {
  readonly snapshot: Snapshot;
  /** All files of the snapshot; undefined if they are not known. */
  readonly list: readonly RemoteFile[] | undefined;
}

const lookUp = async (
  named: Snapshot,
  hub: Hub | undefined,
  update: boolean,
  tools: Tools,
  env: Environment,
): Promise<Known> => {
  const { revision } = await here(named, env);
  const ask = hub && (!isCommit(revision) || (update && !isCommit(named.revision)));
  const snapshot = { ...named, revision: ask ? await hub.commitOf(named, named.revision) : revision };
  if (!isCommit(snapshot.revision)) return { snapshot, list: undefined };
  return { snapshot, list: await cachedList('all', snapshot, () => true, hub, tools) };
};
