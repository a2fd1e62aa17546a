import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { docId, queryId } from '../core/index.js';
import { type GenerationRecord, readGenerationRecord, readGenerations } from './generations.js';
import {
  earlierGenerations,
  type GenerationFiles,
  type GenerationRow,
  generationFolder,
  writeGenerations,
} from './write-generations.js';

const record = (change: Partial<GenerationRecord> = {}): GenerationRecord => ({
  version: 1,
  method: 'hyde',
  llm: { name: 'tiny', spec: { dialect: 'openai', model: 'tiny-1' }, reasoning: 'none' },
  writer: { method: 'hyde', prompt: 'abc' },
  sampling: { temperature: 0.7 },
  samples: 1,
  task: { name: 'Biology', suite: 'sample', revision: 'r', contentHash: 'h' },
  counts: { queries: 2, written: 1, failed: 1, unanswered: 0 },
  complete: false,
  usage: { calls: 1, tokensIn: 10, tokensOut: 5, estimated: 0 },
  provenance: { tool: 'r2med 0', at: '2026-11-15T00:00:00.000Z' },
  ...change,
});

const row = (change: Partial<GenerationRow> = {}): GenerationRow => ({
  id: queryId('q1'),
  text: 'swollen toe?',
  hyDocs: ['urate'],
  positives: [docId('d2'), docId('d1')],
  ...change,
});

const files = (change: Partial<GenerationFiles> = {}): GenerationFiles => ({
  rows: [row()],
  traces: [{ id: queryId('q1'), sample: 0, steps: [{ step: 'told', text: 'x' }] }],
  failures: [{ id: queryId('q2'), sample: 0, kind: 'refused', reason: 'no' }],
  record: record(),
  ...change,
});

const written = async (change: Partial<GenerationFiles> = {}): Promise<string> => {
  const folder = join(writtenFolder(), 'hyde', 'tiny');
  await writeGenerations(folder, files(change));
  return folder;
};

const contentOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

describe('written generations', () => {
  it('are lines as Python writes them: id, text, hy_doc, doc_id', async () => {
    expect(contentOf(await written(), 'query_with_hydoc.jsonl')).toBe(
      '{"id": "q1", "text": "swollen toe?", "hy_doc": "urate", "doc_id": ["d2", "d1"]}\n',
    );
  });

  it('hold all texts of a query in hy_docs when there are several, the first in hy_doc too', async () => {
    const folder = await written({ rows: [row({ hyDocs: ['a', 'b'], positives: [] })] });
    expect(contentOf(folder, 'query_with_hydoc.jsonl')).toBe(
      '{"id": "q1", "text": "swollen toe?", "hy_doc": "a", "hy_docs": ["a", "b"], "doc_id": []}\n',
    );
  });

  it('whose writing is cut off, before or after the texts, are incomplete and can be gone on with', async () => {
    const complete = record({ complete: true });
    const cutOffIn = async (part: 'rows' | 'traces') => {
      const folder = writtenFolder();
      const cutOff = {
        map: () => {
          throw new Error('cut off');
        },
      } as unknown as never[];
      await expect(writeGenerations(folder, files({ record: complete, [part]: cutOff }))).rejects.toThrow(
        'cut off',
      );
      return earlierGenerations(folder, complete);
    };
    expect(await cutOffIn('rows')).toBeUndefined();
    expect(await cutOffIn('traces')).toEqual({ ...complete, complete: false });
  });

  it('written anew leave no texts of other settings beside their record, even when they are cut off', async () => {
    const folder = await written();
    const cutOff = {
      map: () => {
        throw new Error('cut off');
      },
    } as unknown as never[];
    await expect(writeGenerations(folder, files({ rows: cutOff }), { anew: true })).rejects.toThrow(
      'cut off',
    );
    expect(readdirSync(folder)).not.toContain('query_with_hydoc.jsonl');
  });

  it('come with trace, failures and record, and nothing else', async () => {
    const folder = await written();
    expect(readdirSync(folder).sort()).toEqual([
      'failures.jsonl',
      'generation.json',
      'query_with_hydoc.jsonl',
      'trace.jsonl',
    ]);
    expect(contentOf(folder, 'trace.jsonl')).toBe(
      '{"id":"q1","sample":0,"steps":[{"step":"told","text":"x"}]}\n',
    );
    expect(contentOf(folder, 'failures.jsonl')).toBe(
      '{"id":"q2","sample":0,"kind":"refused","reason":"no"}\n',
    );
    expect(await readGenerationRecord(folder)).toEqual({ ...record(), seal: expect.anything() });
  });

  it('are read back as they were written, whatever the texts hold', async () => {
    const text = fc.string({ unit: 'binary' });
    const row = fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (pairs) => {
        const rows = pairs.map(([query, hyDocs], i) => ({
          id: queryId(`q${i}`),
          text: query,
          hyDocs,
          positives: [],
        }));
        const folder = await written({ rows });
        const lines = contentOf(folder, 'query_with_hydoc.jsonl').split(/[\n\u0085\u2028\u2029]/);
        expect(lines).toHaveLength(rows.length + 1);
        const read = await readGenerations(join(folder, 'query_with_hydoc.jsonl'));
        expect(read).toEqual(rows.map(({ id, text, hyDocs }) => ({ id, text, hyDocs })));
      }),
      { numRuns: 30 },
    );
  });

  it('spell half a character as the sign for a broken one, which every reader can encode', async () => {
    const folder = await written({ rows: [row({ hyDocs: ['a\ud83d'] })] });
    expect(contentOf(folder, 'query_with_hydoc.jsonl')).toContain('"hy_doc": "a\ufffd"');
  });

  it('make one folder a task, method and model', () => {
    expect(generationFolder('out', 'Biology', 'hyde', 'tiny')).toBe(join('out', 'Biology', 'hyde', 'tiny'));
  });

  it('must have a record that the schema knows', async () => {
    await expect(written({ record: { ...record(), samples: 0 } })).rejects.toThrow();
  });
});

