import { publicSurface } from './public-surface.js';

const HEAD =
  'Every public name of r2med, by the path to import it from. Written by npm run write -- api; not edited by hand.';

/** docs/api.txt, so that a change of what the package offers shows in review. The types that the build made are read. */
export const write = ({ root }) => {
  const surface = publicSurface(root);
  const wrong = surface.flatMap(({ subpath, names }) =>
    names.flatMap(({ name, doc, signatures }) => [
      ...(doc === '' ? [`${subpath}: ${name} has no documentation`] : []),
      ...(signatures.length === 0 ? [`${subpath}: ${name} has no declaration`] : []),
    ]),
  );
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const listed = new Map();
  const lines = [HEAD];
  for (const { subpath, names } of surface) {
    lines.push('', `## ${subpath}`, '');
    for (const { name, identity, signatures } of names) {
      const key = `${identity} ${name}`;
      lines.push(...(listed.has(key) ? [`${name}: see ${listed.get(key)}`] : signatures));
      if (!listed.has(key)) listed.set(key, subpath);
    }
  }
  return { 'docs/api.txt': `${lines.join('\n')}\n` };
};
