import type { AuditCheck, AuditReport } from '../../../experiment/record/index.js';
import { tallied } from '../item.js';
import { type CardFacts, cardTable, line } from './card-facts.js';

/** What the audit found, and why it was let pass. */
export const auditSection = ({ audits, accepted }: CardFacts): readonly string[] => {
  const found = audits.flatMap(({ task, checks }) =>
    checks.filter((check) => check.found > 0).map((check) => ({ task: task.name, check })),
  );
  return [
    found.length === 0
      ? 'No check of `r2med audit` found anything.'
      : cardTable(found, [
          ['Task', ({ task }) => task],
          ['Check', ({ check }) => check.name],
          ['Severity', ({ check }) => check.severity],
          ['Found', ({ check }) => `${check.found} of ${check.of} ${check.unit}`],
          [
            'Accepted because',
            ({ task, check }) =>
              accepted.find((each) => each.task === task && each.name === check.name)?.accepted ?? '–',
          ],
        ]),
    ...accepted
      .filter(({ name }) => !found.some(({ check }) => check.name === name))
      .map(({ name, reason, accepted: why }) => `Accepted: ${name}, ${line(reason)}. Because: ${line(why)}`),
    ...againstChance(audits),
    ...reasoningNeed(audits),
    '`audit/` has the whole reports, with what each figure means.',
  ];
};

/** The first question of an audit; a task with too few queries leaves it open, and its card says so. */
const againstChance = (audits: readonly AuditReport[]): readonly string[] => {
  const asked = audits.flatMap(({ task, checks }) =>
    checks.filter(({ name }) => name === 'judgements-by-chance').map((check) => ({ task: task.name, check })),
  );
  if (asked.length === 0) return [];
  const answer = ({ tested, notApplicable }: AuditCheck): string =>
    tested ?? (notApplicable === undefined ? 'No, see above.' : `Not known: ${notApplicable}.`);
  return [
    cardTable(asked, [
      ['Task', ({ task }) => task],
      ['Are its judgements better than chance?', ({ check }) => line(answer(check))],
    ]),
  ];
};

const reasoningNeed = (audits: readonly AuditReport[]): readonly string[] => {
  const headlines = audits.flatMap(({ task, reasoning }) =>
    reasoning?.headline ? [{ task: task.name, ...reasoning.headline }] : [],
  );
  return headlines.length === 0
    ? []
    : [
        cardTable(headlines, [
          ['Task', ({ task }) => task],
          ['Lexical gap of BM25', ({ mean }) => mean.toFixed(2)],
          ['95 % interval', ({ interval: [low, high] }) => `${low.toFixed(2)} to ${high.toFixed(2)}`],
        ]),
      ];
};

/** What was done about findings; `provenance/repairs.jsonl` has each. */
export const repairSection = ({ repairs }: CardFacts): readonly string[] => {
  if (repairs.length === 0) return [];
  const counts = tallied(repairs.map(({ check, action, by }) => JSON.stringify([check, action, by])));
  return [
    '## Repairs',
    cardTable(
      [...counts].map(([key, count]) => ({ key: JSON.parse(key) as readonly string[], count })),
      [
        ['Check', ({ key }) => key[0]!],
        ['Done', ({ key }) => key[1]!],
        ['By', ({ key }) => line(key[2]!)],
        ['Findings', ({ count }) => count],
      ],
    ),
    '`provenance/repairs.jsonl` has every one with its reason.',
  ];
};
