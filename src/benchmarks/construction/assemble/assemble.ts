import { join } from 'node:path';
import { z } from 'zod';
import { InputError, type Json, type Task } from '../../../core/index.js';
import { remove } from '../../../platform/node/index.js';
import { openFolder } from '../../../tasks/index.js';
import { type AuditFinding, auditTask } from '../../audit/index.js';
import { buildNano } from '../../nano/index.js';
import { personalDataFinder } from '../../personal-data/index.js';
import { SourceText } from '../item.js';
import { CHANGES, changelog, changeSummary, releaseChanges } from '../release/changes.js';
import { readDatasheet } from '../release/datasheet.js';
import { MANIFEST, readRelease } from '../release/read-release.js';
import { applyRepairs, maskedTexts } from '../repair/apply-repairs.js';
import { Repair } from '../repair/repair-row.js';
import { settledFindings } from '../repair/settled-findings.js';
import { applyDecisions } from '../review/apply-decisions.js';
import { REVIEWED_FILES, readReviewedRows } from '../review/reviewed-rows.js';
import { defineStep, type StepContext, type WorkFolder } from '../step.js';
import { rowsIfThere } from '../work-folder.js';
import { blockersOf, mustBeAccepted } from './blockers.js';
import type { CardFacts } from './card-facts.js';
import { type FamilyParts, PART_FILES, type Parts, readParts } from './read-parts.js';
import { aboutFiles, contentHash, manifestText, taskFiles } from './release-files.js';
import { filesIn, isWhole, putRelease, writeFiles } from './release-folder.js';
import { type ReleaseTask, releaseTask, statisticsOf, type TaskSettings } from './release-task.js';
import { mustBeReviewed, REVIEW_FILES, readReviewFiles, reviewFacts } from './review-facts.js';

const AssembleSettings = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]*$/, 'expected letters and digits')
    .describe('name of the benchmark: tasks are NAME-Evidence and NAME-Cases'),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.0.0')
    .describe('version of the release'),
  about: z.string().default('').describe('what it is for, in a sentence of the card'),
  unjudged: z
    .enum(['excluded', 'removed'])
    .default('excluded')
    .describe('documents that the judges left open: listed as excluded, or not in the corpus'),
  order: z
    .enum(['id', 'hash'])
    .default('id')
    .describe('order of the corpus: by ids, or by a hash of the texts, which reveals nothing'),
  review: z
    .enum(['required', 'optional'])
    .default('optional')
    .describe('required: no release before every drawn item is decided'),
  failOn: z
    .enum(['error', 'warning', 'note'])
    .default('warning')
    .describe('findings of the audit that block the release, from this severity on'),
  accept: z
    .record(z.string(), z.string())
    .default({})
    .describe('findings that do not block, each with its reason: {"near-duplicates": "…"}'),
  datasheet: z
    .string()
    .min(1)
    .optional()
    .describe('file (YAML) of what only you know: language, creators, citation, consent, limits'),
  previous: z
    .string()
    .min(1)
    .optional()
    .describe('folder of an earlier release: the changelog tells what differs from it'),
  ner: z
    .string()
    .min(1)
    .optional()
    .describe('model that looks for personal data besides the rules: command:"…", served:URL, onnx:FOLDER'),
  changes: z.string().default('').describe('why this version was made, in a sentence of the changelog'),
});
type Context = StepContext<z.infer<typeof AssembleSettings>>;

