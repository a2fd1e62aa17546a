import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embedded } from '../../../test/embedded.js';
import { testTools } from '../../../test/tools.js';
import { InputError, WorkError } from '../../core/index.js';
import type { Alarm } from './child.js';
import { type CommandSettings, openCommand } from './command.js';
import type { Kind, VectorOf } from './kinds.js';
import type { OwnEmbedder } from './own-embedder.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'own-command-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const open: OwnEmbedder<unknown>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((model) => model.close()));
});

/** A program that calls `body` with each request; `say` prints a line. `first` runs before. */
const program = (body: string, first = ''): string => {
  const file = join(cwd, 'program.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
     const say = (message) => process.stdout.write((typeof message === 'string' ? message : JSON.stringify(message)) + '\\n');
     ${first}
     createInterface({ input: process.stdin }).on('line', (line) => {
       const request = JSON.parse(line);
       const { id, role, texts } = request;
       ${body}
     });`,
  );
  return `'${process.execPath}' program.mjs`;
};

const opened = async <K extends Kind = 'dense'>(
  command: string,
  settings: CommandSettings<K> = {},
): Promise<OwnEmbedder<VectorOf[K]>> => {
  const model = await openCommand(command, { cwd, note: () => {}, ...settings });
  open.push(model);
  return model;
};

const failing = async (work: Promise<unknown>): Promise<Error> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InputError || error instanceof WorkError))
    throw new Error('not ours', { cause: error });
  return error;
};

const LENGTHS = 'say({ id, vectors: texts.map((text) => [text.length, 1]) });';
const good = (length: number): Float32Array => Float32Array.of(length, 1);

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
    expect(model.usage()).toEqual({
      cut: { query: 1, rewrite: 0, document: 0 },
      tokens: 20,
      calls: 2,
      usd: 0,
    });
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
      'further lines that are no answers are not shown',
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
    ['no JSON', `say('{"id": ' + id + ', "vectors": [[1')`, 'its answer is no JSON: {"id": '],
    ['no vectors', 'say({ id })', '"vectors" in its answer is undefined, not an array'],
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
      {
        note: (line) => notes.push(line),
      },
    );
    expect(model).not.toHaveProperty('dimensions');
    expect(notes).toEqual([expect.stringContaining('refuses "fever": unknown text')]);
    expect(await embedded(model, ['a', 'bb'])).toEqual([good(1), good(2)]);
  });
});

describe('a command that ends too early', () => {
  it('fails every text it leaves, with its last words', async () => {
    const model = await opened(
      program(
        `if (texts.includes('bad')) { console.error('Traceback\\nMemoryError'); process.exit(3); } ${LENGTHS}`,
      ),
      { batchSize: 1, inFlight: 1 },
    );
    const reason = 'the command exited with code 3: Traceback | MemoryError';
    expect(await embedded(model, ['dddd', 'bad', 'c', 'b'])).toEqual([good(4), reason, reason, reason]);
    expect(await embedded(model, ['again'])).toEqual([reason]);
  });

  it('after its answers loses none of them', async () => {
    const model = await opened(
      program(`${LENGTHS} if (id > 1) process.stdout.write('', () => process.exit(0));`),
    );
    expect(await embedded(model, ['a', 'bb'])).toEqual([good(1), good(2)]);
  });

  it('by a signal says so', async () => {
    const model = await opened(program(`if (id > 1) process.kill(process.pid, 'SIGKILL'); else ${LENGTHS}`));
    expect(await embedded(model, ['a'])).toEqual(['the command was ended by SIGKILL']);
  });

  it('by closing its input is no crash of ours', async () => {
    const model = await opened(program(`${LENGTHS} process.stdin.destroy();`));
    expect(await embedded(model, Array<string>(5).fill('x'.repeat(200_000)))).toEqual(
      Array(5).fill('the command exited with code 0'),
    );
  });
});

/** Alarms that the test rings: each `ring` rings those of one length. */
const handAlarm = () => {
  const set = new Map<() => void, number>();
  const waiting: { readonly ms: number; readonly resolve: () => void }[] = [];
  const alarm: Alarm = (ms, ring) => {
    set.set(ring, ms);
    for (const each of waiting.filter((wait) => wait.ms === ms)) each.resolve();
    return () => void set.delete(ring);
  };
  const isSet = (ms: number): Promise<void> =>
    [...set.values()].includes(ms)
      ? Promise.resolve()
      : new Promise((resolve) => waiting.push({ ms, resolve }));
  const ring = async (ms: number): Promise<void> => {
    await isSet(ms);
    for (const [call] of [...set].filter(([, length]) => length === ms)) {
      set.delete(call);
      call();
    }
  };
  return { alarm, ring, set };
};

/** The first line that is noted. */
const hearing = () => {
  let note = (_line: string): void => {};
  const heard = new Promise<string>((resolve) => {
    note = resolve;
  });
  return { heard, note };
};

describe('a command that is silent', () => {
  it('is ended, and its texts fail', async () => {
    const { alarm, ring, set } = handAlarm();
    const model = await opened(program(`if (id === 1) ${LENGTHS}`), { alarm, silence: 90_000, batchSize: 1 });
    expect(set.size).toBe(0); // nothing is owed, so nothing is watched
    const work = embedded(model, ['a', 'b', 'c']);
    await ring(90_000);
    expect(await work).toEqual(Array(3).fill('the command gave no answer for 1 min 30 s and was ended'));
    await model.close();
  });

  it('is not saved by lines that are no answers', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing();
    const model = await opened(
      program(`if (id === 1) ${LENGTHS} else say({ id: id + 100, vectors: [[1, 1]] });`),
      { alarm, note, silence: 5 },
    );
    const work = embedded(model, ['a']);
    expect(await heard).toBe('not an answer: an answer to a request 102 that nobody waits for');
    await ring(5);
    expect(await work).toEqual(['the command gave no answer for 5 ms and was ended']);
  });

  it('from the beginning cannot be opened', async () => {
    const { alarm, ring } = handAlarm();
    const work = opened(program(''), { alarm, silence: 1000 });
    await ring(1000);
    expect((await failing(work)).message).toContain('gave no answer for 1.0 s');
  });

  it('but chatters without end is ended too', async () => {
    const model = await opened(
      program(`if (id === 1) ${LENGTHS} else for (let i = 0; i < 10000; i++) say('y');`),
    );
    expect(await embedded(model, ['a'])).toEqual([
      'the command printed 10000 lines that are no answers and was ended',
    ]);
  });
});

describe('a command that cannot work', () => {
  it.each([
    [
      'a program that is not there',
      'no-such-program-here x',
      'the program "no-such-program-here" cannot be started (ENOENT)',
    ],
    ['a variable before the program', 'CUDA_VISIBLE_DEVICES=0 python3', 'Fix: env CUDA_VISIBLE_DEVICES=0'],
    [
      'an argument with a null byte',
      `'${process.execPath}' "a\u0000b"`,
      'cannot be started (ERR_INVALID_ARG_VALUE)',
    ],
    ['a pipe', 'cat x | python3 y', 'no shell reads the command'],
  ])('%s is bad input', async (_, command, message) => {
    const error = await failing(opened(command));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(message);
  });

  it.each([
    ['its vector is a number', 'say({ id, vectors: [1] })', 'a vector that is 1'],
    [
      'its vector has another size than its hello',
      'say({ r2med: 1, dimensions: 3 }); say({ id, vectors: [[1, 2]] })',
      '2 numbers where others have 3',
    ],
    ['it gives two vectors for a text', 'say({ id, vectors: [[1], [2]] })', '2 vectors for 1 text'],
    ['its answer is cut', `say('{"id": 1, "vect')`, 'its answer is no JSON'],
    ['it speaks another version', 'say({ r2med: 2 })', 'its hello does not fit: "r2med"'],
    ['its hello is odd', 'say({ r2med: 1, batchSize: 0 })', 'its hello does not fit: "batchSize"'],
  ])('%s: bad input, with the line to try by hand', async (_, body, message) => {
    const error = await failing(opened(program(`${body};`)));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(message);
    expect(error.message).toContain('{"r2med":1,"id":1,"kind":"dense","role":"document","texts":["fever"]}');
  });

  it('that dies at once fails with its last words', async () => {
    const error = await failing(
      opened(program('', `console.error("ModuleNotFoundError: No module named 'torch'"); process.exit(1);`)),
    );
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain("exited with code 1: ModuleNotFoundError: No module named 'torch'");
  });

  it('settings that are no counts are refused', async () => {
    expect((await failing(opened(program(LENGTHS), { inFlight: 0 }))).message).toContain('inFlight 0');
    expect((await failing(opened(program(LENGTHS), { batchSize: 0.5 }))).message).toContain('batchSize 0.5');
  });
});

describe('the end', () => {
  it('comes when its input ends, and again is nothing', async () => {
    const notes: string[] = [];
    const model = await opened(program(LENGTHS, `process.stdin.on('end', () => console.error('bye'));`), {
      note: (line) => notes.push(line),
    });
    await model.close();
    await model.close();
    expect(notes).toEqual([expect.stringContaining('bye')]);
    expect(await embedded(model, ['a'])).toEqual(['the command was closed']);
  });

  it('is brought about where a command stays: asked first, then killed', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing();
    const stay = `setInterval(() => {}, 2 ** 30); process.on('SIGTERM', () => console.error('I stay'));`;
    const model = await opened(program(LENGTHS, stay), { alarm, note });
    const closed = model.close();
    await ring(10_000);
    expect(await heard).toContain('I stay');
    await ring(10_000);
    await closed;
  });

  it('of a command whose own child holds its pipes is still noticed', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing();
    const model = await opened(
      program(
        `if (id === 1) ${LENGTHS} else process.exit(4);`,
        `const { spawn } = await import('node:child_process');
         const stdio = ['ignore', 'inherit', 'inherit'];
         console.error(spawn(process.execPath, ['-e', 'setInterval(() => {}, 2 ** 30)'], { stdio }).pid);`,
      ),
      { alarm, note },
    );
    const pid = Number((await heard).split(' ').at(-1));
    try {
      const work = embedded(model, ['a']);
      await ring(10_000);
      expect(await work).toEqual([`the command exited with code 4: ${pid}`]);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('by an abort while opening ends the command', async () => {
    const control = new AbortController();
    const work = openCommand(program('', `console.error('loading');`), {
      cwd,
      signal: control.signal,
      note: () => control.abort(new Error('stopped')),
    });
    await expect(work).rejects.toThrow('stopped');
    await expect(
      openCommand(program(''), { cwd, signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
  });

  it('by an abort while embedding ends the wait, and what comes late harms nobody', async () => {
    const control = new AbortController();
    const model = await opened(
      program(`if (texts[0] === 'slow') console.error('busy'); else { ${LENGTHS} }`),
      { note: () => control.abort(new Error('stopped')) },
    );
    const tools = testTools({ signal: control.signal });
    await expect(embedded(model, ['slow'], { tools })).rejects.toThrow('stopped');
    expect(await embedded(model, ['a'])).toEqual([good(1)]);
  });
});
