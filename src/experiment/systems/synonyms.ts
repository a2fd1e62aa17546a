import { InputError, type Rewriter, readSettings } from '../../core/index.js';
import { fileSha256, isFile } from '../../platform/node/index.js';
import { SYNONYM_SETTINGS, synonyms } from '../../search/generation/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import { expanderOf, readExpansions } from '../../tasks/index.js';
import type { Resolved } from './model-context.js';

/** The stage of a text such as `synonyms(terms.tsv)`. */
export const resolveSynonyms = (stage: StageText): Resolved<unknown, Rewriter> => {
  const [written, ...more] = stage.values;
  if (!written || more.length > 0)
    throw new InputError({
      found: stage.text,
      expected: 'one table of terms, as synonyms(terms.tsv)',
      fix: 'name a file in the brackets: a table of your own, MRCONSO.RRF, SNOMED descriptions or MeSH',
    });
  const settings = readSettings(stage.name, SYNONYM_SETTINGS, stage.named);
  const file = written.replace(/^"(.*)"$/s, '$1');
  const mustBeThere = async (): Promise<void> => {
    if (!(await isFile(file)))
      throw new InputError({
        at: { file },
        found: 'no file',
        expected: 'a table of terms',
        fix: 'check the path; docs/guides/expansion.md says which files are read',
      });
  };
  return {
    check: mustBeThere,
    build: async () => {
      await mustBeThere();
      return synonyms(
        {
          name: written,
          hash: await fileSha256(file),
          expand: async (texts, most) => texts.map(expanderOf(await readExpansions(file, texts, most))),
        },
        settings,
      );
    },
  };
};
