// A release, step by step. `npm run release -- --dry-run` does all but what cannot be taken back: it writes nothing, tags nothing and publishes nothing.
// Without it the tag is made; pushing the tag starts .github/workflows/release.yml, which publishes with provenance.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkClaims, claimsText } from '../bench/claims.js';
import { licencesText, refused } from './licences.js';
import { changesOf, releaseProblems } from './release-checks.js';
import { sbom } from './sbom.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const call = (command, ...args) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, packed: { type: 'boolean', default: true } },
  allowNegative: true,
});
const dry = values['dry-run'];
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));
const tag = `v${manifest.version}`;

const packed = values.packed
  ? Object.values(JSON.parse(call('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')))[0]
  : undefined;
const checked = checkClaims();
const problems = releaseProblems({
  manifest,
  changelog: read('CHANGELOG.md'),
  tags: call('git', 'tag', '--list').split('\n'),
  uncommitted: call('git', 'status', '--porcelain'),
  citation: read('CITATION.cff'),
  workflow: read('.github/workflows/release.yml'),
  sbom: sbom(lock, manifest),
  packed: packed?.files.map(({ path }) => path),
  licences: { refused: refused(lock), isCurrent: licencesText(lock) === read('LICENCES.md') },
  claims: {
    problems: checked.judged.flatMap(({ problem }) => problem ?? []),
    isCurrent: claimsText(checked) === read('bench/CLAIMS.md'),
  },
});

console.log(`${manifest.name} ${manifest.version}, tag ${tag}`);
console.log(
  `\n${changesOf(read('CHANGELOG.md'), manifest.version) ?? '(no section of this version in CHANGELOG.md)'}\n`,
);
console.log(
  `SBOM: ${sbom(lock, manifest).components.length} components. Claims of speed: ${checked.judged.length}.`,
);
if (packed)
  console.log(
    `Package: ${packed.files.length} files, ${(packed.unpackedSize / 1e6).toFixed(1)} MB unpacked.`,
  );
for (const problem of problems) console.error(`not ready: ${problem}`);

if (problems.length > 0) process.exitCode = 1;
else if (dry) console.log(`Dry run: all is ready. Without --dry-run: git tag ${tag}`);
else {
  call('git', 'tag', '--annotate', tag, '--message', `${manifest.name} ${manifest.version}`);
  console.log(`Tagged ${tag}. To publish it: git push origin ${tag}`);
}
