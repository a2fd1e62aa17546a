import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reasoningNeed } from '../../src/benchmarks/audit/index.js';
import { compareNeed, type NamedNeed } from '../../src/evaluation/statistics/index.js';
import type { AuditFigure, ReasoningNeed } from '../../src/experiment/record/index.js';
import { openTask, suite } from '../../src/tasks/index.js';
import { testTools } from '../support/tools.js';

const DOCS = readFileSync(new URL('../../docs/background/reasoning-need.md', import.meta.url), 'utf8');

const two = (value: number): string => (Object.is(value, -0) ? 0 : value).toFixed(2).replace('-', '−');

const cell = ({ mean, interval: [low, high] }: AuditFigure): string =>
  `${two(mean)} [${two(low)}, ${two(high)}]`;

const figureIn = ({ groups }: ReasoningNeed, name: string): AuditFigure =>
  groups.flatMap(({ figures }) => figures).find((figure) => figure.name === name)!;

it('the documentation shows what the sample suite gives', async () => {
  const needs: NamedNeed[] = [];
  const rows: string[] = [];
  let readings = '';
  for (const { name } of suite('sample').tasks) {
    const need = await reasoningNeed(await openTask('sample', name), testTools());
    const row = [
      cell(need.headline!),
      ...['need.answer', 'need.closed-by-answer'].map((figure) => cell(figureIn(need, figure))),
      ...['query-relevant', 'query-random', 'query-hard'].map((sides) =>
        two(figureIn(need, `overlap.weighted.${sides}`).mean),
      ),
    ];
    rows.push(`| ${name} | ${row.join(' | ')} |`);
    needs.push({ task: name, need });
    if (name === 'MedQA-Diag')
      readings = need.groups.map(({ question, reading }) => `- ${question} ${reading}`).join('\n');
  }
  const [one, other] = ['MedXpertQA-Exam', 'IIYi-Clinical'].map(
    (task) => needs.find((need) => need.task === task)!,
  );
  const { difference, interval, reading } = compareNeed(one!, other!);
  expect(DOCS).toContain(`${rows.join('\n')}\n`);
  expect(DOCS).toContain(readings);
  expect(DOCS).toContain(`\`${two(difference)} [${two(interval[0])}, ${two(interval[1])}]\`: ${reading}`);
});
