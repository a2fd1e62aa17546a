import { commandLine } from '../../core/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { suite } from '../../tasks/index.js';
import { commonRules, otherSuites, scoreRule } from './common-rules.js';
import { type MissingRequirement, missingIf, type Receiver, type ReceiverSettings } from './receiver.js';
import { modelsIn } from './system-parts.js';

/** MTEB's name of a task, and the revision of the data that its results are over; undefined for tasks that MTEB does not have. */
export const mtebTask = (task: string): { readonly name: string; readonly revision: string } | undefined => {
  const entry = suite('r2med').tasks.find(({ name }) => name === task);
  return entry?.mtebTask !== undefined && entry.source.from === 'hub' && entry.source.revision !== null
    ? { name: entry.mtebTask, revision: entry.source.revision }
    : undefined;
};

/** The name and revision of a system as MTEB files them; undefined where none is known. */
export interface MtebModel {
  readonly name: string;
  readonly revision?: string;
}

/**
 * A system of one model is that model. One without a model, or with several, is filed under this project; its revision is that of the
 * program that computed it, as MTEB does for BM25.
 */
export const mtebModel = (
  { record }: Pick<StoredResult, 'record'>,
  { model = {} }: ReceiverSettings = {},
): MtebModel => {
  const models = modelsIn(record.spec);
  const [only] = models;
  const found: MtebModel =
    only?.id !== undefined && models.length === 1 && HUB_ID.test(only.id)
      ? { name: only.id, ...(only.revision !== undefined && { revision: only.revision }) }
      : { name: `r2med/${record.system}`, ...toolRevision(record.provenance.tool, models) };
  const revision = model.revision ?? found.revision;
  return { name: model.name ?? found.name, ...(revision !== undefined && { revision }) };
};

/** `owner/name`. */
export const HUB_ID = /^[^/\s]+\/[^/\s]+$/;

/** `r2med 0.1.0` as a folder: `0_1_0`. It does not identify weights without a known revision. */
const toolRevision = (
  tool: string,
  models: readonly { readonly revision?: string }[],
): { readonly revision?: string } => {
  const word = tool.split(' ').find((each) => /^\d+\.\d/.test(each));
  const version = word?.replace(/[^A-Za-z0-9]+/g, '_');
  const known = models.every((model) => model.revision !== undefined);
  return known && version !== undefined ? { revision: version } : {};
};

/** The results repository of MTEB. */
export const mtebResults: Receiver = {
  title: 'MTEB results repository',
  missing: (results, settings) => [
    ...missingIf(otherSuites(results).length > 0, () => ({
      rule: 'tasks of MTEB',
      found: `results on suite ${otherSuites(results).join(', ')}, which MTEB does not have`,
      fix: 'run the system with --suite r2med',
    })),
    ...commonRules(results),
    ...revisionRules(results, settings),
    ...results.flatMap(dataRule),
    ...scoreRule(results, 'main score'),
  ],
  byHand: (results, settings) => [
    `an entry of ${mtebModel(results[0]!, settings).name} in mteb's model registry, in a pull request of its own`,
    'reviewers run the model again with mteb: prompts and lengths must be those of its registry entry',
  ],
};

const revisionRules = (
  results: readonly StoredResult[],
  settings: ReceiverSettings,
): readonly MissingRequirement[] => {
  const models = results.map((result) => mtebModel(result, settings));
  const { name, revision } = models[0]!;
  const revisions = new Set(models.map((model) => JSON.stringify(model))).size;
  return [
    ...missingIf(revision === undefined, () => ({
      rule: 'model revision',
      found: `no revision of ${name} in its records`,
      fix: 'name the commit of the weights with --model-revision',
    })),
    ...missingIf(revisions > 1, () => ({
      rule: 'one model revision',
      found: `${revisions} revisions over the tasks`,
      fix: 'run all tasks with one revision, with --overwrite',
    })),
  ];
};

const dataRule = ({ record: { task } }: StoredResult): readonly MissingRequirement[] => {
  const known = mtebTask(task.name);
  return missingIf(task.suite === 'r2med' && known !== undefined && task.revision !== known.revision, () => ({
    rule: 'version of the data',
    found: `${task.name}: revision ${task.revision}, MTEB has ${known?.revision}`,
    fix: `${commandLine('fetch', '--task', task.name)}, then run it again with --overwrite`,
  }));
};
