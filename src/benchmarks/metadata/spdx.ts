import { byCodePoint } from '../../core/index.js';

/** Identifiers of the SPDX licence list that texts and data sets have. Compared by their letters and digits. */
const IDENTIFIERS = [
  ...['CC0-1.0', 'CC-BY-2.0', 'CC-BY-2.5', 'CC-BY-3.0', 'CC-BY-4.0', 'CC-BY-SA-2.0', 'CC-BY-SA-2.5'],
  ...['CC-BY-SA-3.0', 'CC-BY-SA-4.0', 'CC-BY-NC-2.0', 'CC-BY-NC-3.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-2.0'],
  ...['CC-BY-NC-SA-3.0', 'CC-BY-NC-SA-4.0', 'CC-BY-ND-3.0', 'CC-BY-ND-4.0', 'CC-BY-NC-ND-3.0'],
  ...['CC-BY-NC-ND-4.0', 'MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'GPL-2.0-only'],
  ...['GPL-3.0-only', 'LGPL-3.0-only', 'ODbL-1.0', 'ODC-By-1.0', 'PDDL-1.0', 'CDLA-Permissive-2.0'],
  ...['CDLA-Sharing-1.0', 'GFDL-1.3-only', 'OGL-UK-3.0', 'Unlicense', 'WTFPL'],
];

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const known = new Map(IDENTIFIERS.map((id) => [letters(id), id]));

/** Other words that people write for the same. */
const ALIASES = new Map([
  ['cc0', 'CC0-1.0'],
  ['cc010universal', 'CC0-1.0'],
  ['ccby', 'CC-BY-4.0'],
  ['apache2', 'Apache-2.0'],
]);

/**
 * The SPDX identifier of a licence as people write it: `CC BY-SA 4.0`, an address of Creative Commons, or the identifier itself. Other words become a
 * `LicenseRef-`, which is how SPDX names a licence that is not on its list.
 */
export const spdxId = (licence: string): string => {
  const text = licence.trim();
  const address = /creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/(zero))\/(\d\.\d)/i.exec(text);
  const plain = letters(
    address
      ? `cc${address[2] ? '0' : `-${address[1]}`}-${address[3]}`
      : text.replace(/^creative commons\b/i, 'cc'),
  );
  const found = known.get(plain) ?? ALIASES.get(plain);
  if (found) return found;
  const words = text.replace(/^LicenseRef-/, '').match(/[A-Za-z0-9.]+/g) ?? ['unknown'];
  return `LicenseRef-${words.join('-').slice(0, 80)}`;
};

export const isListed = (id: string): boolean => !id.startsWith('LicenseRef-');

/** What holds for all texts together: every licence among them. */
export const spdxExpression = (licences: Iterable<string>): string =>
  [...new Set(Array.from(licences, spdxId))].sort(byCodePoint).join(' AND ');

/** The address of a licence, where SPDX has a page for it. */
export const licenceAddress = (id: string): string => (isListed(id) ? `https://spdx.org/licenses/${id}` : id);