describe('texts that are there already', () => {
  it('are none in an empty folder', async () => {
    expect(await earlierGenerations(writtenFolder(), record())).toBeUndefined();
  });

  it('are found with the same settings, whatever they cost and when they were written', async () => {
    const folder = await written();
    const now = record({ provenance: { tool: 'r2med 9', at: '2027-01-01T00:00:00.000Z' } });
    expect(await earlierGenerations(folder, now)).toMatchObject(record());
  });

  it.each([
    ['sampling.temperature', { sampling: { temperature: 0.2 } }, '0.7', '0.2'],
    ['sampling.seed', { sampling: { temperature: 0.7, seed: 4 } }, 'none', '4'],
    ['samples', { samples: 3 }, '1', '3'],
    ['writer.prompt', { writer: { method: 'hyde', prompt: 'xyz' } }, '"abc"', '"xyz"'],
    ['task content', { task: { ...record().task, contentHash: 'i' } }, '"h"', '"i"'],
    [
      'llm.spec.model',
      { llm: { name: 'tiny', spec: { dialect: 'openai', model: 'tiny-2' }, reasoning: 'none' } },
      '"tiny-1"',
      '"tiny-2"',
    ],
  ])('with another %s are refused, and only that is named', async (name, change, earlier, now) => {
    const folder = await written();
    await expect(earlierGenerations(folder, record(change))).rejects.toThrow(
      `texts written with other settings: ${name} ${earlier}; expected ${name} ${now}\n  Fix: add --overwrite`,
    );
  });

  it('without a record came from elsewhere and are refused', async () => {
    const folder = await written();
    rmSync(join(folder, 'generation.json'));
    await expect(earlierGenerations(folder, record())).rejects.toThrow('without a generation.json');
  });

  it('are sealed: any changed letter of a text is found, with its line, and any of the record', async () => {
    const rows = ['q1', 'q2', 'q3'].map((id) => row({ id: queryId(id), hyDocs: [`text of ${id}`] }));
    const folder = await written({
      rows,
      record: record({ usage: { calls: 3, tokensIn: 7, tokensOut: 1, estimated: 0, usd: 0.25 } }),
    });
    const [texts, note] = ['query_with_hydoc.jsonl', 'generation.json'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    expect(await earlierGenerations(folder, record())).toMatchObject({
      seal: { lines: [expect.any(String), expect.any(String), expect.any(String)] },
    });
    const whole = readFileSync(texts, 'utf8');
    const refused = async (content: string, message: string, file = texts): Promise<void> => {
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, content);
      const looking = earlierGenerations(folder, record());
      await expect(looking).rejects.toThrow(message);
      await expect(looking).rejects.toThrow(/Fix: write them again with r2med generate --overwrite/);
      writeFileSync(file, before);
    };
    await refused(whole.replace('of q2', 'of Q2'), `${texts}:2: the text of query "q2", which was changed`);
    await refused(whole.replace('"d1"', '"d9"'), `${texts}:1: the text of query "q1"`);
    await refused(whole.split('\n').slice(0, 2).join('\n'), '2 lines; expected the 3 lines');
    await refused(whole.split('\n').slice(1).join('\n'), `${texts}:1: the text of query "q2"`);
    await refused(
      `${whole}${whole.split('\n')[0]!.replace('q1', 'q9')}\n`,
      `${texts}:4: the text of query "q9"`,
    );
    await refused(
      readFileSync(note, 'utf8').replace('0.25', '0.05'),
      `${note}: a record that was changed`,
      note,
    );
    expect(await earlierGenerations(folder, record())).toBeDefined();
  });

  it('that were cut off while they were written have no seal yet', async () => {
    const folder = await written();
    const { seal, ...rest } = JSON.parse(contentOf(folder, 'generation.json'));
    expect(seal.lines).toHaveLength(1);
    writeFileSync(join(folder, 'generation.json'), JSON.stringify({ ...rest, complete: false }));
    writeFileSync(
      join(folder, 'query_with_hydoc.jsonl'),
      contentOf(folder, 'query_with_hydoc.jsonl').replace('urate', 'iron'),
    );
    expect(await earlierGenerations(folder, record())).toMatchObject({ complete: false });
  });

  it('with a record that cannot be read are refused', async () => {
    const folder = await written();
    writeFileSync(join(folder, 'generation.json'), '{"version": 2}');
    await expect(readGenerationRecord(folder)).rejects.toThrow('a record that cannot be read');
  });

  it('are none when the texts themselves are gone', async () => {
    const folder = await written();
    rmSync(join(folder, 'query_with_hydoc.jsonl'));
    expect(await earlierGenerations(folder, record())).toBeUndefined();
  });
});
