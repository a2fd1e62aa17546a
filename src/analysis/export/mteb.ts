import { groupBy, InputError, own } from '../../core/index.js';
import type { ModelFacts } from '../../experiment/record/index.js';
import { fileSafe, modelFacts, type StoredResult } from '../../experiment/results/index.js';
import type { ExportedFile, ExportFormat, ExportInput } from './format.js';
import { HUB_ID, type MtebModel, mtebModel, mtebResults, mtebTask } from './mteb-rules.js';
import { checkSystems, type ReceiverVerdict } from './receiver.js';
import { modelsIn } from './system-parts.js';

/** Files in the layout of MTEB's results repository, which `mteb` loads: `results/<model>/<revision>/<task>.json`. */
export const mteb: ExportFormat = {
  summary: "results/<model>/<revision>/, in the layout of MTEB's results repository",
  files: async (input) => {
    const verdicts = checkSystems(mtebResults, input.results, input);
    const refused = verdicts.flatMap((verdict) => reasons(verdict, isSample(input.results)));
    if (refused.length > 0 && !input.draft)
      throw new InputError({
        found: `results that MTEB's maintainers would refuse: ${refused.join('; ')}`,
        fix: 'do what is said for each, choose systems with --system, or write them all the same with --draft',
      });
    const systems = [...groupBy(input.results, ({ record }) => record.system).values()];
    return {
      files: systems.flatMap((results) => filesOf(results, input)),
      notes: [
        ...(refused.length > 0
          ? [`Drafts, which MTEB's maintainers would refuse: ${refused.join('; ')}`]
          : []),
        ...(isSample(input.results)
          ? ['The sample suite is not R2MED: these files show the format, and are not for handing in.']
          : []),
        ...new Set(verdicts.flatMap(({ byHand }) => byHand.map((step) => `By hand: ${step}`))),
      ],
    };
  },
};

/** The sample suite has tasks of the same names, so that the format can be tried without data or models. */
const isSample = (results: readonly StoredResult[]): boolean =>
  results.every(({ record }) => record.task.suite === 'sample');

const reasons = ({ name, missing }: ReceiverVerdict, sample: boolean): readonly string[] =>
  missing
    .filter(({ rule }) => !(sample && rule === 'tasks of MTEB'))
    .map(({ found, fix }) => `${name}: ${found} (${fix})`);

const filesOf = (results: readonly StoredResult[], input: ExportInput): readonly ExportedFile[] => {
  const model = mtebModel(results[0]!, input);
  const revision = model.revision ?? 'no_revision_available';
  // MTEB's own rule for folders.
  const folder = `results/${fileSafe(model.name.replaceAll('/', '__').replaceAll(' ', '_'))}/${fileSafe(revision)}`;
  return [
    { path: `${folder}/model_meta.json`, content: text(modelMeta(results[0]!, { ...model, revision })) },
    ...results.map((result) => ({
      path: `${folder}/${fileSafe(mtebTask(result.record.task.name)?.name ?? result.record.task.name)}.json`,
      content: text(taskResult(result)),
    })),
  ];
};

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const CUTOFFS = [1, 3, 5, 10, 20, 100, 1000];
const MEASURES = { ndcg: 'nDCG', map: 'MAP', recall: 'Recall', precision: 'P', mrr: 'MRR', hit_rate: 'Hit' };

/** A measure that was not computed is left out: a run of 100 hits says nothing about 1,000. */
const scoresOf = (scores: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(MEASURES).flatMap(([theirs, ours]) =>
      CUTOFFS.flatMap((k) => {
        const score = scores[`${ours}@${k}`];
        return score === undefined ? [] : [[`${theirs}_at_${k}`, score]];
      }),
    ),
  );

const taskResult = ({ record }: StoredResult) => {
  const { task, scores, timings, provenance } = record;
  const known = mtebTask(task.name);
  return {
    // Of the data that was searched, so that the sample is not taken for MTEB's data.
    dataset_revision: task.revision,
    task_name: known?.name ?? task.name,
    // It was not mteb that evaluated.
    mteb_version: null,
    scores: {
      test: [
        {
          ...scoresOf(scores),
          ...(scores['Recall@1'] !== undefined && { accuracy: scores['Recall@1'] }),
          main_score: scores['nDCG@10'],
          hf_subset: 'default',
          languages: ['eng-Latn'],
        },
      ],
    },
    evaluation_time: timings.open + timings.search + timings.evaluate,
    kg_co2_emissions: null,
    date: Date.parse(provenance.at) / 1000,
    // MTEB ignores what it does not know.
    r2med: { tool: provenance.tool, system: record.name, fingerprint: record.fingerprint },
  };
};

/** MTEB's words for what searches. */
const MODEL_TYPES: Readonly<Record<string, string>> = {
  dense: 'dense',
  sparse: 'sparse',
  late: 'late-interaction',
  bm25: 'sparse',
};
const SIMILARITIES: Readonly<Record<string, string>> = { cosine: 'cosine', dot: 'dot', maxsim: 'MaxSim' };

const modelMeta = ({ record }: StoredResult, { name, revision }: Required<MtebModel>) => {
  const spec = (Array.isArray(record.spec) ? {} : record.spec) as Readonly<Record<string, unknown>>;
  const models = modelsIn(record.spec);
  const facts: ModelFacts = models.length === 1 ? modelFacts()(models[0]!.id ?? '') : {};
  const onHub = models.length === 1 && HUB_ID.test(name) && !name.startsWith('r2med/');
  return {
    name,
    revision,
    loader: null,
    loader_kwargs: {},
    release_date: null,
    languages: ['eng-Latn'],
    n_parameters: facts.parameters ?? null,
    memory_usage_mb: null,
    max_tokens: null,
    embed_dim: facts.dimensions ?? null,
    license: null,
    open_weights: facts.openWeights ?? null,
    public_training_code: null,
    public_training_data: null,
    framework: [],
    reference: onHub ? `https://huggingface.co/${name}` : null,
    similarity_fn_name: own(SIMILARITIES, String(spec.similarity)) ?? null,
    use_instructions: null,
    training_datasets: null,
    model_type: [own(MODEL_TYPES, String(spec.retriever)) ?? 'hybrid'],
    modalities: ['text'],
  };
};
