import { describe, expect, it } from 'vitest';
import { DOCUMENTS, JUDGEMENTS, LAYOUTS, QUERIES } from '../../../test/support/layouts.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { fullText, InputError } from '../../core/index.js';
import { openFolder } from '../open-folder.js';

const textsIn = async (folder: string) => {
  const { corpus } = await openFolder(folder);
  const found: [string, string][] = [];
  for await (const batch of corpus.rows()) for (const row of batch) found.push([row.id, fullText(row)]);
  return found;
};

/** Ids as one layout writes them: some put letters before them. */
const plain = (id: string): string => id.replace(/^[A-Z]-/, '');
const words = (text: string): string => text.split(/\s+/).join(' ');

describe.each(Object.entries(LAYOUTS))('a folder of %s', (name, { files, broken }) => {
  it('is read as the collection that it holds', async () => {
    const folder = writtenFolder(files);
    const task = await openFolder(folder);
    const documents = (await textsIn(folder)).map(([id, text]) => [plain(id), words(text)]);
    expect(documents).toEqual(DOCUMENTS.map(({ id, title, text }) => [id, `${title} ${text}`]));
    expect(task.queries.map(({ id, text }) => ({ id: plain(id), text }))).toEqual(QUERIES);
    const judged = [...task.judgements].flatMap(([query, grades]) =>
      [...grades].map(([id, grade]) => [plain(query), plain(id), grade]),
    );
    expect(judged).toEqual(
      name === 'BRIGHT'
        ? [
            ['1', '11', 1],
            ['2', '12', 1],
          ]
        : JUDGEMENTS,
    );
    expect(task.name).toBe('task');
    expect(task.excluded).toEqual(name === 'BRIGHT' ? new Map([['1', new Set(['13'])]]) : undefined);
    const { unjoined } = await task.statistics();
    expect(unjoined).toBeUndefined();
  });

  it('is refused with the file and a fix where it is broken', async () => {
    const error = await textsIn(writtenFolder({ ...files, ...broken.files })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(broken.error);
    expect((error as InputError).details.fix).toBeTruthy();
  });
});
