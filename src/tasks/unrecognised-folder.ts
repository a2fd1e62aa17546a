import { InputError, listed, nearest } from '../core/index.js';
import { type FormatMatch, missingParts, SPLIT } from './folder-files.js';
import { type FolderFormat, folderFormats, PARTS, type Part } from './formats/index.js';

const filesOf = ({ called, files }: FolderFormat): string =>
  `${called} (${listed(PARTS.map((part) => listed(files[part], 'or')))})`;

/** What a folder must hold, in each of the formats. */
const ANY_FORMAT = `${listed([...Object.values(folderFormats).map(filesOf), 'any tables of documents, queries and judgements'], 'or')}; lines plain or .gz`;

/** No known format fits by the names of the files; what they hold may still say which is which. */
export class UnknownFolder extends InputError {}

export const severalFit = (folder: string, fits: readonly FormatMatch[]): InputError => {
  const called = fits.map(({ format }) => folderFormats[format].called);
  return new InputError({
    at: { file: folder },
    found: `the files of ${listed(called)}`,
    expected: 'one task',
    fix: `keep ${listed(
      fits.map(({ files }) => files.queries[0]!.name),
      'or',
    )}, with its judgements, in a separate folder`,
  });
};

export const severalSplits = (folder: string, splits: readonly string[]): InputError =>
  new InputError({
    at: { file: folder },
    found: `a folder with ${splits.length} splits: ${listed(splits)}`,
    expected: 'one task',
    fix: `name one of them, as ${folder}#${splits[0]}`,
  });

export const noSuchSplit = (folder: string, wanted: string, splits: readonly string[]): UnknownFolder => {
  const near = nearest(wanted, splits);
  return new UnknownFolder({
    at: { file: folder },
    found: `no split "${wanted}"`,
    expected:
      splits.length > 0
        ? `one of ${splits.join(', ')}`
        : `${filesOf(folderFormats.beir)} or ${filesOf(folderFormats.nano)}`,
    fix: near
      ? `did you mean ${folder}#${near}?`
      : splits.length > 0
        ? `name one of them, as ${folder}#${splits[0]}`
        : 'leave out the split, or give a folder that has it',
  });
};

const SHOWN_NAMES = 12;

export const noneFits = (
  folder: string,
  names: readonly string[],
  fits: readonly FormatMatch[],
  taskFolders: readonly string[],
): UnknownFolder => {
  const shown = [...names].sort().slice(0, SHOWN_NAMES);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : '';
  return new UnknownFolder({
    at: { file: folder },
    found: names.length === 0 ? 'an empty folder' : `a folder with ${shown.join(', ')}${more}`,
    expected: ANY_FORMAT,
    fix:
      taskFolders.length > 0
        ? `give one of the folders in it: ${listed(taskFolders, 'or')}`
        : nearestFormat(fits),
  });
};

/** The query file's name tells formats apart best, a corpus file alone does not. */
const WEIGHT: Readonly<Record<Part, number>> = { queries: 4, judgements: 2, corpus: 1 };

const nearestFormat = (fits: readonly FormatMatch[]): string => {
  const weighed = fits.map((fit) => {
    const missing = missingParts(fit);
    const found = PARTS.filter((part) => !missing.includes(part));
    return { ...fit, missing, found, weight: found.reduce((sum, part) => sum + WEIGHT[part], 0) };
  });
  const best = weighed.reduce((a, b) => (b.weight > a.weight ? b : a));
  if (best.weight <= WEIGHT.corpus)
    return 'give a folder that holds these files, or name files and columns with --columns';
  const { called, files } = folderFormats[best.format];
  const names = (part: Part) =>
    files[part].map((name) => (best.format === 'nano' ? name : name.replace(SPLIT, 'test')));
  const add = listed(best.missing.map((part) => listed(names(part), 'or')));
  return `add ${add}; with ${listed(best.found.map((part) => best.files[part][0]!.name))} it is nearest to ${called}`;
};
