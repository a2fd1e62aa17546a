// The software bill of materials of the package, CycloneDX 1.5 in JSON: what users install, by the lock file. `npm run sbom` prints it, `npm run sbom -- FILE`
// writes it. From the lock file itself: `npm sbom --omit dev` of npm 11 leaves out direct dependencies that build tools ask for too (yaml, zod).
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const json = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

const nameOf = (path) => path.split('node_modules/').at(-1);
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The path of a package that another one asks for, as Node finds it: its own folder first, then those above. */
const resolved = (packages, from, name) => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
};

const component = ([path, { version, license, integrity, optional = false }]) => {
  const name = nameOf(path);
  const [algorithm, content] = (integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(content && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') },
      ],
    }),
    licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }],
    purl: purlOf(name, version),
  };
};

/** The same lock file gives the same bytes: no time, no serial number. */
export const sbom = (lock = json('package-lock.json'), manifest = json('package.json')) => {
  const { packages } = lock;
  const users = Object.entries(packages).filter(
    ([path, { dev = false, devOptional = false }]) => path !== '' && !dev && !devOptional,
  );
  const shipped = new Set(users.map(([path]) => path));
  const refOf = (path) =>
    path === '' ? purlOf(manifest.name, manifest.version) : purlOf(nameOf(path), packages[path].version);
  const dependsOn = (path, { dependencies = {}, optionalDependencies = {} }) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((name) => resolved(packages, path, name))
      .filter((found) => shipped.has(found))
      .map(refOf)
      .sort();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': refOf(''),
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: [{ license: { id: manifest.license } }],
        purl: refOf(''),
      },
    },
    components: users.map(component),
    dependencies: [['', manifest], ...users].map(([path, each]) => ({
      ref: refOf(path),
      dependsOn: dependsOn(path, each),
    })),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(sbom(), null, 2)}\n`;
  if (process.argv[2]) writeFileSync(process.argv[2], text);
  else process.stdout.write(text);
}
