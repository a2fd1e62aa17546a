import { z } from 'zod';
import { readYamlFile } from '../yaml-file.js';

const Text = z.string().trim().min(1);
const Texts = z.union([Text.transform((text) => [text]), z.array(Text).min(1)]);

/** What only its makers know about a benchmark. Everything may be absent; the card then says that it is not stated. */
export const Datasheet = z.strictObject({
  /** BCP 47, such as `en` or `zh-Hans`. */
  language: z
    .union([Text.transform((text) => [text]), z.array(Text).min(1)])
    .refine(
      (tags) => tags.every((tag) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag)),
      'expected tags such as en',
    )
    .optional(),
  creators: z
    .array(z.strictObject({ name: Text, affiliation: Text.optional(), orcid: Text.optional() }))
    .min(1)
    .optional(),
  contact: Text.optional(),
  /** Where it is or will be published. */
  url: z.url().optional(),
  /** The day of publication. */
  published: z.iso.date().optional(),
  doi: Text.regex(/^10\.\d{4,9}\/\S+$/, 'expected a DOI such as 10.5281/zenodo.1').optional(),
  /** BibTeX, or a sentence. */
  citation: Text.optional(),
  /** Of what its makers add: queries as they were rewritten, and judgements. */
  licence: Text.optional(),
  consent: Text.optional(),
  intendedUse: Texts.optional(),
  notFor: Texts.optional(),
  limits: Texts.optional(),
  biases: Texts.optional(),
  socialImpact: Text.optional(),
  annotators: Texts.optional(),
  collected: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).optional(),
  maintenance: Text.optional(),
});
export type Datasheet = z.infer<typeof Datasheet>;

export const readDatasheet = (file: string): Promise<Datasheet> =>
  readYamlFile(file, Datasheet, {
    expected: 'a datasheet: language, creators, citation, consent, intendedUse, limits',
    fix: 'see "The datasheet" in docs/guides/release.md',
  });

/** What a referee asks of a data set, in the order of the card, with what was stated. */
export const datasheetRows = (sheet: Datasheet): readonly (readonly [string, string])[] => {
  const lines = (texts?: readonly string[]): string => texts?.join(' · ') ?? '';
  const { from, to } = sheet.collected ?? {};
  return [
    ['Language', lines(sheet.language)],
    [
      'Creators',
      lines(
        sheet.creators?.map(({ name, affiliation }) => (affiliation ? `${name} (${affiliation})` : name)),
      ),
    ],
    ['Contact', sheet.contact ?? ''],
    ['Published', [sheet.published, sheet.url, sheet.doi && `doi:${sheet.doi}`].filter(Boolean).join(', ')],
    ['Collected', from ? `${from} to ${to}` : ''],
    ['Consent', sheet.consent ?? ''],
    ['Annotators', lines(sheet.annotators)],
    ['Intended use', lines(sheet.intendedUse)],
    ['Not for', lines(sheet.notFor)],
    ['Known limits', lines(sheet.limits)],
    ['Known biases', lines(sheet.biases)],
    ['Social impact', sheet.socialImpact ?? ''],
    ['Maintenance', sheet.maintenance ?? ''],
  ];
};
