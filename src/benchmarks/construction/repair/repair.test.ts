import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepBench } from '../../../../test/support/construction.js';
import {
  EVIDENCE,
  item,
  JUDGE_REPORT,
  judgement,
  passage,
} from '../../../../test/support/small-construction.js';
import { jsonl } from '../../../../test/support/written-folder.js';
import { assemble } from '../assemble/assemble.js';
import type { Passage } from '../item.js';
import { review } from '../review/review.js';
import { applyRepairs, maskedText } from './apply-repairs.js';
import { repair } from './repair.js';
import type { Repair } from './repair-row.js';

const TASK = 'Small-Evidence';
const SETTINGS = { name: 'Small', version: '1.0.0' };

const bench = (
  files: Readonly<Record<string, readonly unknown[]>>,
  findings: readonly object[],
  decisions = '',
) => {
  const made = stepBench(files);
  const file = (path: string): string => join(made.folder, path);
  writeFileSync(file('judge.report.json'), JSON.stringify(JUDGE_REPORT));
  writeFileSync(file('findings.jsonl'), jsonl(...findings));
  writeFileSync(file('decisions.yaml'), decisions);
  const settings = {
    findings: file('findings.jsonl'),
    ...(decisions && { decisions: file('decisions.yaml') }),
  };
  return {
    ...made,
    file,
    settings,
    released: (path: string) => readFileSync(file(`release/1.0.0/${path}`), 'utf8'),
  };
};

const near = {
  task: TASK,
  check: 'near-duplicates',
  severity: 'warning',
  documents: ['goitre', 'again'],
  detail: 'Jaccard 1',
};

describe('build repair', () => {
  const TWICE = { ...EVIDENCE, passages: [...EVIDENCE.passages!, passage('goitre', { id: 'again' })] };

  it('merges what is nearly the same, so that a release can be reached, and says so in it', async () => {
    const { run, settings, released } = bench(TWICE, [near]);
    await expect(run(assemble, SETTINGS)).rejects.toThrow(/repeated-texts|near-duplicates/);
    const { report } = await run(repair, { ...settings, rules: { 'near-duplicates': 'merge' } });
    expect([report.in, report.out]).toEqual([1, 1]);
    await run(assemble, SETTINGS);
    expect(released('r2med/Small-Evidence/corpus.jsonl')).not.toContain('"again"');
    expect(released('README.md')).toMatch(/\| near-duplicates \| merge \| rule \| 1 \|/);
    expect(JSON.parse(released('provenance/repairs.jsonl'))).toMatchObject({ action: 'merge', by: 'rule' });
  });

  it.each(['unjudged', 'not-relevant'] as const)(
    'a twin that a person calls %s blocks no release any more, and what it repeats stays relevant',
    async (action) => {
      const accept = { 'repeated-texts': 'meant', 'near-duplicates': 'meant' };
      const twin = {
        ...{ task: TASK, check: 'suspected-false-negatives', severity: 'warning', query: 'q1' },
        documents: ['gout', 'twin'],
      };
      const { run, settings, released } = bench(
        { ...EVIDENCE, passages: [...EVIDENCE.passages!, passage('gout', { id: 'twin' })] },
        [twin],
        `- {check: suspected-false-negatives, action: ${action}, reviewer: R. K., reason: read}\n`,
      );
      await expect(run(assemble, { ...SETTINGS, accept })).rejects.toThrow(/suspected-false-negatives/);
      await run(repair, settings);
      await run(assemble, { ...SETTINGS, accept });
      expect(released('r2med/Small-Evidence/qrels.jsonl')).toContain('"p_id":"gout"');
    },
  );

  it('takes the decision of a person before a rule, and counts what nobody decided', async () => {
    const pair = {
      task: TASK,
      check: 'suspected-false-negatives',
      severity: 'warning',
      query: 'q1',
      documents: ['goitre'],
    };
    const other = { task: TASK, check: 'markup', severity: 'note', documents: ['gout'] };
    const decisions =
      '- {check: suspected-false-negatives, query: q1, action: relevant, reviewer: R. K., reason: it answers}\n';
    const { run, settings, rows } = bench(TWICE, [near, pair, other], decisions);
    const { report } = await run(repair, { ...settings, rules: { 'suspected-false-negatives': 'drop' } });
    expect(report.held).toEqual({ 'no rule and no decision': 2 });
    expect(rows('repairs')).toMatchObject([{ action: 'relevant', by: 'R. K.', reason: 'it answers' }]);
  });

  it('refuses decisions about nothing, unknown checks, and actions that a finding does not allow', async () => {
    const idle = bench(TWICE, [near], '- {query: q9, action: drop, reviewer: R, reason: x}\n');
    await expect(idle.run(repair, idle.settings)).rejects.toThrow('a decision that is about no finding');
    const { run, settings, file } = bench(TWICE, [near]);
    await expect(run(repair, { ...settings, rules: { 'near-duplicate': 'merge' } })).rejects.toThrow(
      /near-duplicates/,
    );
    await expect(run(repair, { ...settings, rules: { 'near-duplicates': 'relevant' } })).rejects.toThrow(
      '"relevant" for a finding of near-duplicates',
    );
    writeFileSync(file('findings.jsonl'), '{"task": 1}\n');
    await expect(run(repair, settings)).rejects.toThrow(/findings\.jsonl:1/);
  });
});

