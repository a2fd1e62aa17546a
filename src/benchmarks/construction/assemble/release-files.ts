import { byCodePoint, type JsonObject } from '../../../core/index.js';
import { packageVersion, sha256 } from '../../../platform/node/index.js';
import { auditMarkdown } from '../../audit/index.js';
import { spdxExpression } from '../../metadata/index.js';
import { CITATION, citationFile } from '../release/citation.js';
import { CROISSANT, releaseCroissant } from '../release/describe-release.js';
import { partLicences } from '../release/part-licences.js';
import { maskedIds } from '../repair/repair-row.js';
import { card } from './card.js';
import type { CardFacts } from './card-facts.js';
import { beirFiles, jsonLines, parquetFiles, type ReleaseFiles, r2medFiles } from './layouts.js';
import { documentProvenance, queryProvenance, stageCounts } from './provenance.js';
import type { FamilyParts } from './read-parts.js';
import { type ReleaseTask, textsOf } from './release-task.js';

/** The tasks in every layout, with a small card for each folder of R2MED's layout. */
export const taskFiles = async (tasks: readonly ReleaseTask[]): Promise<ReleaseFiles> => {
  const files: [string, string | Uint8Array][] = [];
  for (const task of tasks) {
    files.push(...r2medFiles(task), ...beirFiles(task), ...(await parquetFiles(task)));
    files.push([`r2med/${task.name}/README.md`, taskCard(task)]);
  }
  return new Map(files);
};

const taskCard = (task: ReleaseTask): string =>
  `---\nlicense: ${JSON.stringify(spdxExpression(textsOf(task).map(({ origin }) => origin.licence)))}\n---\n\n# ${task.name}\n\nSee README.md two folders above.\n`;

/** The hash of what is searched and scored: the files of R2MED's layout, which the others repeat. */
export const contentHash = (files: ReleaseFiles): string =>
  sha256(
    [...files]
      .filter(([path]) => path.startsWith('r2med/') && path.endsWith('.jsonl'))
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([path, content]) => `${path}\t${sha256(Buffer.from(content))}\n`)
      .join(''),
  );

/** What tells how the tasks were made: card, provenance, audit, agreement. */
export const aboutFiles = (
  facts: CardFacts,
  families: ReadonlyMap<string, FamilyParts>,
  review: JsonObject,
  files: ReleaseFiles,
): ReleaseFiles => {
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;
  const { tasks, audits } = facts;
  const cited = citationFile(facts);
  const masked = maskedIds(facts.repairs);
  return new Map<string, string>([
    ['README.md', card(facts)],
    [CROISSANT, releaseCroissant(facts, files)],
    ...(cited ? [[CITATION, cited] as const] : []),
    [
      'provenance/queries.jsonl',
      jsonLines(
        tasks.flatMap((task) => queryProvenance(task, families.get(task.name)?.judged ?? [], masked)),
      ),
    ],
    ['provenance/documents.jsonl', jsonLines(tasks.flatMap((task) => documentProvenance(task, masked)))],
    ...(facts.repairs.length > 0 ? [['provenance/repairs.jsonl', jsonLines(facts.repairs)] as const] : []),
    ['provenance/stages.json', json(stageCounts(facts.reports))],
    ['provenance/review.json', json(review)],
    ...(facts.agreement ? [['provenance/agreement.json', json(facts.agreement)] as const] : []),
    ...audits.flatMap((report): readonly [string, string][] => [
      [`audit/${report.task.name}.json`, json(report)],
      [`audit/${report.task.name}.md`, `${auditMarkdown(report)}\n`],
    ]),
  ]);
};

/** The manifest: version, content, counts, and the hash of every other file. It has no date, so that the same input gives the same bytes. */
export const manifestText = (
  { name, version, contentHash: hash, statistics, accepted, tasks, datasheet }: CardFacts,
  files: ReadonlyMap<string, Uint8Array>,
): string =>
  `${JSON.stringify(
    {
      format: 'r2med-release/1',
      name,
      version,
      contentHash: hash,
      tool: `r2med ${packageVersion()}`,
      tasks: statistics,
      accepted,
      licences: partLicences(tasks, datasheet).map(({ task, part, expression }) => ({
        task,
        part,
        expression,
      })),
      files: Object.fromEntries(
        [...files]
          .sort(([a], [b]) => byCodePoint(a, b))
          .map(([path, bytes]) => [path, { bytes: bytes.length, sha256: sha256(bytes) }]),
      ),
    },
    undefined,
    1,
  )}\n`;
