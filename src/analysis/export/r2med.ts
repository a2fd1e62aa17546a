import { groupBy, InputError } from '../../core/index.js';
import { fileSafe, readResultRun, type StoredResult } from '../../experiment/results/index.js';
import { scoreText } from '../../platform/tables/index.js';
import { slug } from '../../search/pipeline/index.js';
import { fullTasks } from './common-rules.js';
import { type ExportedFile, type ExportFormat, refuseIncomplete } from './format.js';
import { r2medSite } from './r2med-site.js';
import { checkSystems } from './receiver.js';
import { type SystemParts, systemParts } from './system-parts.js';

/** Files as R2MED's own scripts write and read them, and a page to hand them in with. */
export const r2med: ExportFormat = {
  summary: "results/… and topk_docs/… as R2MED's scripts have them, and SUBMISSION.md for its site",
  files: async (input) => {
    refuseIncomplete(input);
    const verdicts = checkSystems(r2medSite, input.results, input);
    const missing = verdicts.flatMap(({ name, missing }) => missing.map(({ found }) => `${name}: ${found}`));
    return {
      files: [
        ...input.results.flatMap(filesOf),
        { path: 'SUBMISSION.md', content: submission(input.results, missing) },
      ],
      notes:
        missing.length > 0
          ? [`Not yet a submission for R2MED's site: ${missing.join('; ')}`]
          : ["SUBMISSION.md says what to send to the maintainers of R2MED's site."],
    };
  },
};

const filesOf = (result: StoredResult): readonly ExportedFile[] => {
  const { record } = result;
  const parts = systemParts(record);
  if (!parts)
    throw new InputError({
      found: `${record.name}, with several rewriters, retrievers or rerankers`,
      expected: 'at most one of each: the files of the reference implementation have no place for more',
      fix: 'choose systems with --system',
    });
  const folder = folderOf(parts).map(fileSafe).join('/');
  const task = fileSafe(record.task.name);
  return [
    { path: `results/${folder}/${task}.json`, content: `${sortedJson(taskResult(result, parts))}\n` },
    {
      path: `topk_docs/${folder.replace(/^base retriever\//, '')}/${task}.jsonl`,
      content: async () => topDocuments(result),
    },
  ];
};

const folderOf = ({ writing, retriever, reranker }: SystemParts): readonly string[] => {
  const first = writing ? [writing.method, writing.llm, slug(retriever)] : [slug(retriever)];
  // A reranker behind generated text has no place of its own there: its first stage is named in full.
  if (reranker) return ['reranker', reranker.name, first.join('-'), `top_${reranker.depth}`];
  return [writing ? 'gar' : 'base retriever', ...first];
};

/** BM25 and rerankers are scored by another script, with other cutoffs and, but for plain BM25, other names. */
const taskResult = ({ record }: StoredResult, parts: SystemParts) => {
  const { writing, retriever, reranker } = parts;
  const { open, search, evaluate } = record.timings;
  const lexical = /^bm25\b/.test(retriever);
  const test = scoresOf(
    record.scores,
    reranker || lexical ? [1, 10, 25, 50, 100] : [1, 3, 5, 10, 100],
    reranker || (lexical && writing) ? 'NDCG@k' : 'ndcg_at_k',
    Boolean(reranker || lexical),
  );
  return {
    dataset_name: record.task.name,
    // So that a small set or the sample is never read back as R2MED.
    ...(record.task.suite !== 'r2med' && { suite: record.task.suite }),
    evaluation_time: `${((open + search + evaluate) / 60).toFixed(2)} minutes`,
    test,
    ...(reranker
      ? { reranker_name: reranker.name, retriever_name: retriever, topk: reranker.depth }
      : writing
        ? { gar_method: writing.method, gar_llm: writing.llm, retriever_name: retriever }
        : { model_name: retriever }),
  };
};

const STYLES = {
  ndcg_at_k: { nDCG: 'ndcg_at_', MAP: 'map_at_', Recall: 'recall_at_', P: 'precision_at_', MRR: 'mrr' },
  'NDCG@k': { nDCG: 'NDCG@', MAP: 'MAP@', Recall: 'Recall@', P: 'P@', MRR: 'MRR' },
} as const;

/** Rounded to five decimals, as there. */
const scoresOf = (
  scores: Readonly<Record<string, number>>,
  cutoffs: readonly number[],
  style: keyof typeof STYLES,
  withMrr: boolean,
): Readonly<Record<string, number>> => {
  const { MRR, ...names } = STYLES[style];
  const entries = Object.entries(names).flatMap(([ours, theirs]) =>
    cutoffs.map((k) => [`${theirs}${k}`, scores[`${ours}@${k}`]] as const),
  );
  const all = [...entries, ...(withMrr ? [[MRR, scores.MRR] as const] : [])];
  return Object.fromEntries(
    all.flatMap(([name, score]) => (score === undefined ? [] : [[name, Number(score.toFixed(5))]])),
  );
};

const sortedJson = (value: object): string =>
  JSON.stringify(
    value,
    (_, item: unknown) =>
      item !== null && typeof item === 'object' && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    2,
  );

/** Candidates as the reference's reranker reads them: `{"id": …, "topk_pid": [[document, score], …]}`. */
const topDocuments = async (result: StoredResult): Promise<string> =>
  [...(await readResultRun(result))]
    .map(
      ([id, hits]) => `${JSON.stringify({ id, topk_pid: hits.map(({ docId, score }) => [docId, score]) })}\n`,
    )
    .join('');

const submission = (results: readonly StoredResult[], missing: readonly string[]): string => {
  const tasks = fullTasks();
  const rows = [...groupBy(results, ({ record }) => record.system).values()].map((own) => {
    const scores = tasks.map(
      (task) => own.find(({ record }) => record.task.name === task)?.record.scores['nDCG@10'],
    );
    const known = scores.filter((score) => score !== undefined);
    const mean =
      known.length === tasks.length ? known.reduce((sum, score) => sum + score, 0) / tasks.length : undefined;
    const name = own[0]!.record.name.replace(/[\\|`]/g, '\\$&');
    return `| ${[name, ...scores.map(scoreText), scoreText(mean)].join(' | ')} |`;
  });
  return [
    '# Results for the R2MED leaderboard',
    '',
    'nDCG@10 times 100, and the mean of the eight tasks.',
    '',
    `| System | ${tasks.join(' | ')} | Average |`,
    `| --- |${' ---: |'.repeat(tasks.length + 1)}`,
    ...rows,
    '',
    `Result files are in \`results/\`, the ranked documents of every query in \`topk_docs/\`. Computed by ${results[0]?.record.provenance.tool ?? 'r2med'}.`,
    ...(missing.length > 0 ? ['', 'Not ready to hand in:', '', ...missing.map((each) => `- ${each}`)] : []),
    '',
  ].join('\n');
};
