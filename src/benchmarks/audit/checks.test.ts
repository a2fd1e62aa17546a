import { describe, expect, it } from 'vitest';
import { type AuditedTask, auditedTask, SOUND } from '../../../test/support/audited-task.js';
import { testTools } from '../../../test/support/tools.js';
import { auditTask } from './audit-task.js';
import { checks } from './checks.js';

const { documents, queries, judgements } = SOUND;
const withDocument = (...more: AuditedTask['documents']): Partial<AuditedTask> => ({
  documents: [...documents, ...more],
});
const withQuery = (text: string, id = 'q4'): Partial<AuditedTask> => ({
  queries: [...queries, { id, text }],
  judgements: [...judgements, [id, 'd9', 1]],
});
const text = (i: number): string => documents[i]!.text;
const LONG = 'the patient was followed for many years with changing findings and ';

/** A document that is as the others are, but for a piece of text. */
const inPassage = (piece: string) => ({
  defect: withDocument({
    id: 'e',
    text: `The note says ${piece}, written in a passage that is as long as the others are, and about as dull as those.`,
  }),
  also: piece.includes('https:') ? ['places-and-dates'] : [],
});

/** A sound task with one defect; it is the defect that only this check finds, or with it only those named. */
const DEFECTS: Readonly<
  Record<string, readonly { readonly defect: Partial<AuditedTask>; readonly also?: readonly string[] }[]>
> = {
  'missing-documents': [{ defect: { judgements: [...judgements, ['q1', 'none', 1]] } }],
  'missing-queries': [{ defect: { judgements: [...judgements, ['none', 'd3', 1]] } }],
  'queries-without-relevant': [
    {
      defect: {
        queries: [...queries, { id: 'q4', text: 'Which one of these is it then?' }],
        judgements: [...judgements, ['q4', 'd9', 0]],
      },
    },
  ],
  'unjudged-queries': [
    { defect: { queries: [...queries, { id: 'q4', text: 'Which one of these is it then?' }] } },
  ],
  'short-relevant-documents': [
    {
      defect: { documents: documents.map((row) => (row.id === 'd0' ? { ...row, text: 'Heart.' } : row)) },
      also: ['short-documents', 'document-lengths'],
    },
  ],
  'query-in-relevant': [
    {
      defect: {
        documents: documents.map((row) =>
          row.id === 'd0' ? { ...row, text: `${row.text} ${queries[0]!.text}` } : row,
        ),
      },
    },
  ],
  'suspected-false-negatives': [
    { defect: withDocument({ id: 'e', text: `${text(5)} Later the same.` }), also: ['near-duplicates'] },
    { defect: withDocument({ id: 'e', text: text(5) }), also: ['repeated-texts'] },
  ],
  'empty-queries': [{ defect: withQuery('  ') }],
  'short-queries': [{ defect: withQuery('gout?') }],
  'repeated-queries': [{ defect: withQuery(queries[1]!.text) }],
  'near-duplicate-queries': [{ defect: withQuery(queries[2]!.text.replace('?', ' now?')) }],
  'answer-in-query': [
    { defect: { answers: { ...SOUND.answers, q3: 'a gland in the neck' } } },
    {
      defect: {
        answers: { ...SOUND.answers, q3: 'The Gland, in the NECK' },
        queries: queries.map((row) =>
          row.id === 'q3' ? { ...row, text: 'Is it the gland in the neck that makes her tired?' } : row,
        ),
      },
    },
  ],
  'answer-in-relevant': [{ defect: { answers: { ...SOUND.answers, q2: 'spleen number 2' } } }],
  'several-patients': [
    {
      defect: withQuery(
        'Patient 1 is a boy of four. Patient 2, his sister, has the same rash. Which disease do they share?',
      ),
    },
    {
      defect: withQuery(
        'The first patient coughs. The second case is like it, without fever. What is the cause?',
      ),
    },
  ],
  'long-queries': [{ defect: withQuery(LONG.repeat(32)), also: [] }],
  'query-lengths': [
    {
      defect: {
        queries: [
          ...queries,
          ...Array.from({ length: 17 }, (_, i) => ({
            id: `l${i}`,
            text: `Question ${i}0 asks about finding ${i}1 and about sign ${i}2?`,
          })),
          { id: 'long', text: LONG.repeat(9) },
        ],
        judgements: [
          ...judgements,
          ...[...Array(17).keys()].map((i) => [`l${i}`, 'd9', 1] as const),
          ['long', 'd9', 1],
        ],
      },
    },
  ],
  'conflicting-ids': [
    {
      defect: withDocument({
        id: 'd3',
        text: 'Another passage about something else under the same id as before, of usual length, so that nothing more is unusual about it. It has some more words.',
      }),
    },
  ],
  'repeated-ids': [{ defect: withDocument(documents[3]!) }],
  'repeated-texts': [{ defect: withDocument({ id: 'e', text: text(3) }) }],
  'near-duplicates': [{ defect: withDocument({ id: 'e', text: `${text(3)} Later the same.` }) }],
  'empty-documents': [
    { defect: withDocument({ id: 'e', text: ' \n' }) },
    { defect: withDocument({ id: 'e', text: '' }) },
  ],
  'short-documents': [
    { defect: withDocument({ id: 'e', text: 'a' }), also: ['document-lengths'] },
    { defect: withDocument({ id: 'e', text: 'Renal colic' }), also: ['document-lengths'] },
  ],
  'long-documents': [
    { defect: withDocument({ id: 'e', text: LONG.repeat(500) }), also: ['document-lengths'] },
  ],
  'document-lengths': [{ defect: withDocument({ id: 'e', text: LONG.repeat(30) }) }],
  mojibake: [
    'SjÃ¶gren syndrome',
    'the patientâ€™s arm',
    'TNF-Î± is raised',
    'fever of 39 Â°C',
    'na\u00c3\u0083ve',
    'caf\ufffd',
    'the patient\u0092s arm',
  ].map(inPassage),
  'control-characters': ['hyper\u00adtension', 'form\ffeed', 'zero\u200bwidth', 'nul\u0000'].map(inPassage),
  markup: [
    '<p>fever</p>',
    'H<sub>2</sub>O',
    'p &lt; 0.05',
    '5 &#176;C',
    '[fever](https://example.org/fever)',
    '{{citation needed}}',
    '[[Fever|high temperature]]',
    '\\textit{E. coli}',
    '<a href="https://example.org">link</a>',
  ].map(inPassage),
  'masking-marks': [
    'seen at ** hospital',
    'a ** cm mass',
    'Dr [**Name**] saw her',
    'by Dr ____ today',
    'Mr XXXXX came',
    '[REDACTED] came',
    'on *** of May',
  ].map(inPassage),
  'personal-data': ['Mr. Jonathan Baxter', 'jo.baxter@example.org', 'MRN: 84021177', 'call 415-555-0132'].map(
    inPassage,
  ),
  'places-and-dates': ['seen on 3 June 2019', 'aged 94 years'].map(inPassage),
  'forum-notes': [
    'Why do cats purr? [closed]',
    'closed as off-topic by a moderator',
    'This question already has an answer here',
    'Possible Duplicate: why do we sleep',
  ].map(inPassage),
};

