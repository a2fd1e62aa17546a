import { lookup } from '../../core/index.js';
import { packageData } from '../../machine/index.js';
import { type InstructionSet, ModelsFile, type RowInFile } from './row-schema.js';

/** What is put around the texts of a role. */
export interface RolePrompt {
  readonly template: string;
  readonly instructions?: InstructionSet;
  readonly inputType?: string | undefined;
}

/** A model that embeds, with everything that decides its vectors. */
export interface ModelRow extends Readonly<Omit<RowInFile, 'prompts'>> {
  readonly prompts: {
    readonly query: RolePrompt;
    readonly document: RolePrompt;
    readonly rewriteTakesQueryInstruction: boolean;
  };
}

/** The rows of `data/models.json` by name: R2MED's fourteen in the order of its table, then the others. */
export const modelRows = (): Readonly<Record<string, ModelRow>> => {
  const { instructions, models } = packageData('models.json', ModelsFile);
  const prompt = ({ instructions: name, ...rest }: RowInFile['prompts']['query']): RolePrompt => ({
    ...rest,
    ...(name && { instructions: lookup('instruction set', instructions, name) }),
  });
  return Object.fromEntries(
    models.map(({ prompts, ...row }) => [
      row.name,
      {
        ...row,
        prompts: { ...prompts, query: prompt(prompts.query), document: prompt(prompts.document) },
      },
    ]),
  );
};

/** The row of a name, whatever its case. */
export const modelRow = (name: string): ModelRow => {
  const rows = modelRows();
  return Object.hasOwn(rows, name.toLowerCase()) ? rows[name.toLowerCase()]! : lookup('model', rows, name);
};

/** The row with the settings its published scores were made with; itself where they are the defaults. */
export const publishedRow = (row: ModelRow): ModelRow => {
  const { queryModel, tokens, similarity, input } = row.asPublished ?? {};
  return {
    ...row,
    queryModel: queryModel ?? row.queryModel,
    tokens: tokens ?? row.tokens,
    similarity: similarity ?? row.similarity,
    input: input ?? row.input,
  };
};
