import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkClaims, claimsText } from '../../bench/claims.js';
import { isAllowed, licencesText, refused } from '../../scripts/licences.js';
import { changesOf, releaseProblems } from '../../scripts/release-checks.js';
import { sbom } from '../../scripts/sbom.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const manifest = JSON.parse(read('package.json'));

describe('the bill of materials', () => {
  const bom = sbom(lock, manifest);

  it('is CycloneDX 1.5, names every direct dependency, and nothing that only builds', () => {
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
    const names = bom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    for (const name of Object.keys(manifest.devDependencies)) expect(names).not.toContain(name);
    for (const component of bom.components)
      expect(component).toMatchObject({
        type: 'library',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        purl: expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        licenses: [expect.any(Object)],
      });
  });

  it('has references that are unique and lead somewhere, and is the same every time', () => {
    const refs = [bom.metadata.component, ...bom.components].map((each) => each['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { ref, dependsOn } of bom.dependencies)
      expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]));
    expect(sbom(lock, manifest)).toEqual(bom);
  });
});

describe('licences', () => {
  it('of all packages are on the list, and LICENCES.md has them', () => {
    expect(refused(lock)).toEqual([]);
    expect(read('LICENCES.md')).toBe(licencesText(lock));
  });

  it('are refused where none of an expression, or none at all, is on the list', () => {
    expect(['MIT', '(MIT OR CC0-1.0)', 'GPL-3.0 OR MIT', 'MIT AND ISC'].every(isAllowed)).toBe(true);
    expect(['GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', undefined].some(isAllowed)).toBe(false);
    expect(
      refused({ packages: { 'node_modules/x': { version: '1.0.0', license: 'AGPL-3.0' } } }),
    ).toHaveLength(1);
  });
});

/** Of clusters and peers beside themselves, or of how something works. */
const OF_NO_CLAIM = [
  'Three nodes on two cores are slower than one',
  'from disk it is slower',
  'as long as the slower of the two',
  'by a script, which is slower',
  'a faster one does more',
  'The progress line shows tokens a second',
  'which is 0.7 tokens a second for the 10,240 tokens',
  'at eight requests of 50 tokens a second',
];

describe('claims of speed', () => {
  const changed = (change: (text: string) => string, result = false) => {
    const root = mkdtempSync(join(tmpdir(), 'r2med-claims-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const bench = join(root, 'bench');
    for (const name of ['bench/claims.json', 'bench/results', 'ARCHITECTURE.md', 'README.md', 'docs'])
      cpSync(join(ROOT, name), join(root, name), { recursive: true });
    const file = join(root, result ? 'bench/results/javascript.json' : 'ARCHITECTURE.md');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return checkClaims({ bench, root }).judged.flatMap(({ problem }) => problem ?? []);
  };

  it('hold by the stored figures, and bench/CLAIMS.md has them', () => {
    const checked = checkClaims();
    expect(checked.judged.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(read('bench/CLAIMS.md')).toBe(claimsText(checked));
  });

  it('are all that README and the documents say about speed, but for what is said of others or of nothing measured', () => {
    const { judged } = checkClaims();
    const of = (page: string) =>
      judged.filter(({ claim }) => claim.file === page).map(({ claim }) => claim.text);
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    const unproved = ['README.md', 'ARCHITECTURE.md', ...pages].flatMap((page) =>
      read(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .replaceAll(/\s+/g, ' ')
        .split(/(?<=[.;:|]) /)
        .filter((each) =>
          /\b(faster|slower|fastest|tokens a second|half the rate|under (a|\d+) (s|minute))\b/.test(each),
        )
        .filter(
          (each) =>
            !of(page).some((text) => each.includes(text)) && !OF_NO_CLAIM.some((text) => each.includes(text)),
        )
        .map((each) => `${page}: ${each}`),
    );
    expect(unproved).toEqual([]);
  });

  it('name versions of peers that the bench installs', () => {
    const peers = ['flexsearch', 'minisearch', 'orama', 'wink']
      .map((name) => read(`bench/peers/${name}.js`))
      .join();
    for (const version of Object.values(checkClaims().peers).flat()) expect(peers).toContain(version);
  });

  it('fail where a figure falls below them, is gone, or the text is', () => {
    expect(changed((text) => text.replace(/"median": [\d.]+/, '"median": 12'), true)).toEqual([
      expect.stringContaining('12.0 × measured, at least 25 × claimed'),
    ]);
    expect(changed((text) => text.replace('time per query', 'other'), true)).toEqual([
      expect.stringContaining('has no figure'),
    ]);
    expect(changed((text) => text.replace('at least 25 times slower', 'a lot slower'))).toEqual([
      expect.stringContaining('no longer says'),
    ]);
  });
});

describe('a release', () => {
  const ready = {
    manifest: {
      name: 'r2med',
      version: '1.2.3',
      dependencies: { zod: '1.0.0' },
      publishConfig: { provenance: true },
    },
    changelog: '# Changelog\n\n## 1.2.3\n\n- More.\n\n## 1.2.2\n\n- Less.\n',
    tags: ['v1.2.2'],
    uncommitted: '',
    citation: 'cff-version: 1.2.0\nversion: 1.2.3\n',
    workflow: 'permissions:\n  id-token: write\n',
    sbom: { components: [{ name: 'zod' }] },
    packed: ['dist/index.js'],
    licences: { refused: [], isCurrent: true },
    claims: { problems: [], isCurrent: true },
  };

  it('is ready with a section of the changelog, a new tag and all lists current', () => {
    expect(releaseProblems(ready)).toEqual([]);
    expect(changesOf(ready.changelog, '1.2.3')).toBe('- More.');
  });

  it.each([
    ['no section', { changelog: '# Changelog\n' }, 'has no section ## 1.2.3'],
    ['lines left over', { changelog: `${ready.changelog}\n## Unreleased\n\n- x\n` }, 'under ## Unreleased'],
    ['a tag that is there', { tags: ['v1.2.3'] }, 'is there already'],
    ['changes', { uncommitted: ' M x' }, 'not committed'],
    ['another version to cite', { citation: 'version: 1.2.2' }, 'CITATION.cff'],
    ['no provenance', { manifest: { ...ready.manifest, publishConfig: {} } }, 'provenance'],
    ['no right to it', { workflow: '' }, 'identity'],
    ['a component that is not listed', { sbom: { components: [] } }, 'the SBOM lacks zod'],
    ['a licence', { licences: { refused: [{ name: 'x' }], isCurrent: true } }, 'not on the list: x'],
    ['an old list', { licences: { refused: [], isCurrent: false } }, 'LICENCES.md is behind'],
    ['an old table', { claims: { problems: [], isCurrent: false } }, 'CLAIMS.md is behind'],
    ['a claim', { claims: { problems: ['slow'], isCurrent: true } }, 'does not hold: slow'],
    ['no build', { packed: [] }, 'lacks dist'],
  ])('is refused with %s', (_, wrong, said) => {
    expect(releaseProblems({ ...ready, ...wrong })).toEqual([expect.stringContaining(said)]);
  });
});
