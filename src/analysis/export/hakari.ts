import { createHash } from 'node:crypto';
import { canonicalJson, groupBy, InputError } from '../../core/index.js';
import { fileSafe, type StoredResult } from '../../experiment/results/index.js';
import { suite } from '../../tasks/index.js';
import { type ExportedFile, type ExportFormat, type ExportInput, refuseIncomplete } from './format.js';
import { mtebModel } from './mteb-rules.js';

/** Result files in the layout of HAKARI-Bench's hub dataset: `hakari-results/<model>/hakari-bench__NanoR2MED/<split>.json`. */
export const hakari: ExportFormat = {
  summary: "hakari-results/<model>/, in the layout of HAKARI-Bench's results on NanoR2MED",
  files: async (input) => {
    refuseIncomplete(input);
    const others = input.results.filter(({ record }) => record.task.suite !== 'nano');
    if (others.length > 0)
      throw new InputError({
        found: `results on suite ${[...new Set(others.map(({ record }) => record.task.suite))].join(', ')}`,
        expected: 'results on suite nano, which HAKARI-Bench has',
        fix: 'run the system with --suite nano, and choose its records with --suite nano',
      });
    const systems = [...groupBy(input.results, ({ record }) => record.system).values()];
    return {
      files: systems.flatMap((results) => results.map((result) => fileOf(result, input))),
      notes: [
        "By hand: find hakari-results -name '*.json' -exec xz {} + (HAKARI-Bench reads plain JSON too, but takes .json.xz)",
        'By hand: open a pull request on the hub dataset hakari-bench/results, with command, machine and revisions',
        'The files hold scores alone: HAKARI-Bench computes other measures from rankings of its own program.',
      ],
    };
  },
};

const splitOf = (task: string): string => {
  const source = suite('nano').tasks.find(({ name }) => name === task)?.source;
  return source?.from === 'parquet' ? source.split : task;
};

const fileOf = (result: StoredResult, input: ExportInput): ExportedFile => {
  const { record } = result;
  const { name, revision } = mtebModel(result, input);
  const split = splitOf(record.task.name);
  const target = {
    dataset_name: 'NanoR2MED',
    dataset_id: 'hakari-bench/NanoR2MED',
    dataset_revision: { requested: null, resolved: record.task.revision ?? null },
    split_name: split,
    task_name: split,
  };
  const covered = {
    model: { id: name, source: { type: 'r2med', name, revision: revision ?? null } },
    target,
    config: { primary_metric: 'ndcg@10', r2med_system: record.name, r2med_fingerprint: record.fingerprint },
    // It was not hakari-bench that evaluated.
    environment: { tool: record.provenance.tool },
  };
  const { scores, timings, provenance } = record;
  const key = (measure: string): string => `${split}_r2med_${measure}`;
  const payload = {
    generated_at_utc: provenance.at,
    ...covered,
    evaluation: {
      evaluated_at_utc: provenance.at,
      wall_seconds: timings.open + timings.search + timings.evaluate,
      aggregate_metric: 'ndcg@10',
      aggregate_metric_value: mainScore(result),
    },
    metrics: {
      [key('ndcg@10')]: mainScore(result),
      ...(scores['Hit@100'] !== undefined && { [key('acc@100')]: scores['Hit@100'] }),
    },
    rerank_metrics: {},
    experiment_manifest: {
      schema_version: 2,
      fingerprint_sha256: createHash('sha256').update(canonicalJson(covered)).digest('hex'),
    },
  };
  return {
    path: `hakari-results/${fileSafe(name.replaceAll('/', '__'))}/hakari-bench__NanoR2MED/${split}.json`,
    content: `${JSON.stringify(payload, null, 2)}\n`,
  };
};

const mainScore = ({ record }: StoredResult): number => {
  const score = record.scores['nDCG@10'];
  if (score !== undefined) return score;
  throw new InputError({
    found: `no nDCG@10 in the record of ${record.name} on ${record.task.name}`,
    expected: 'the measure that HAKARI-Bench ranks by',
    fix: 'run it again with --overwrite, and nDCG@10 among its measures',
  });
};
