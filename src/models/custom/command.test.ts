import { describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import { good, LENGTHS, ownCommands } from '../../../test/support/own-command.js';

const { program, opened } = ownCommands();

describe('a command', () => {
  it('gets texts and role as they are, and gives vectors', async () => {
    const texts = ['', 'plain', 'Ödem – 関節 \u2028 "quoted" \\ \n\t\u0000', '😀', 'x'.repeat(300_000)];
    const model = await opened(
      program(
        `say({ id, vectors: texts.map((t) => [t.length, t.charCodeAt(0) || 0, role === 'rewrite' ? 1 : 0]) });`,
      ),
    );
    expect(await embedded(model, texts, { role: 'rewrite' })).toEqual(
      texts.map((text) => Float32Array.of(text.length, text.charCodeAt(0) || 0, 1)),
    );
  });

  it('may give vectors as bytes behind a line, and say how many characters it wants at once', async () => {
    const model = await opened(
      program(
        `const rows = Float32Array.from(texts.flatMap((text) => [text.length, texts.length]));
         process.stdout.write(JSON.stringify({ id, rows: texts.length, bytes: rows.byteLength }) + '\\n');
         process.stdout.write(Buffer.from(rows.buffer));`,
        `say({ r2med: 1, batchCharacters: 10, batchSize: 3 });`,
      ),
    );
    // Longest first: one that is too long is alone, then as many as ten characters or three texts are.
    const texts = ['x'.repeat(30), 'x'.repeat(6), 'xxxx', 'xx', 'x', '', ''];
    expect(await embedded(model, texts)).toEqual(
      [
        [30, 1],
        [6, 2],
        [4, 2],
        [2, 3],
        [1, 3],
        [0, 3],
        [0, 1],
      ].map((row) => Float32Array.from(row)),
    );
  });

  it('may answer in any order', async () => {
    const model = await opened(
      program(
        `held.push({ id, vectors: texts.map((text) => [text.length, 1]) });
         if (id === 1 || held.length === 3) held.splice(0).reverse().forEach(say);`,
        'const held = [];',
      ),
      { batchSize: 1, inFlight: 3 },
    );
    expect(await embedded(model, ['a', 'bb', 'ccc'])).toEqual([good(1), good(2), good(3)]);
  });

  it('has at most two requests at once, unless it wants more', async () => {
    const model = await opened(
      program(
        `waiting.push({ id, texts });
         most = Math.max(most, waiting.length);
         setImmediate(() => { const { id, texts } = waiting.shift(); say({ id, vectors: texts.map(() => [most]) }); });`,
        'const waiting = []; let most = 0;',
      ),
      { batchSize: 1 },
    );
    const found = (await embedded(model, Array<string>(50).fill('x'))) as Float32Array[];
    expect(Math.max(...found.map(([most]) => most!))).toBeLessThanOrEqual(2);
    expect(model.usage().calls).toBe(51);
  });

  it('says of itself what it likes, before its first answer', async () => {
    const hello = {
      r2med: 1,
      name: 'mine',
      version: 7,
      dimensions: 2,
      similarity: 'dot',
      batchSize: 3,
      inFlight: 1,
    };
    const command = program(
      `say({ id, vectors: texts.map(() => [texts.length, 1]) });`,
      `say(${JSON.stringify(hello)});`,
    );
    const model = await opened(command);
    expect(model).toMatchObject({ name: 'mine', similarity: 'dot', dimensions: 2 });
    expect(model.spec).toEqual({ command, kind: 'dense', name: 'mine', version: '7', dimensions: 2 });
    expect(await embedded(model, ['a', 'b', 'c', 'd'])).toEqual([good(3), good(3), good(3), good(1)]);
  });

  it('that says nothing is known by its command, its script and the size of its vectors', async () => {
    const command = program(LENGTHS);
    const model = await opened(command);
    expect(model).toMatchObject({ similarity: 'cosine', dimensions: 2 });
    expect(model.spec).toEqual({
      command,
      kind: 'dense',
      files: { 'program.mjs': expect.stringMatching(/^[0-9a-f]{64}$/) },
      dimensions: 2,
    });
    program(`${LENGTHS} // changed`);
    expect((await opened(command)).spec).not.toEqual(model.spec);
  });

  it('may give vectors as base64, and counts of tokens and cut texts', async () => {
    const model = await opened(
      program(
        `const base64 = (t) => Buffer.from(Float32Array.of(t.length, 0.1).buffer).toString('base64');
         say({ id, vectors: texts.map(base64), tokens: 10 * texts.length, cut: 1 });`,
      ),
    );
    expect(await embedded(model, ['a', 'bb'], { role: 'query' })).toEqual([
      Float32Array.of(1, 0.1),
      Float32Array.of(2, 0.1),
    ]);
    expect(model.usage()).toEqual({ cut: { query: 1, rewrite: 0, document: 0 }, tokens: 20, calls: 2 });
  });

  it('is asked for the kind that is wanted', async () => {
    const command = program(
      `say({ id, vectors: texts.map((t) => request.kind === 'sparse' ? { indices: [9, 3], weights: [1, 2] } : [[1], [2]]) });`,
    );
    expect(await embedded(await opened(command, { kind: 'sparse' }), ['a'])).toEqual([
      { indices: Int32Array.of(3, 9), weights: Float32Array.of(2, 1) },
    ]);
    expect(await embedded(await opened(command, { kind: 'late' }), ['a'])).toEqual([
      { tokens: 2, dimensions: 1, data: Float32Array.of(1, 2) },
    ]);
  });

  it('is read by no shell', async () => {
    const command = program(`say({ id, vectors: texts.map(() => [process.argv[2].length, 1]) });`);
    expect(await embedded(await opened(`${command} $(exit;ls)`), ['a'])).toEqual([good('$(exit;ls)'.length)]);
  });

  it('what it prints on stderr and astray on stdout is passed on, a line at a time, without control characters', async () => {
    const notes: string[] = [];
    await opened(
      program(
        LENGTHS,
        `process.stderr.write('load  10%\\rload 100%\\n\\u001b[31mred\\u001b[0m\\u0007\\n\\n');
         for (let i = 0; i < 9; i++) say('print ' + i);
         say({ r2med: 1 });`,
      ),
      { note: (line) => notes.push(line) },
    );
    const stderr = notes.filter((line) => line.startsWith('['));
    expect(stderr).toEqual([
      expect.stringMatching(/^\[node(\.exe)?\] load 100%$/),
      expect.stringMatching(/\] red$/),
    ]);
    expect(notes.filter((line) => !line.startsWith('['))).toEqual([
      ...[0, 1, 2, 3, 4].map((i) => `not an answer: print ${i}`),
      'further lines that are not answers are not shown',
    ]);
  });
});

