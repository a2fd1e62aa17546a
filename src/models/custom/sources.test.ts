import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedFiles } from './sources.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'own-sources-'));
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'embed.py'), 'print()');
  writeFileSync(join(cwd, 'run.sh'), '#!/bin/sh');
  writeFileSync(join(cwd, 'binary'), 'ELF');
  writeFileSync(join(cwd, 'weights.bin'), Buffer.alloc((1 << 20) + 1));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the files a command names', () => {
  it('are its small files, by the word that names them', async () => {
    const words = ['python3', './embed.py', '--model', 'weights.bin', 'folder', 'not-there', '', 'a\u0000b'];
    expect(await namedFiles(words, cwd)).toEqual({ './embed.py': sha256('print()') });
  });

  it('hold the program itself if it is a script', async () => {
    expect(await namedFiles(['./run.sh', 'binary'], cwd)).toEqual({
      './run.sh': sha256('#!/bin/sh'),
      binary: sha256('ELF'),
    });
    expect(await namedFiles(['./binary'], cwd)).toEqual({});
  });
});
