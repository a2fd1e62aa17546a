// The licences of all packages in the lock file, as LICENCES.md. `node scripts/licences.js` writes it; one that is not on the list is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = new URL('..', import.meta.url);

/** Licences that let anyone use and pass on what is under them. MPL-2.0 asks that changes of its files stay open; none is changed or bundled here. */
export const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
];

/** Whether one of the licences of an expression such as "(MIT OR CC0-1.0)" is on the list, or all where it says AND. */
export const isAllowed = (expression) =>
  typeof expression === 'string' &&
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((some) => some.split(' AND ').every((each) => ALLOWED.includes(each.trim())));

/** Every package of a lock file: its name, version, licence, and whether users of the package get it. */
export const packagesIn = (lock) =>
  Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license, dev = false, devOptional = false, optional = false }]) => ({
      name: path.split('node_modules/').at(-1),
      version,
      licence: license,
      installed: !dev && !devOptional && !optional,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const listed = (packages) => {
  const distinct = [...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values()];
  return distinct
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence ?? 'none stated'} |`)
    .join('\n');
};

export const licencesText = (lock) => {
  const packages = packagesIn(lock);
  const head = '| Package | Version | Licence |\n|---|---|---|\n';
  return `# Licences of packages

Written by \`node scripts/licences.js\` from the lock file; a test compares. r2med itself is under the MIT licence ([LICENSE](LICENSE)).

## Installed with r2med

${head}${listed(packages.filter(({ installed }) => installed))}

## Used to build and test it, or optional

What is built into the pages and into the chart drawer (React, TanStack, d3) has its licences next to it: \`dist/page/LICENCES.txt\`.

${head}${listed(packages.filter(({ installed }) => !installed))}
`;
};

/** Packages whose licence is not on the list. */
export const refused = (lock) => packagesIn(lock).filter(({ licence }) => !isAllowed(licence));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));
  writeFileSync(fileURLToPath(new URL('LICENCES.md', ROOT)), licencesText(lock));
  for (const { name, version, licence } of refused(lock))
    console.error(`${name} ${version}: licence ${licence ?? 'not stated'} is not on the list`);
  process.exitCode = refused(lock).length > 0 ? 1 : 0;
}