describe('one bad text', () => {
  it('that the command names fails alone', async () => {
    const model = await opened(
      program(
        `say({ id, vectors: texts.map((t) => t === 'bad' || t === 'mute' ? null : [t.length, 1]),
                   errors: texts.map((t) => t === 'bad' ? 'too long' : null) });`,
      ),
    );
    expect(await embedded(model, ['a', 'bad', 'mute', 'bb'])).toEqual([
      good(1),
      'too long',
      'no vector and no reason',
      good(2),
    ]);
  });

  it.each([
    ['an error', `say({ id, error: 'CUDA out of memory' })`, 'CUDA out of memory'],
    ['no JSON', `say('{"id": ' + id + ', "vectors": [[1')`, 'its answer is not JSON: {"id": '],
    ['no vectors', 'say({ id })', 'its answer has none of "vectors"'],
    ['too few vectors', 'say({ id, vectors: [] })', '0 vectors for 1 texts'],
    [
      'a line without end',
      `say({ id, vectors: [Array(50000).fill(0.123456789)] })`,
      'its answer is longer than 100000 bytes',
    ],
  ])('that spoils its batch with %s is found by halving', async (_, spoil, reason) => {
    const model = await opened(program(`if (texts.includes('bad')) ${spoil}; else ${LENGTHS}`), {
      longestLine: 100_000,
    });
    const texts = ['a', 'bb', 'ccc', 'bad', 'dddd'];
    expect(await embedded(model, texts)).toEqual([
      good(1),
      good(2),
      good(3),
      expect.stringContaining(reason),
      good(4),
    ]);
  });

  it.each([
    ['[NaN, 1]', 'number 1 of 2 is null'],
    ['[1, 1e39]', 'number 2 of 2 is 1e+39'],
    ['[1]', '1 numbers where others have 2'],
    ['{"a": 1}', 'an object with a'],
    ['"%%%"', 'the text "%%%"'],
    ['"AAAAAAA="', 'the text "AAAAAAA="'],
  ])('whose vector is %s fails alone', async (vector, reason) => {
    const answer = `'{"id":' + id + ',"vectors":[' + texts.map((t) => t === 'bad' ? ${JSON.stringify(vector)} : '[1, 1]') + ']}'`;
    const model = await opened(program(`say(${answer});`));
    expect(await embedded(model, ['a', 'bad', 'b'])).toEqual([
      good(1),
      expect.stringContaining(reason),
      good(1),
    ]);
  });

  it('that a command refuses at the beginning does not stop the others', async () => {
    const notes: string[] = [];
    const model = await opened(
      program(`if (texts[0] === 'fever') say({ id, error: 'unknown text' }); else ${LENGTHS}`),
      { note: (line) => notes.push(line) },
    );
    expect(model).not.toHaveProperty('dimensions');
    expect(notes).toEqual([expect.stringContaining('refuses "fever": unknown text')]);
    expect(await embedded(model, ['a', 'bb'])).toEqual([good(1), good(2)]);
  });
});
