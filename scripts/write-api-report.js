// Writes docs/api.txt, every public name with its signature, so that a change of what the package offers shows in review.
// Build first. With --check nothing is written: the script says what differs, and ends with 1. A public name without
// documentation is an error either way. Another package's folder may be named.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicSurface } from './public-surface.js';

const words = process.argv.slice(2);
const root = words.find((word) => !word.startsWith('--')) ?? fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/api.txt');

const report = (surface) => {
  const listed = new Map();
  const lines = [
    'Every public name of r2med, by the path to import it from. Written by scripts/write-api-report.js; not edited by hand.',
  ];
  for (const { subpath, names } of surface) {
    lines.push('', `## ${subpath}`, '');
    for (const { name, identity, signatures } of names.filter(({ deprecated }) => !deprecated)) {
      const before = listed.get(`${identity} ${name}`);
      lines.push(...(before ? [`${name}: see ${before}`] : signatures));
      if (!before) listed.set(`${identity} ${name}`, subpath);
    }
    for (const { name, deprecated } of names.filter((each) => each.deprecated))
      lines.push(`deprecated ${name}: ${deprecated.replace(/\s+\*?\s*/g, ' ')}`);
  }
  return `${lines.join('\n')}\n`;
};

const surface = publicSurface(root);
const undocumented = surface.flatMap(({ subpath, names }) =>
  names.filter(({ doc }) => doc === '').map(({ name }) => `${subpath}: ${name} has no documentation`),
);
const unknown = surface.flatMap(({ subpath, names }) =>
  names
    .filter(({ signatures }) => signatures.length === 0)
    .map(({ name }) => `${subpath}: ${name} has no declaration`),
);
for (const line of [...undocumented, ...unknown]) console.error(line);
if (undocumented.length + unknown.length > 0) process.exitCode = 1;

const now = report(surface);
if (words.includes('--check')) {
  const lines = (text) => new Set(text.split('\n'));
  const written = readFileSync(page, 'utf8');
  const [before, after] = [lines(written), lines(now)];
  for (const line of before) if (!after.has(line)) console.error(`- ${line}`);
  for (const line of after) if (!before.has(line)) console.error(`+ ${line}`);
  if (now !== written) {
    console.error('docs/api.txt is behind the code: run npm run api, and look at what changed');
    process.exitCode = 1;
  }
} else writeFileSync(page, now);
