import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { readLines } from './lines.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const written = (content: string | Uint8Array): string => {
  const file = join(folder, 'text');
  writeFileSync(file, content);
  return file;
};

const linesOf = async (file: string): Promise<[line: number, text: string][]> => {
  const found: [number, string][] = [];
  for await (const batch of readLines(file)) for (const { line, text } of batch) found.push([line, text]);
  return found;
};

const problemOf = async (file: string) => {
  const error: unknown = await linesOf(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.details;
};

describe('readLines', () => {
  it('counts lines from 1 and says in which file they stand', async () => {
    const file = written('one\ntwo\n');
    for await (const batch of readLines(file))
      expect(batch).toEqual([
        { text: 'one', line: 1, file },
        { text: 'two', line: 2, file },
      ]);
  });

  it('takes a last line without its newline', async () => {
    expect(await linesOf(written('one\ntwo'))).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('leaves out blank lines but counts them', async () => {
    expect(await linesOf(written('\n \t\none\n\r\n\ntwo\n\n'))).toEqual([
      [3, 'one'],
      [6, 'two'],
    ]);
  });

  it('drops a byte order mark at the beginning and nowhere else', async () => {
    expect(await linesOf(written('\ufeffone\n\ufefftwo'))).toEqual([
      [1, 'one'],
      [2, '\ufefftwo'],
    ]);
  });

  it('takes CR LF for a line end and leaves other carriage returns', async () => {
    expect(await linesOf(written('a\r\nb\rc\r\nd\r'))).toEqual([
      [1, 'a'],
      [2, 'b\rc'],
      [3, 'd'],
    ]);
  });

  it('ends lines at LF alone, not at Unicode’s line separators', async () => {
    expect(await linesOf(written('a\u2028b\u0085c\vd\n'))).toEqual([[1, 'a\u2028b\u0085c\vd']]);
  });

  it('yields nothing for an empty file', async () => {
    expect(await linesOf(written(''))).toEqual([]);
  });

  it('tells gzip by content, also in several members', async () => {
    const twice = Buffer.concat([gzipSync('one\ntw'), gzipSync('o\nthree')]);
    expect(await linesOf(written(twice))).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
  });

  it('keeps lines and characters whole where blocks meet', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `${i} ${'é\u{1f9ec}x'.repeat(i % 97)}`);
    expect((await linesOf(written(lines.join('\n')))).map(([, text]) => text)).toEqual(lines);
    expect((await linesOf(written(gzipSync(lines.join('\n'))))).map(([, text]) => text)).toEqual(lines);
  });

  it('reads a line longer than several blocks', async () => {
    const long = 'ä'.repeat(1_000_000);
    expect(await linesOf(written(`a\n${long}\nb`))).toEqual([
      [1, 'a'],
      [2, long],
      [3, 'b'],
    ]);
  });

  it('gives back any text that was written line by line', async () => {
    const line = fc.string({ unit: 'binary' }).map((text) => `-${text.replace(/[\n\r]/g, '')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.boolean(), async (lines, zipped) => {
        const text = lines.join('\n');
        const found = await linesOf(written(zipped ? gzipSync(text) : text));
        expect(found.map(([, line]) => line)).toEqual(lines);
      }),
    );
  });

  it('closes the file when its reader stops early', async () => {
    for await (const [first] of readLines(written('a\nb\n'))) {
      expect(first?.text).toBe('a');
      break;
    }
    expect(await linesOf(written('c'))).toEqual([[1, 'c']]);
  });
});

it.skipIf(process.platform === 'win32')('readLines reads a pipe no further than asked', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('sh', ['-c', `mkfifo '${pipe}'`]);
  const writer = spawn('sh', ['-c', `cat > '${pipe}'`], { stdio: ['pipe', 'ignore', 'inherit'] });
  writer.stdin.write('one\ntwo\n');
  for await (const batch of readLines(pipe)) {
    expect(batch.map(({ text }) => text)).toEqual(['one', 'two']);
    // Who writes has not ended, and need not.
    break;
  }
  writer.stdin.end();
  await once(writer, 'close');
});

describe('readLines fails with an InputError', () => {
  it('at the line of the first byte that is not UTF-8', async () => {
    const broken = Buffer.concat([Buffer.from('gut\n\nschön\n'), Buffer.from([0x62, 0xe4, 0x64, 0x0a])]);
    expect(await problemOf(written(broken))).toMatchObject({
      at: { line: 4 },
      found: 'bytes that are not UTF-8',
      fix: 'save the file as UTF-8',
    });
    expect(await problemOf(written(gzipSync(broken)))).toMatchObject({ at: { line: 4 } });
  });

  it('at that line also after several blocks and without a newline', async () => {
    const lines = Buffer.from('ordinary line\n'.repeat(50_000));
    const broken = Buffer.concat([lines, Buffer.from([0xc3])]);
    expect(await problemOf(written(broken))).toMatchObject({ at: { line: 50_001 } });
  });

  it.each([
    ['a surrogate half', [0xed, 0xa0, 0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('for %s', async (_, bytes) => {
    expect(await problemOf(written(Uint8Array.from([0x61, ...bytes])))).toMatchObject({ at: { line: 1 } });
  });

  it.each([
    ['UTF-16 text', Buffer.from('\ufeffq1 0 d1 1\n', 'utf16le')],
    ['an xz file', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0xe6])],
    ['a Zstandard file', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa4])],
  ])('that knows %s', async (found, content) => {
    expect(await problemOf(written(content))).toMatchObject({ found, expected: 'UTF-8 text, plain or gzip' });
  });

  it('for gzip that was cut short or damaged', async () => {
    const whole = gzipSync('text\n'.repeat(1000));
    const damaged = Buffer.from(whole);
    damaged[20] = damaged[20]! ^ 0xff;
    expect(await problemOf(written(whole.subarray(0, -12)))).toMatchObject({
      found: 'a broken or cut gzip file',
    });
    expect(await problemOf(written(damaged))).toMatchObject({ found: 'a broken or cut gzip file' });
  });

  it('for a file that is not there, or is a folder', async () => {
    expect(await problemOf(join(folder, 'none'))).toMatchObject({ found: 'no such file' });
    expect(await problemOf(folder)).toMatchObject({ found: 'a folder where a file was expected' });
  });
});