describe('a decision', () => {
  const NAMED = `${passage('goitre').text}, as Mr. Baxter, telephone 555-123-4567, tells.`;
  const named = { ...passage('goitre'), text: NAMED, end: NAMED.length };
  const files = {
    ...EVIDENCE,
    passages: [...EVIDENCE.passages!.filter((row) => (row as Passage).id !== 'goitre'), named],
  };
  const source = (trail: readonly object[]) => ({ id: 'goitre', origin: named.origin, text: NAMED, trail });
  const released = { step: 'collect', label: 'released', by: 'R. K.', reason: 'the name is invented' };

  it('of collect about personal data holds in assemble; without one the release is blocked', async () => {
    const open = bench({ ...files, sources: [source([])] }, []);
    await expect(open.run(assemble, SETTINGS)).rejects.toThrow(/personal-data/);
    const decided = bench({ ...files, sources: [source([released])] }, []);
    await decided.run(assemble, SETTINGS);
    expect(decided.released('README.md')).toContain('decided before: R. K.: the name is invented');
  });

  it('to keep a finding holds as long as that finding is the only one of its check', async () => {
    const finding = { task: TASK, check: 'personal-data', severity: 'warning', documents: ['goitre'] };
    const {
      run,
      settings,
      released: text,
    } = bench(
      files,
      [finding],
      '- {check: personal-data, action: keep, reviewer: R. K., reason: invented}\n',
    );
    await run(repair, settings);
    await run(assemble, SETTINGS);
    expect(text('README.md')).toContain('decided before: R. K.: invented');
  });

  it('to mask leaves the kind in place of the words', async () => {
    expect(maskedText(NAMED)).not.toMatch(/Baxter|555/);
    expect(maskedText(NAMED)).toContain('[telephone]');
  });

  it('to mask leaves the words in no file of the release, whoever quoted them before', async () => {
    const query = 'What ails Mr. Baxter, whose knee and elbow are swollen since spring?';
    const said = {
      step: 'reformulate',
      label: 'x',
      reason: 'Baxter stays',
      by: 'm',
      raw: query,
      change: query,
    };
    const [first, ...others] = [judgement('q1', 'gout', 'relevant'), judgement('q2', 'goitre', 'relevant')];
    const quoting = (row: typeof first) => ({
      ...row,
      judges: row!.judges.map((judge) => ({ ...judge, reason: 'of Baxter', raw: 'as Baxter says' })),
    });
    const finding = { task: TASK, check: 'personal-data', severity: 'warning' };
    const { run, settings, folder } = bench(
      {
        ...files,
        passages: files.passages.map((row) => (row === named ? { ...named, title: 'Baxter' } : row)),
        reasoned: [item('q1', { query, text: query, trail: [said] }), item('q2')],
        judged: [first, ...others].map(quoting),
      },
      [
        { ...finding, query: 'q1' },
        { ...finding, documents: ['goitre'] },
      ],
    );
    await run(repair, { ...settings, rules: { 'personal-data': 'mask' } });
    await run(assemble, SETTINGS);
    const release = join(folder, 'release');
    const texts = readdirSync(release, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(texts.filter((text) => text.includes('Baxter'))).toEqual([]);
    expect(texts.filter((text) => text.includes('[name]')).length).toBeGreaterThan(2);
  });
});

describe('repairs of parts', () => {
  const parts = {
    items: [item('q1'), item('q2')],
    passages: ['gout', 'scurvy', 'asthma'].map((id) => passage(id)),
    judged: [
      judgement('q1', 'gout', 'not-relevant'),
      judgement('q1', 'scurvy', 'relevant'),
      judgement('q2', 'asthma', 'relevant'),
    ],
  };
  const done = (action: Repair['action'], more: Partial<Repair>) => {
    const after = applyRepairs(parts, [{ task: TASK, check: 'x', action, by: 'rule', reason: 'r', ...more }]);
    const labels = after.judged
      .map(({ item: query, passage: id, label }) => `${query} ${id} ${label}`)
      .sort();
    return [after.items.length, after.passages.map(({ id }) => id), labels];
  };
  it.each([
    [
      'merge',
      { documents: ['gout', 'scurvy'] },
      [2, ['gout', 'asthma'], ['q1 gout relevant', 'q2 asthma relevant']],
    ],
    [
      'drop',
      { documents: ['scurvy'] },
      [2, ['gout', 'asthma'], ['q1 gout not-relevant', 'q2 asthma relevant']],
    ],
    [
      'drop',
      { query: 'q2' },
      [1, ['gout', 'scurvy', 'asthma'], ['q1 gout not-relevant', 'q1 scurvy relevant']],
    ],
    [
      'drop',
      { query: 'q1', documents: ['scurvy'] },
      [2, ['gout', 'scurvy', 'asthma'], ['q1 gout not-relevant', 'q2 asthma relevant']],
    ],
    [
      'unjudged',
      { query: 'q1', documents: ['scurvy'] },
      [2, ['gout', 'scurvy', 'asthma'], ['q1 gout not-relevant', 'q1 scurvy unjudged', 'q2 asthma relevant']],
    ],
    [
      'keep',
      { documents: ['gout'] },
      [2, ['gout', 'scurvy', 'asthma'], ['q1 gout not-relevant', 'q1 scurvy relevant', 'q2 asthma relevant']],
    ],
    // What is in doubt are the twins that follow the relevant document, which stays relevant.
    ...(
      [
        ['unjudged', ['gout', 'scurvy', 'asthma'], ['q1 asthma unjudged', 'q1 gout unjudged']],
        ['not-relevant', ['gout', 'scurvy', 'asthma'], ['q1 asthma not-relevant', 'q1 gout not-relevant']],
        ['relevant', ['gout', 'scurvy', 'asthma'], ['q1 asthma relevant', 'q1 gout relevant']],
        // A twin that another query needs stays, and is left open for this one.
        ['drop', ['scurvy', 'asthma'], ['q1 asthma unjudged']],
      ] as const
    ).map(
      ([action, left, labels]) =>
        [
          action,
          { check: 'suspected-false-negatives', query: 'q1', documents: ['scurvy', 'gout', 'asthma'] },
          [2, left, [...labels, 'q1 scurvy relevant', 'q2 asthma relevant']],
        ] as const,
    ),
  ] as const)('%s %j', (action, more, expected) =>
    expect(done(action, more as Partial<Repair>)).toEqual(expected),
  );
});

it('build review of an empty folder is an error, and not an empty review', async () => {
  await expect(stepBench({}).run(review, {})).rejects.toThrow('no decision of a step to review');
});