const audited = async (defect: Partial<AuditedTask>) =>
  (
    await auditTask(auditedTask({ ...SOUND, ...defect }), testTools(), {
      parts: ['checks'],
    })
  ).checks;

describe('the checks', () => {
  it('find nothing in a sound task', async () => {
    const found = (await audited({})).filter((check) => check.found > 0);
    expect(found).toEqual([]);
  });

  it('are each tested on a task with exactly the defect', () => {
    expect(Object.keys(DEFECTS).toSorted()).toEqual(checks.map(({ name }) => name).toSorted());
  });

  it.each(
    Object.entries(DEFECTS).flatMap(([name, defects]) =>
      defects.map(({ defect, also = [] }, i) => ({ name, i, defect, also })),
    ),
  )('$name, defect $i: finds it, once, and no other check does', async ({ name, defect, also }) => {
    const found = (await audited(defect)).filter((check) => check.found > 0);
    expect(found.map((check) => check.name).toSorted()).toEqual([name, ...also].toSorted());
    const own = found.find((check) => check.name === name)!;
    expect(own).toMatchObject({ found: 1, fix: expect.any(String) });
    expect(own.examples).toHaveLength(1);
    expect(own.of).toBeGreaterThan(0);
  });

  it('have names, sentences and units as reports need them', () => {
    for (const { name, title, definition, fix, unit } of checks) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      for (const sentence of [definition, fix]) expect(sentence).toMatch(/^[A-Z“].*\.$/);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(['documents', 'ids', 'queries', 'judgements', 'pairs', 'texts']).toContain(unit);
    }
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  });

  it('show no text of personal data', async () => {
    const found = (await audited(inPassage('Mr. Jonathan Baxter, born 3 June 1931').defect)).filter(
      (check) => check.found > 0,
    );
    expect(found.map(({ name }) => name)).toEqual(['personal-data', 'places-and-dates']);
    expect(JSON.stringify(found)).not.toMatch(/Baxter|June/);
    expect(found[0]!.examples).toEqual([{ documents: ['e'], detail: expect.stringMatching(/^name: /) }]);
  });

  it('say of what they cannot answer why', async () => {
    const found = await audited({ answers: {} });
    expect(found.find(({ name }) => name === 'answer-in-query')).toMatchObject({
      notApplicable: 'the queries have no reference answers',
      found: 0,
      of: 0,
    });
  });

  it('take what is no defect for none', async () => {
    const harmless = [
      'Bold **type** and **more of it** is no mask, and neither is 2**3 of a program.',
      'p < 0.05 and x > 3, 2*3*4, snake_case_name, karyotype 47,XXX, a[[1]], f(x)[1](2), C:\\temp',
      'Ångström, naïve, Sjögren, β-blocker, 39 °C, µg, “quotes” – and — dashes… ÂÃ alone',
      'The first patient improved. The case was closed. A duplicate gene; marked as abnormal.',
    ];
    const found = await audited(
      withDocument(...harmless.map((each, i) => ({ id: `h${i}`, text: `${each} ${LONG}` }))),
    );
    expect(
      found.filter((check) => check.found > 0).map(({ name, examples }) => [name, examples[0]?.text]),
    ).toEqual([]);
  });

  it('read the corpus once, and once more for the texts of examples', async () => {
    const sound = auditedTask(SOUND) as ReturnType<typeof auditedTask> & { reads(): number };
    await auditTask(sound, testTools(), { parts: ['checks'] });
    expect(sound.reads()).toBe(1);
    const defective = auditedTask({ ...SOUND, ...withDocument(documents[3]!) }) as typeof sound;
    await auditTask(defective, testTools(), { parts: ['checks'] });
    expect(defective.reads()).toBe(2);
  });

  it('keep a bounded number of examples, and count all', async () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ id: `m${i}`, text: text(3) }));
    const found = (await audited(withDocument(...many))).find(({ name }) => name === 'repeated-texts')!;
    expect(found).toMatchObject({ found: 25, of: 55 });
    expect(found.examples).toHaveLength(10);
    expect(found.examples[0]).toMatchObject({
      documents: ['m0', 'd3'],
      text: expect.stringContaining('Record'),
    });
  });
});