export const assemble = defineStep({
  name: 'assemble',
  help: 'audit the task and write the release, unless something speaks against it',
  example: '--name Wards --version 1.0.0',
  reads: [],
  mayRead: [...new Set([...PART_FILES, ...REVIEWED_FILES, ...REVIEW_FILES, 'sources', 'repairs'])],
  writes: ['released'],
  needsFittingFiles: true,
  settings: AssembleSettings,
  paths: ['datasheet', 'previous'],
  fileSettings: ['datasheet', 'previous'],
  files: async ({ datasheet, previous }) => [
    ...(datasheet ? [datasheet] : []),
    ...(previous ? [join(previous, MANIFEST)] : []),
  ],
  isIntact: ({ settings, figures }, work) =>
    isWhole(
      releaseFolder(work, (settings as { readonly version: string }).version),
      (figures as { readonly manifestHash: string }).manifestHash,
    ),
  run: async (context) => {
    const { work, settings, tools } = context;
    const datasheet = settings.datasheet === undefined ? {} : await readDatasheet(settings.datasheet);
    const previous = settings.previous === undefined ? undefined : await readRelease(settings.previous);
    const parts = await readParts(work);
    const review = await readReviewFiles(work);
    if (settings.review === 'required') mustBeReviewed(review, work.folder);
    const applied = applyDecisions(await readReviewedRows(work), review.decisions);
    if (applied.unmatched > 0)
      tools.note(`Decisions about items that are no longer there: ${applied.unmatched}. They change nothing`);
    if (applied.restored.length > 0)
      tools.note(
        `Reviewers find usable what was held back: ${applied.restored.map(({ id, step }) => `${id} (${step})`).join(', ')}. It stays out, since later steps have not seen it`,
      );
    const reviewed: Parts = {
      ...parts,
      ...(parts.evidence && { evidence: { ...parts.evidence, ...applied.evidence } }),
      ...(parts.cases && { cases: { ...parts.cases, ...applied.cases } }),
    };
    const repairs = await rowsIfThere(work, 'repairs', Repair);
    const ner = settings.ner === undefined ? undefined : await context.entityFinder!(settings.ner);
    const unrepaired = familiesOf(reviewed, settings.name);
    const findAll = personalDataFinder(ner, tools);
    const families = repaired(unrepaired, repairs, await maskedTexts(unrepaired, repairs, findAll));
    const tasks = tasksOf(families, settings);
    const files = await taskFiles(tasks);
    const hash = contentHash(files);

    // Where a person can look at it, whatever the audit says.
    const candidate = join(work.folder, 'candidate');
    await remove(candidate);
    await writeFiles(candidate, files);
    const opened = await openTasks(tasks, join(candidate, 'r2med'), context);
    const audits = [];
    const findings: AuditFinding[] = [];
    for (const task of opened)
      audits.push(
        await auditTask(task, tools, {
          at: new Date(0),
          onFinding: (finding) => findings.push(finding),
          ...(ner && { ner }),
        }),
      );
    const accepted = mustBeAccepted(
      blockersOf(tasks, audits, settings.failOn),
      settings.accept,
      join(candidate, 'r2med'),
      settledFindings(findings, families, await rowsIfThere(work, 'sources', SourceText), repairs),
    );
    const agreement =
      review.decisions.length > 0 ? await context.reviewed?.(join(work.folder, 'review')) : undefined;
    const { name, version, about, unjudged } = settings;
    const facts: CardFacts = {
      ...{ name, version, about, unjudged, contentHash: hash, reports: parts.reports },
      ...{ tasks, statistics: tasks.map(statisticsOf), audits, accepted, review, applied },
      ...(agreement && { agreement }),
      datasheet,
      repairs,
    };
    const changes =
      previous && (await releaseChanges(previous, version, new Map(opened.map((task) => [task.name, task]))));
    const changed = await changelog(version, settings.changes, changes, previous);

    const release = releaseFolder(work, version);
    const { outcome, manifestHash } = await putRelease(release, async (staging) => {
      await writeFiles(staging, files);
      await writeFiles(staging, aboutFiles(facts, families, reviewFacts(review, applied), files));
      await writeFiles(staging, new Map([[CHANGES, changed]]));
      if (changes)
        await writeFiles(staging, new Map([['changes.json', `${JSON.stringify(changes, undefined, 1)}\n`]]));
      await buildNano(
        // The name of the set comes before those of its tasks: NanoWardsCases.
        opened.map((task) => ({ ...task, name: task.name.slice(name.length + 1) })),
        { out: join(staging, 'nano'), name: `Nano${name}` },
        tools,
      );
      const manifest = manifestText(facts, await filesIn(staging));
      await writeFiles(staging, new Map([[MANIFEST, manifest]]));
      return manifest;
    });
    await remove(candidate);
    tools.note(
      `${release}: ${outcome === 'same' ? 'the same release as before' : `${name} ${version}`}${changes ? `, ${changeSummary(changes)}` : ''}`,
    );
    const released = facts.statistics.map((task) => ({ version, contentHash: hash, ...task }));
    await work.write('released', released);
    const items = [...families.values()].flatMap((family) => family.items).length;
    const queries = tasks.flatMap((task) => task.queries).length;
    const withoutEvidence = tasks.flatMap((task) => task.withoutEvidence).length;
    return {
      in: items + applied.rejected.length,
      out: queries,
      held: {
        ...(applied.rejected.length > 0 && { 'rejected by reviewers': applied.rejected.length }),
        ...(withoutEvidence > 0 && { 'no relevant document': withoutEvidence }),
      },
      figures: { contentHash: hash, manifestHash, tasks: facts.statistics as unknown as Json },
    };
  },
});

const releaseFolder = (work: Pick<WorkFolder, 'folder'>, version: string): string =>
  join(work.folder, 'release', version);

const familiesOf = ({ evidence, cases }: Parts, name: string): ReadonlyMap<string, FamilyParts> =>
  new Map([
    ...(evidence ? [[`${name}-Evidence`, evidence] as const] : []),
    ...(cases ? [[`${name}-Cases`, cases] as const] : []),
  ]);

const repaired = (
  families: ReadonlyMap<string, FamilyParts>,
  repairs: readonly Repair[],
  masks: ReadonlyMap<string, string>,
) =>
  new Map(
    [...families].map(([name, parts]) => [
      name,
      applyRepairs(
        parts,
        repairs.filter(({ task }) => task === name),
        masks,
      ),
    ]),
  );

const tasksOf = (families: ReadonlyMap<string, FamilyParts>, settings: TaskSettings) => {
  const tasks = [...families]
    .map(([name, family]) => releaseTask(name, family, settings))
    .filter(({ queries }) => queries.length > 0);
  if (tasks.length > 0) return tasks;
  throw new InputError({
    found: 'build assemble: no query with a relevant document',
    expected: 'judged.jsonl or case-judged.jsonl with relevant documents',
    fix:
      families.size === 0 ? 'run r2med build judge, or r2med build cases, first' : 'see r2med build status',
  });
};

/** The tasks as everybody will open them; named so that nothing of this machine gets into reports. */
const openTasks = async (tasks: readonly ReleaseTask[], folder: string, { settings }: Context) => {
  const opened: Task[] = [];
  for (const { name } of tasks)
    opened.push(
      await openFolder(join(folder, name), { name, suite: settings.name, revision: settings.version }),
    );
  return opened;
};
