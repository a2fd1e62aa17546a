import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { openFolder, openTask } from '../../tasks/index.js';
import { sourceCard } from './source-card.js';

const FILES = {
  'corpus.jsonl': jsonl({ id: 'a', text: 'gout' }),
  'query.jsonl': jsonl({ id: 'q', text: 'joint', doc_id: ['a'] }),
};
const cardOf = async (readme?: string) =>
  sourceCard(
    await openFolder(writtenFolder({ ...FILES, ...(readme !== undefined && { 'README.md': readme }) })),
  );

describe('what is known of a source', () => {
  it('is nothing where a folder says nothing', async () => {
    expect(await cardOf()).toEqual({ origin: 'task' });
    expect(await cardOf('# Notes\n\nlicense: none of this is front matter\n')).toEqual({ origin: 'task' });
  });

  it("is a folder's README: the licence of its front matter, its first BibTeX", async () => {
    const readme =
      '---\nlanguage: en\nlicense: "cc-by-4.0"\n---\n\n```sh\n@not bibtex\n```\n\n```bibtex\n@misc{gout,\n  title = {Joints}\n}\n```\n';
    expect(await cardOf(readme)).toEqual({
      origin: 'task',
      licence: 'cc-by-4.0',
      citation: '@misc{gout,\n  title = {Joints}\n}',
    });
  });

  it('is read from a file with the line ends of Windows too', async () => {
    expect(await cardOf('---\r\nlicense: mit\r\n---\r\n')).toMatchObject({ licence: 'mit' });
  });

  it.each(['---\nlicense: unknown\n---\n', '---\nlicense:\n- mit\n---\n', 'text\n---\nlicense: mit\n---\n'])(
    'is no licence where none is plainly said: %j',
    async (readme) => {
      expect(await cardOf(readme)).not.toHaveProperty('licence');
    },
  );

  it("is the catalogue's row for a task of a suite", async () => {
    const card = await sourceCard(await openTask('sample', 'Biology'));
    expect(card).toMatchObject({ origin: 'suite sample', licence: 'MIT' });
    expect(card.citation).toContain('Sample: Original texts');
  });

  it('names the repository where the row has one', async () => {
    const task = await openTask('sample', 'Biology');
    const about = { ...task.about, repository: 'R2MED/Biology' };
    expect((await sourceCard({ ...task, about, suite: 'r2med' })).origin).toBe('R2MED/Biology');
    expect((await sourceCard({ ...task, about, suite: 'r2med' })).citation).toContain('arXiv 2505.14558');
  });
});
