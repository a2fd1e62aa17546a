import { lookup } from '../../core/index.js';
import { registryIn } from '../registry/index.js';
import { type InstructionSet, modelsFile, type RowInFile } from './entry-schema.js';

/** What is put around the texts of a role. */
interface RolePrompt {
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

const registry = registryIn('models.json', modelsFile, 'model', ({ instructions, models }) => {
  const prompt = ({ instructions: name, ...rest }: RowInFile['prompts']['query']): RolePrompt => ({
    ...rest,
    ...(name && { instructions: lookup('instruction set', instructions, name) }),
  });
  return models.map(
    ({ prompts, ...entry }): ModelEntry => ({
      ...entry,
      prompts: { ...prompts, query: prompt(prompts.query), document: prompt(prompts.document) },
    }),
  );
});

/** The entries of `data/models.json` by name: R2MED's fourteen in the order of its table, then the others. */
export const modelEntries: () => Readonly<Record<string, ModelEntry>> = registry.entries;

/** The entry of a name or a hub id, whatever its case. */
export const modelEntry: (name: string) => ModelEntry = registry.entry;

/** The same; undefined where there is none. */
export const findModelEntry: (name: string) => ModelEntry | undefined = registry.find;

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
