import { lookup, once } from '../../../core/index.js';
import { packageData } from '../../../platform/node/index.js';
import { type InstructionSet, modelsFile, type RowInFile } from './entry-schema.js';

/** What is put around the texts of a role. */
export interface RolePrompt {
  readonly template: string;
  readonly instructions?: InstructionSet;
  readonly inputType?: string | undefined;
}

/** A model that embeds, with everything that decides its vectors. */
export interface ModelEntry extends Readonly<Omit<RowInFile, 'prompts'>> {
  readonly prompts: {
    readonly query: RolePrompt;
    readonly document: RolePrompt;
    readonly rewriteTakesQueryInstruction: boolean;
  };
}

/** The entries of `data/models.json` by name: R2MED's fourteen in the order of its table, then the others. */
export const modelEntries = once((): Readonly<Record<string, ModelEntry>> => {
  const { instructions, models } = packageData('models.json', modelsFile());
  const prompt = ({ instructions: name, ...rest }: RowInFile['prompts']['query']): RolePrompt => ({
    ...rest,
    ...(name && { instructions: lookup('instruction set', instructions, name) }),
  });
  return Object.fromEntries(
    models.map(({ prompts, ...entry }) => [
      entry.name,
      {
        ...entry,
        prompts: { ...prompts, query: prompt(prompts.query), document: prompt(prompts.document) },
      },
    ]),
  );
});

/** The entry of a name, whatever its case. */
export const modelEntry = (name: string): ModelEntry => {
  const entries = modelEntries();
  return Object.hasOwn(entries, name.toLowerCase())
    ? entries[name.toLowerCase()]!
    : lookup('model', entries, name);
};

/** The entry with the settings its published scores were made with; itself where they are the defaults. */
export const publishedEntry = (entry: ModelEntry): ModelEntry => {
  const { queryModel, tokens, similarity, input } = entry.asPublished ?? {};
  return {
    ...entry,
    queryModel: queryModel ?? entry.queryModel,
    tokens: tokens ?? entry.tokens,
    similarity: similarity ?? entry.similarity,
    input: input ?? entry.input,
  };
};
