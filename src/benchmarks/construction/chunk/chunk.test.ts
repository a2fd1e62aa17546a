import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stepBench } from '../../../../test/support/construction.js';
import type { BuildContext } from '../run-step.js';
import { chunk } from './chunk.js';

const origin = { source: 'notes', licence: 'CC-BY-4.0', id: 's1', url: 'https://example.org/s1' };
const text =
  '## Course\n\nDr. Weber gave 3.5 mg i.v. at once. The fever fell within two days. No rash was seen.\n\n' +
  '- Rest\n- Fluids, approx. 2 l a day\n\nHe went home after a week. He came back in May.';
const source = { id: 's1', origin, title: 'A case', text };

const chunked = async (
  settings: object,
  sources: readonly object[] = [source],
  hubFile?: BuildContext['hubFile'],
) => {
  const bench = stepBench({ sources }, hubFile ? { hubFile } : {});
  const { report } = await bench.run(chunk, settings as never);
  return { report, passages: bench.rows('passages') };
};

describe('build chunk', () => {
  it('cuts sources into passages that say where they are from', async () => {
    const { report, passages } = await chunked({ tokens: 20, leastTokens: 0 });
    expect(passages.length).toBeGreaterThan(2);
    for (const [i, passage] of passages.entries()) {
      expect(passage).toMatchObject({ id: `s1-${i}`, origin, title: 'A case', source: 's1' });
      expect(text.slice(passage.start, passage.end)).toBe(passage.text);
    }
    expect(passages[0].text).toBe(
      '## Course\n\nDr. Weber gave 3.5 mg i.v. at once. The fever fell within two days.',
    );
    expect(report).toMatchObject({ in: 1, out: passages.length, held: {} });
    expect(report.figures).toMatchObject({ tokenizer: 'estimate', cutInsideSentence: 0 });
    expect((report.figures as { tokens: { max: number } }).tokens.max).toBeLessThanOrEqual(20);
  });

  it('marks passages that are parts of one long sentence', async () => {
    const long = { ...source, text: `${'Fever and cough, '.repeat(20)}were seen.` };
    const { report, passages } = await chunked({ tokens: 20 }, [long]);
    expect(passages.every(({ cut }) => cut === true)).toBe(true);
    expect(report.figures).toMatchObject({ cutInsideSentence: passages.length });
  });

  it('keeps whole sources, and cuts by characters as MedRAG does', async () => {
    expect((await chunked({ mode: 'whole' })).passages).toMatchObject([
      { id: 's1', text, start: 0, end: text.length },
    ]);
    const { passages } = await chunked({ mode: 'characters', characters: 60, overlap: 20 });
    expect(passages.every((passage) => passage.text.length <= 60)).toBe(true);
    await expect(chunked({ mode: 'characters', characters: 60, overlap: 60 })).rejects.toThrow('--overlap');
  });

  it('counts by the tokenizer that is named', async () => {
    const byAnalyzer = await chunked({ tokens: 8, tokenizer: 'lucene-english' });
    expect(byAnalyzer.report.figures).toMatchObject({ tokenizer: 'lucene-english' });
    await expect(chunked({ tokenizer: 'lucene-englsh' })).rejects.toThrow('did you mean "lucene-english"');
    await expect(chunked({ tokenizerFolder: '/nowhere' })).rejects.toThrow('no tokenizer.json');
  });

  it('counts by the tokenizer of a model whose files are here', async () => {
    const folder = fileURLToPath(new URL('../../../../test/golden/onnx/bert-sentence', import.meta.url));
    const { passages, report } = await chunked({ tokens: 12, leastTokens: 0, tokenizerFolder: folder });
    expect(report.figures).toMatchObject({ tokenizer: 'bert-sentence' });
    expect(Object.keys(report.inputs)).toHaveLength(3);
    expect(passages.length).toBeGreaterThan(2);
    const hub = await chunked(
      { tokens: 12, leastTokens: 0, tokenizer: 'hub:Tests/Bert' },
      [source],
      async (repository, file) => (repository === 'Tests/Bert' ? `${folder}/${file}` : undefined),
    );
    expect(hub.passages).toEqual(passages);
    expect((hub.report.figures as { tokenizerFiles: string[] }).tokenizerFiles).toHaveLength(2);
    await expect(chunked({ tokenizer: 'hub:Tests/Gone' })).rejects.toThrow('hf download Tests/Gone');
  });

  it('says what has no text, and refuses two sources with one id', async () => {
    const { report, passages } = await chunked({}, [{ ...source, text: ' \n ' }]);
    expect(report.held).toEqual({ 'no text': 1 });
    expect(passages).toEqual([]);
    await expect(chunked({}, [source, source])).rejects.toThrow('two sources with the id "s1"');
  });
});
