import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collected, EXAM, first, row } from '../../../../test/support/collected-items.js';
import { workshop } from '../../../../test/support/construction.js';
import { parquetTable } from '../../../../test/support/parquet-table.js';
import { jsonl } from '../../../../test/support/written-folder.js';
import { collect } from './index.js';

describe('collect', () => {
  it('makes items of exam questions, with source and licence', async () => {
    expect(await first([row()])).toEqual({
      id: 'q1',
      family: 'exam',
      origin: { source: 'Own exam', licence: 'CC0-1.0', id: 'q1' },
      text: 'Which joint hurts?',
      options: [
        { label: 'A', text: 'Toe' },
        { label: 'B', text: 'Knee' },
      ],
      answer: 'Toe',
      trail: [],
    });
  });

  it.each([
    ['an object by label', { A: 'Toe', B: 'Knee' }],
    ['a list of texts', ['Toe', 'Knee']],
    [
      'a list of objects',
      [
        { key: 'A', value: 'Toe' },
        { key: 'B', value: 'Knee' },
      ],
    ],
    ['JSON in a cell', '["Toe", "Knee"]'],
  ])('reads options as %s', async (_, options) => {
    expect(await first([row({ options })])).toMatchObject({
      options: [
        { label: 'A', text: 'Toe' },
        { label: 'B', text: 'Knee' },
      ],
      answer: 'Toe',
    });
  });

  it.each([
    ['b', '', 'Knee'],
    ['Knee', '', 'Knee'],
    [1, 'answerAs: index-from-0\n', 'Knee'],
    ['1', 'answerAs: index-from-1\n', 'Toe'],
  ])('reads the answer %s', async (key, as, answer) => {
    expect(await first([row({ key })], EXAM + as)).toMatchObject({ answer });
  });

  it('refuses an answer that names no option, or two', async () => {
    await expect(first([row(), row({ qid: 'q2', key: 'C' })])).rejects.toThrow(
      /exam\.jsonl:2: .*names no option/,
    );
    await expect(first([row({ options: { A: 'B', B: 'A' } })])).rejects.toThrow(
      'label of one option and the text of another',
    );
  });

  it('reads CSV, TSV and Parquet alike', async () => {
    const fields = '  id: qid\n  text: [title, body]\n  options: {A: opa, B: opb}\n  answer: key\n';
    const mapping = (file: string) =>
      `family: exam\nfiles: ${file}\nprefix: x-\nsource: S\nlicence: MIT\nfields:\n${fields}`;
    const expected = [{ id: 'x-7', text: 'Pain, at night\n\nWhich joint?', answer: 'Knee' }];
    const cells = {
      qid: ['7'],
      title: ['Pain, at night'],
      body: ['Which joint?'],
      opa: ['Toe'],
      opb: ['Knee'],
      key: ['B'],
    };
    const names = Object.keys(cells);
    const values = Object.values(cells).map(([cell]) => cell!);
    const files: readonly (readonly [string, string | Uint8Array])[] = [
      ['e.csv', `${names.join(',')}\n${values.map((cell) => `"${cell}"`).join(',')}\n`],
      ['e.tsv', `${names.join('\t')}\n${values.join('\t')}\n`],
      ['e.parquet', parquetTable(cells)],
      ['e.jsonl', jsonl(Object.fromEntries(names.map((name, i) => [name, values[i]])))],
    ];
    for (const [name, content] of files) {
      const { items } = await collected({ 'map.yaml': mapping(name), [name]: content });
      expect(items, name).toMatchObject(expected);
    }
  });

  it('reads posts with links to sources, treatments and cases', async () => {
    const { items, sources, report, shop } = await collected(
      {
        'post.yaml':
          'family: post\nfiles: p.jsonl\nprefix: p\nsource: Forum\nfields: {id: id, text: t, licence: l, url: u, evidence: meta.links, answer: a}\n',
        'p.jsonl': jsonl({
          id: 1,
          t: 'Why do cells age?',
          l: 'CC-BY-SA-4.0',
          u: 'https://f.example/1',
          a: 'Telomeres',
          meta: { links: ['https://w.example/telomere', 'https://gone.example'] },
        }),
        'source.yaml':
          'family: source\nfiles: s.jsonl\nprefix: w\nsource: Wiki\nlicence: CC-BY-SA-4.0\nfields: {id: id, title: t, text: x, url: u}\n',
        's.jsonl': jsonl({
          id: 9,
          t: 'Telomere',
          x: 'Ends of chromosomes.',
          u: 'https://w.example/telomere',
        }),
        'case.yaml':
          'family: case\nfiles: c.jsonl\nprefix: c\nsource: Reports\nlicence: CC0-1.0\nfields: {text: x, diagnosis: d.name, diagnosisCode: d.icd}\n',
        'c.jsonl': jsonl({ x: 'A case.', d: { name: 'Gout', icd: 'M10' } }),
        'treat.yaml':
          'family: treatment\nfiles: t.jsonl\nprefix: t\nsource: Reports\nlicence: CC0-1.0\nfields: {text: x, answer: a}\n',
        't.jsonl': jsonl({ x: 'What would help?', a: 'Rest' }),
      },
      ['post.yaml', 'source.yaml', 'case.yaml', 'treat.yaml'],
    );
    expect(items).toMatchObject([
      {
        id: 'p1',
        family: 'post',
        evidence: ['w9', 'https://gone.example'],
        origin: { licence: 'CC-BY-SA-4.0', url: 'https://f.example/1' },
      },
      { id: 'cc-1', family: 'case', diagnosis: { name: 'Gout', code: 'M10' } },
      { id: 'tt-1', family: 'treatment', answer: 'Rest' },
    ]);
    expect(sources).toMatchObject([{ id: 'w9', title: 'Telomere', origin: { source: 'Wiki' } }]);
    expect(report).toMatchObject({
      in: 4,
      out: 4,
      figures: { unresolvedEvidence: 1, items: { post: 1, case: 1, treatment: 1 } },
    });
    expect(shop.tools.notes.join()).toContain('1 links');
  });

  it('holds back rows that lack something and texts that repeat, and loses none', async () => {
    const rows = [
      row(),
      row({ qid: 'q2', question: ' ' }),
      row({ qid: 'q3', question: 'which JOINT  hurts?' }),
      row({ qid: 'q4', question: 'Another?', key: null }),
      row({ qid: 'q5', question: 'A third?', options: ['one'] }),
      row({ qid: null, question: 'A fourth?' }),
    ];
    const { report, held } = await collected({ 'map.yaml': EXAM, 'exam.jsonl': jsonl(...rows) });
    expect(report).toMatchObject({ in: 6, out: 1 });
    expect(held.map(({ id, why }) => [id, why])).toEqual([
      ['q2', 'no text'],
      ['q3', 'repeated text'],
      ['q4', 'no answer'],
      ['q5', 'no options'],
      ['exam-6', 'no id'],
    ]);
    expect(held[1]).toMatchObject({
      detail: 'the text of q1',
      at: { file: 'exam.jsonl', line: 3 },
      item: { id: 'q3' },
    });
  });

  it('refuses a repeated id and names both lines', async () => {
    await expect(first([row(), row({ question: 'Other?' })])).rejects.toThrow(
      /exam\.jsonl:2: .*"q1" a second time.*exam\.jsonl:1/s,
    );
  });

  it('keeps ids of Object.prototype and lone surrogates harmless', async () => {
    const { items } = await collected({
      'map.yaml': EXAM,
      'exam.jsonl': jsonl(
        row({ qid: '__proto__', question: 'half \ud800 pair' }),
        row({ qid: 'constructor', question: 'b' }),
      ),
    });
    expect(items.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
    expect(items[0]).toMatchObject({ text: 'half \ufffd pair' });
  });

  it('refuses files without rows, and names them', async () => {
    await expect(first([])).rejects.toThrow(
      /no rows in the files of .*map\.yaml; expected one question.*look at .*exam\.jsonl/s,
    );
  });

  it('names the column that no row has, and those that exist', async () => {
    await expect(first([row()], EXAM.replace('text: question', 'text: stem'))).rejects.toThrow(
      /text: no column "stem" in .*exam\.jsonl; expected one of qid, question, options, options\.A, options\.B, key/,
    );
    await expect(first([row()], EXAM.replace('text: question', 'text: options'))).rejects.toThrow(
      /exam\.jsonl:1: text \(column "options"\) is \{.*expected text/s,
    );
  });

  it.each([
    ['familly: exam', /map\.yaml:\d+: /],
    ['licence: CC0-1.0', /no licence/, ''],
    ['files: exam.jsonl\n', /map\.yaml:\d+: files: missing/, ''],
    ['  answer: key\n', /map\.yaml:5: fields: no field "answer"/, ''],
    ['family: exam', /family/, 'family: quiz'],
    ['  id: qid', /map\.yaml:\d+: fields/, '  idd: qid'],
  ])('refuses a mapping with "%s" changed', async (part, error, instead = 'familly: exam') => {
    const mapping = EXAM.includes(part) ? EXAM.replace(part, instead) : EXAM.replace('family: exam', part);
    await expect(first([row()], mapping)).rejects.toThrow(error);
  });

  it('is done again when a file of the user changed, and knows when it did not', async () => {
    const shop = workshop({ 'map.yaml': EXAM, 'exam.jsonl': jsonl(row()) });
    const settings = { mapping: [join(shop.folder, 'map.yaml')] };
    expect((await shop.run(collect, settings)).reused).toBe(false);
    expect((await shop.run(collect, settings)).reused).toBe(true);
    writeFileSync(join(shop.folder, 'exam.jsonl'), jsonl(row(), row({ qid: 'q2', question: 'New?' })));
    expect((await shop.run(collect, settings)).report.out).toBe(2);
  });
});
