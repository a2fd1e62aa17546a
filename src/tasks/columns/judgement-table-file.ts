import { basename } from 'node:path';
import { InputError } from '../../core/index.js';
import { WHOLE_GRADES } from '../../platform/formats/index.js';
import { fileKind } from '../raw/file-kind.js';
import type { JudgementFile } from '../read-judgements.js';
import { columnsText } from './columns.js';
import { guessJudgements } from './guess-columns.js';
import { profileTable } from './profile.js';
import { judgementsOf } from './read-columns.js';

/**
 * Judgements of a table whose headings say what is what: CSV or TSV with headings, or Parquet. Nothing of a file of another kind, which
 * `readJudgements` knows.
 */
export const readJudgementTable = async (file: string): Promise<JudgementFile | undefined> => {
  const kind = await fileKind(file).catch(() => undefined);
  if (kind?.kind !== 'parquet' && !(kind?.kind === 'delimited' && kind.header)) return undefined;
  const name = basename(file);
  const table = await profileTable({ name, paths: [file], family: name }, []);
  if (table && 'error' in table) throw table.error;
  const columns = table && guessJudgements(table);
  if (!table || !columns?.has('query') || !columns.has('document'))
    throw new InputError({
      at: { file },
      found: `the columns ${table?.columns.map((each) => each.name).join(', ') ?? 'of an empty file'}`,
      expected: 'columns whose names say query, document and grade',
      fix: 'name them query-id, corpus-id and score in the first line',
    });
  const read = await judgementsOf({ table, file: name, columns }, WHOLE_GRADES);
  return {
    ...read,
    notes: [`Read as ${columnsText({ judgements: { file: name, columns } })}.`, ...read.notes],
  };
};
