import { spdxExpression, spdxId } from '../../metadata/index.js';
import type { ReleaseTask } from '../assemble/release-task.js';
import type { Datasheet } from './datasheet.js';

/** The licence of one part of a task. */
export interface PartLicence {
  readonly task: string;
  readonly part: 'queries' | 'documents' | 'judgements';
  /** What SPDX calls an expression: `CC-BY-4.0 AND CC0-1.0`. */
  readonly expression: string;
  readonly ids: readonly string[];
}

/** A query keeps the licence of what it was written from; the makers' licence holds for what they add. */
export const partLicences = (tasks: readonly ReleaseTask[], { licence }: Datasheet): readonly PartLicence[] =>
  tasks.flatMap(({ name, queries, documents }) => {
    const part = (of: PartLicence['part'], licences: readonly string[]): readonly PartLicence[] =>
      licences.length === 0
        ? []
        : [
            {
              task: name,
              part: of,
              expression: spdxExpression(licences),
              ids: [...new Set(licences.map(spdxId))],
            },
          ];
    const made = licence === undefined ? [] : [licence];
    return [
      ...part('queries', [...queries.map(({ item }) => item.origin.licence), ...made]),
      ...part(
        'documents',
        documents.map(({ origin }) => origin.licence),
      ),
      ...part('judgements', made),
    ];
  });
