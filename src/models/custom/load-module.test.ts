import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import { LENGTHS, ownModules, problemOf } from '../../../test/support/own-module.js';
import { loadModule } from './load-module.js';

const { write, opened, folder } = ownModules();

describe('the spec', () => {
  it('changes with the content, not with the place', async () => {
    const first = await opened(LENGTHS, 'here/model.mjs');
    expect((await opened(LENGTHS, 'there/other.mjs')).spec).toEqual(first.spec);
    expect((await opened(`${LENGTHS}\n`, 'here/model.mjs')).spec).not.toEqual(first.spec);
  });

  it('holds what the module imports by relative paths, however deep', async () => {
    write('deep/lib/words.json', '["a"]');
    write('deep/lib/inner.cjs', 'exports.words = require("./words"); // require("./not-there")');
    write('deep/shared.mjs', 'import "./model.mjs"; export const one = 1;');
    const source = `import { one } from './shared.mjs'; export { words } from "./lib/inner.cjs"; import 'node:fs'; ${LENGTHS}`;
    const before = (await opened(source, 'deep/model.mjs')).spec;
    const imports = (spec: unknown) => (spec as { imports: Record<string, string> }).imports;
    expect(Object.keys(imports(before))).toEqual(['lib/inner.cjs', 'lib/words.json', 'shared.mjs']);
    write('deep/lib/words.json', '["b"]');
    expect(imports((await opened(source, 'deep/model.mjs')).spec)).not.toEqual(imports(before));
  });

  it('a file that changed while we run is loaded anew', async () => {
    const source = (n: number) => `export const embed = (texts) => texts.map(() => [${n}]);`;
    expect(await embedded(await opened(source(1), 'changing.mjs'), ['a'])).toEqual([Float32Array.of(1)]);
    expect(await embedded(await opened(source(2), 'changing.mjs'), ['a'])).toEqual([Float32Array.of(2)]);
  });
});

describe('TypeScript', () => {
  const refused = Object.assign(new TypeError('Unknown file extension ".ts"'), {
    code: 'ERR_UNKNOWN_FILE_EXTENSION',
  });

  it('where Node does not load it is refused with what to do', async () => {
    expect(await problemOf(loadModule('/models/mine.ts', 'mark', () => Promise.reject(refused)))).toEqual({
      at: { file: '/models/mine.ts' },
      found: `TypeScript, which Node ${process.versions.node} does not load`,
      expected: '.js, .mjs or .cjs; .ts on Node 22.18 or later',
      fix: 'compile it to JavaScript first (npx tsc), or use Node 22.18 or later',
    });
    const other = await problemOf(loadModule('/models/mine.wasm2', 'mark', () => Promise.reject(refused)));
    expect(other.found).toContain('a file name that Node');
    expect(other.fix).toBeUndefined();
  });

  it('is loaded by the Node that runs this, or refused with exactly that code', () => {
    const file = write('typed.mts', 'export const embed = (texts: string[]) => texts.map(() => [1]);');
    const script = `import(${JSON.stringify(join(folder(), file))}).then((m) => typeof m.embed, (e) => e.code).then(console.log)`;
    const printed = execFileSync(process.execPath, ['--no-warnings', '-e', script], {
      encoding: 'utf8',
    }).trim();
    const loads = Boolean((process.features as { typescript?: unknown }).typescript);
    expect(printed).toBe(loads ? 'function' : 'ERR_UNKNOWN_FILE_EXTENSION');
  });
});
